"""Secrets as people leave them in documents, made from pieces when they are asked for.

No literal secret stands in this repository, and the same seed gives the same ones.
"""

import base64
import json
import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

UPPER, LOWER, DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
ALNUM = UPPER + LOWER + DIGITS
HEX = DIGITS + "abcdef"
BASE64 = ALNUM + "+/"
URL_SAFE = ALNUM + "-_"

WORDS = (
    "harbour", "anchor", "copper", "window", "basket", "lantern", "meadow", "pepper", "quarry",
    "ribbon", "saddle", "timber", "velvet", "walnut", "yellow", "zipper", "bridge", "candle",
    "donkey", "engine", "falcon", "garden", "hammer", "island",
)  # fmt: skip

Chance = random.Random


class Planted(NamedTuple):
    """A text with a secret.

    Attributes:
        kind: Of the secret.
        text: In which it stands.
        secret: As it stands there.
    """

    kind: str
    text: str
    secret: str


def drawn(chance: Chance, letters: str, count: int) -> str:
    """Return so many letters by chance, a digit, a small and a large one among them if any are."""
    made = "".join(chance.choice(letters) for _ in range(count))
    sure = "".join(chance.choice(s) for s in (DIGITS, LOWER, UPPER) if set(s) <= set(letters))
    at = chance.randrange(count - len(sure) + 1)
    return made[:at] + sure + made[at + len(sure) :]


def password(chance: Chance) -> str:
    """Return a password as people make them."""
    word = chance.choice(WORDS)
    ways = (
        f"{word.title()}{chance.randrange(10, 9999)}!",
        f"{word}-{chance.choice(WORDS)}-{chance.randrange(100)}",
        drawn(chance, ALNUM, 12),
        f"{word[:3]}${chance.choice(WORDS)[:4].upper()}{chance.randrange(99)}",
    )
    return chance.choice(ways)


def armoured(chance: Chance, what: str, lines: int = 6) -> str:
    """Return a key between lines of armour."""
    body = "\n".join(drawn(chance, BASE64, 64) for _ in range(lines))
    return f"-----{'BEGIN'} {what}-----\n{body}\n-----END {what}-----"


def encoded(text: str) -> str:
    """Return a text in base64."""
    return base64.b64encode(text.encode()).decode()


def luhn(digits: str) -> str:
    """Return digits with the one that makes them a card's number."""
    for last in DIGITS:
        whole = digits + last
        doubled = [int(d) * 2 if n % 2 else int(d) for n, d in enumerate(reversed(whole))]
        if sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0:
            return whole
    raise AssertionError(digits)


def web_token(chance: Chance) -> str:
    """Return a JSON web token."""
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": str(chance.randrange(10**6)), "name": "Ada"})
    head, body = (encoded(json.dumps(part)).rstrip("=") for part in parts)
    return f"{head}.{body}.{drawn(chance, URL_SAFE, 43)}"


def _card(chance: Chance) -> str:
    digits = luhn("4" + drawn(chance, DIGITS, 14))
    return " ".join(digits[n : n + 4] for n in range(0, 16, 4))


TOKENS: dict[str, Callable[[Chance], str]] = {
    "AWS access key": lambda c: c.choice(("AK", "AS")) + "IA" + drawn(c, UPPER + DIGITS, 16),
    "AWS session token": lambda c: "IQoJb3JpZ2lu" + drawn(c, BASE64, 300),
    "random key of 40": lambda c: drawn(c, ALNUM, 40),
    "Google API key": lambda c: "AI" + "za" + drawn(c, URL_SAFE, 35),
    "Google OAuth": lambda c: "GOC" + "SPX-" + drawn(c, URL_SAFE, 28),
    "Azure SAS": lambda c: "https://acme.blob.core.windows.net/x?sv=2024-01-01&sig="
    + drawn(c, ALNUM, 43) + "%3D",
    "Azure storage": lambda c: "DefaultEndpointsProtocol=https;AccountName=acme;Account" + "Key="
    + drawn(c, BASE64, 86) + "==",
    "GitHub token": lambda c: c.choice(("ghp", "gho", "ghs")) + "_" + drawn(c, ALNUM, 36),
    "GitHub fine-grained token": lambda c: "github" + "_pat_" + drawn(c, ALNUM, 82),
    "GitLab token": lambda c: "glp" + "at-" + drawn(c, URL_SAFE, 20),
    "Slack token": lambda c: "xox" + f"b-{drawn(c, DIGITS, 12)}-{drawn(c, DIGITS, 12)}-"
    + drawn(c, ALNUM, 24),
    "Slack webhook": lambda c: "https://hooks.slack.com/serv" + f"ices/T{drawn(c, UPPER, 8)}/B"
    + f"{drawn(c, UPPER, 8)}/{drawn(c, ALNUM, 24)}",
    "Stripe key": lambda c: c.choice(("sk", "rk")) + "_li" + "ve_" + drawn(c, ALNUM, 24),
    "Twilio key": lambda c: "S" + "K" + drawn(c, HEX, 32),
    "SendGrid key": lambda c: "S" + f"G.{drawn(c, URL_SAFE, 22)}.{drawn(c, URL_SAFE, 43)}",
    "Mailgun key": lambda c: "ke" + "y-" + drawn(c, HEX, 32),
    "OpenAI key": lambda c: "s" + "k-proj-" + drawn(c, ALNUM, 48),
    "Anthropic key": lambda c: "s" + "k-ant-api03-" + drawn(c, URL_SAFE, 93) + "AA",
    "Hugging Face token": lambda c: "h" + "f_" + drawn(c, ALNUM, 34),
    "npm token": lambda c: "np" + "m_" + drawn(c, ALNUM, 36),
    "PyPI token": lambda c: "py" + "pi-AgEIcHlwaS5vcmc" + drawn(c, URL_SAFE, 80),
    "Docker token": lambda c: "dckr" + "_pat_" + drawn(c, URL_SAFE, 27),
    "Telegram token": lambda c: drawn(c, DIGITS, 10) + ":A" + "A" + drawn(c, URL_SAFE, 33),
    "JSON web token": web_token,
    "address with a login": lambda c: f"https://bot:{drawn(c, ALNUM, 14)}@git.acme.example/x",
    "database address": lambda c: f"postgres://app:{drawn(c, ALNUM, 12)}@db.acme.example:5432/app",
    "one-time password": lambda c: "otp" + f"auth://totp/A?secret={drawn(c, UPPER, 26)}&issuer=A",
    "age key": lambda c: "AGE-SECRET" + "-KEY-1" + drawn(c, UPPER + DIGITS, 58),
    "payment card": _card,
}  # fmt: skip
"""Secrets with a form of their own: they may stand anywhere."""

PLACES: tuple[str, ...] = (
    "Notes of the meeting on the harbour.\n\nAda said that we use {} until the end of May.\n",
    "import client\n\nconnection = client.connect('{}', timeout=30)\nconnection.run()\n",
    "| service | owner | value |\n|---|---|---|\n| mail | Ada Varga | {} |\n| web | Tom | none |\n",
    "[service]\nhost = mail.acme.example\nvalue = {}\nretries = 3\n",
    "- call Tom\n- put `{}` into the vault\n- order new lamps\n",
    '{{"service": "mail", "value": "{}", "retries": 3}}\n',
    "From: Ada\nTo: Tom\nSubject: access\n\n> You asked for it:\n>\n> {}\n>\nBest, Ada\n",
)
"""Prose, code, a table, settings, a list, JSON, a letter."""

STATEMENTS: dict[str, tuple[str, ...]] = {
    "stated password": (
        "The password for the router in the hall is {}, please do not pass it on.\n",
        "Login: ada\nPassword: {}\n",
        "Hallo Tom, das Kennwort lautet {} und gilt bis Freitag.\n",
        "Le mot de passe est {}.\n",
        "wifi guest / passphrase = {}\n",
        "DB_PASSWORD={}\nDB_HOST=db\n",
        "password: '{}'  # pragma: allowlist secret\n",
        "conn.login(user='ada', password=\"{}\")\n",
        "| user | password |\n|---|---|\n| ada | {} |\n",
        "La contraseña es {}\n",
        "Пароль: {}\n",
        "your new password has been set to {} by the help desk\n",
        "<key>password</key>\t{}\n",
    ),
    "variable": ("PAPERLESS_URL=docs\nMAILER_DSN_X={}\n", "export SENTRY_X = '{}'\n"),
    "mentioned password": (
        "Password for the guest network - {}\n",
        "My password's {}\n",
        "Use {} as the password.\n",
        "We changed the password from {} to another one.\n",
        "The password to the archive, by the way, is {}.\n",
        "**Password** (guest): `{}`\n",
        "pw: {}\nPort: 22\n",
        "## Password\n\n    {}\n",
        "Pass: {}\n",
        "login: admin / {}\n",
        "user=admin pass={}\n",
        'form.setPassword("{}")\n',
    ),
    "password in a command": (
        "mysql -u root -p{} -h db\n",
        "sshpass -p '{}' ssh root@db\n",
        "curl -u admin:{} https://api.acme.example\n",
    ),
    "password without a scheme": ("DSN: app:{}@tcp(db:3306)/app\n", "app:{}@db.acme:5432\n"),
    "mentioned key": ("api key {}\n", "Bearer {}\n", "your token, as promised: {}\n"),
    "login of .netrc": ("machine git.acme.example\n  login ada\n  password {}\n",),
    "authorization header": (
        "curl -H 'Authorization: Bearer {}' https://api.acme.example\n",
        "authorization: Basic {}==\n",
    ),
    "login of Docker": ('{{"auths": {{"registry.acme.example": {{"auth": "{}"}}}}}}\n',),
    "key of Kubernetes": ("users:\n- name: ada\n  user:\n    client-key-data: {}\n",),
    "stated key": (
        "api_key: {}\n",
        "The API key for the maps is {} (do not share).\n",
        "export SECRET_KEY='{}'\n",
        "aws_secret_access_key = {}\n",
        "https://api.acme.example/v1?access_token={}&page=2\n",
    ),
}
"""Secrets that are known by what stands around them."""


CODES = (
    "PIN: {}",
    "The PIN for the door is {}.",
    "PIN-Code lautet {}",
    "Door code: {}#",
    "The alarm code is {}.",
)
"""Statements of a few digits."""


def planted_tokens(seed: int = 7) -> Iterator[Planted]:
    """Yield every kind of token in every place."""
    for number, (kind, made) in enumerate(TOKENS.items()):
        chance = Chance(f"{seed} {number}")
        for place in PLACES:
            secret = made(chance)
            yield Planted(kind, place.format(secret), secret)


def planted_statements(seed: int = 7) -> Iterator[Planted]:
    """Yield every statement of a secret."""
    chance = Chance(seed)
    for kind, statements in STATEMENTS.items():
        for statement in statements:
            secret = password(chance) if "password" in kind else drawn(chance, ALNUM, 44)
            yield Planted(kind, statement.format(secret), secret)
    for form in CODES:
        secret = drawn(chance, DIGITS, 4)
        yield Planted("PIN", form.format(secret), secret)
    phrase = " ".join(chance.choice(WORDS) for _ in range(12))
    yield Planted("recovery phrase", f"My wallet's recovery phrase:\n{phrase}\n", phrase)
    quoted = " ".join(chance.choice(WORDS) for _ in range(4))
    yield Planted("passphrase", f'The passphrase of the disk is "{quoted}".', quoted)


KEYS = (
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "DSA PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)


def planted_keys(seed: int = 7) -> Iterator[Planted]:
    """Yield private keys: as files have them, inside JSON, quoted, encoded, cut short."""
    chance = Chance(seed)
    for what in KEYS:
        whole = armoured(chance, what)
        yield Planted("private key", f"The key:\n\n{whole}\n\nKeep it.", whole)
        yield Planted("private key in base64", f"data: {encoded(whole)}\n", encoded(whole))
        wrapped = "\n".join(encoded(whole)[n : n + 76] for n in range(0, 400, 76))
        yield Planted("private key in wrapped base64", f"the file is\n{wrapped}\n", wrapped)
        account = json.dumps({"type": "service_account", "private_key": whole})
        yield Planted("Google service account", account, json.dumps(whole)[1:-1])
        yield Planted("private key in a letter", "> " + whole.replace("\n", "\n> "), "")
    putty = f"PuTTY-User-Key-File-{3}: ssh-ed25519\nPrivate-Lines: 1\n{drawn(chance, BASE64, 48)}\n"
    yield Planted("PuTTY key", putty, putty.split("\n")[2])
