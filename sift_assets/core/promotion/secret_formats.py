"""Secrets that are known by their form alone: tokens and keys that begin as nothing else does.

They are looked for in joined lines and decoded text too. The forms are those that the providers
publish for scanning; where one allows more lengths, so do we.
"""

import re

from sift_assets.core.promotion.secret_rule import SecretRule, rule
from sift_assets.core.promotion.secret_values import is_secret_in_address, is_token

_START = r"(?<![A-Za-z0-9_-])"
_I = re.IGNORECASE

CLOUD: tuple[SecretRule, ...] = (
    rule(
        "AWS access key",
        "akia asia abia acca a3t",
        r"(?:A3T[A-Z0-9]|A[KSB]IA|ACCA)[A-Z0-9]{16}",
    ),
    rule(
        "AWS session token",
        "fwogzx iqojb3",
        r"(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9+/=]{40,}+",
    ),
    rule("Google API key", "aiza", r"AIza[A-Za-z0-9_-]{35}"),
    rule("Google OAuth secret", "gocspx- ya29.", r"(?:GOCSPX-|ya29\.)[\w-]{20,2000}"),
    rule(
        "Google service account",
        "private_key_id",
        r"[\"']private_key_id[\"']\s{0,9}:\s{0,9}[\"'](?P<value>[0-9a-f]{30,64})[\"']",
    ),
    rule(
        "Azure key",
        "accountkey sharedaccesskey",
        r"(?:AccountKey|SharedAccessKey)\s{0,3}=\s{0,3}(?P<value>[A-Za-z0-9+/]{40,90}={0,2})",
    ),
    rule("Azure SAS signature", "sig=", r"[?&;]sig=(?P<value>[A-Za-z0-9%+/]{40,120}=?)"),
    rule("Azure client secret", "q~", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    rule("DigitalOcean token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    rule("Databricks token", "dapi", _START + r"dapi[0-9a-f]{32}"),
    rule("Vault token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{20,200}"),
)
"""Of those who rent computers."""

SERVICES: tuple[SecretRule, ...] = (
    rule(
        "GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        r"gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,255}",
    ),
    rule("GitLab token", "gl", r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{20,60}"),
    rule("Slack token", "xox xapp-", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,200}", is_token),
    rule(
        "Slack webhook",
        "hooks.slack",
        r"hooks\.slack\.com/(?:services|workflows)/[\w/]{20,120}",
    ),
    rule("Discord webhook", "/api/webhooks/", r"/api/webhooks/\d{10,25}/[\w-]{30,120}"),
    rule("Telegram token", ":aa", r"(?<!\d)\d{8,10}:AA[\w-]{33}"),
    rule(
        "Stripe key",
        "k_live_ k_test_ whsec_",
        r"(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}",
    ),
    rule("service key", "_live_", _START + r"[a-z]{2,12}_live_[A-Za-z0-9]{12,250}", is_token),
    rule("Amazon seller key", "amzn.mws.", r"amzn\.mws\.[0-9a-f-]{36}"),
    rule("Pulumi token", "pul-", _START + r"pul-[0-9a-f]{40}"),
    rule("RubyGems key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    rule("Twilio key", "sk ac", r"(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}"),
    rule("SendGrid key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{30,64}"),
    rule("Mailgun key", "key-", _START + r"key-[0-9a-f]{32}"),
    rule("Mailchimp key", "-us", r"(?<![0-9a-z])[0-9a-f]{32}-us\d{1,2}"),
    rule("Anthropic key", "sk-ant-", _START + r"sk-ant-[\w-]{20,200}", is_token),
    rule("OpenAI key", "sk-", _START + r"sk-(?!ant-)[\w-]{20,200}", is_token),
    rule("Hugging Face token", "hf_", _START + r"hf_[A-Za-z0-9]{30,60}"),
    rule("npm token", "npm_", _START + r"npm_[A-Za-z0-9]{36}"),
    rule("PyPI token", "pypi-ag", r"pypi-Ag[\w-]{50,250}"),
    rule("Docker token", "dckr_", r"dckr_(?:pat|oat)_[\w-]{20,60}"),
    rule("Shopify token", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    rule("Square token", "sq0", r"sq0(?:atp|csp|idp)-[\w-]{22,60}"),
    rule("Linear key", "lin_api_", r"lin_api_[A-Za-z0-9]{32,48}"),
    rule("Notion token", "ntn_ secret_", _START + r"(?:ntn|secret)_[A-Za-z0-9]{40,60}", is_token),
    rule("Grafana token", "glsa_ glc_", r"gl(?:sa|c)_[A-Za-z0-9_+/=]{30,200}"),
    rule("Atlassian token", "atatt3", r"ATATT3[\w=-]{30,250}"),
    rule("Postman key", "pmak-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    rule("New Relic key", "nrak-", r"NRAK-[A-Z0-9]{27}"),
)
"""Of those who offer a service over the network."""

GENERAL: tuple[SecretRule, ...] = (
    rule("age key", "age-secret-key-", r"AGE-SECRET-KEY-1[A-Z0-9]{50,60}"),
    rule(
        "JSON web token",
        "eyj",
        _START + r"eyJ[\w-]{8,4000}\.[\w-]{8,8000}\.[\w-]{0,2000}",
    ),
    rule("OpenSSH private key", "b3blbn", r"b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]{40,}+"),
    rule(
        "PuTTY private key",
        "putty-user-key-file private-lines",
        r"PuTTY-User-Key-File-\d:[^\n]{0,80}"
        r"|Private-Lines:\s{0,3}\d{1,4}(?:\s[A-Za-z0-9+/=]{16,}+){0,60}",
        flags=_I,
    ),
    rule(
        "password in an address",
        "://",
        r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@]{0,100}:"
        r"(?P<value>[^\s/@]{1,200})@",
        is_secret_in_address,
    ),
    rule(
        "one-time password secret",
        "otpauth",
        r"otpauth://[^\s?]{0,200}\?\S{0,300}?secret=(?P<value>[A-Za-z2-7=%]{8,200})",
        flags=_I,
    ),
)
"""Of nobody in particular."""

FORMATS: tuple[SecretRule, ...] = (*CLOUD, *SERVICES, *GENERAL)
