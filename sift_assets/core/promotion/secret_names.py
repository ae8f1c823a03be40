"""What secrets are called, in the languages that people write about them in."""

LOGIN_NAME = (
    r"(?:pass(?:word|wd|phrase|code|wort|ord)|\b(?:pwd|pw)\b|kennwort|(?:zugangs|sicherheits)code"
    r"|mot de passe|contrase[ñn]a|wachtwoord|l[öo]senord|adgangskode|salasana|has[łl]o\b|\bheslo"
    r"|\bsenha|\bparola|\bşifre|jelsz[óo]|\bparool|\blozinka|\bgeslo|slaptažodis|парол[ья]"
    r"|κωδικ[όο]ς|パスワード|密码|密碼|비밀번호"
    r"|mật khẩu|รหัสผ่าน|كلمة (?:المرور|السر)|סיסמ[הא]|पासवर्ड)"
    r"(?!\w{0,3}[- ]?(?:protect|manage|polic|geschützt))"
)
LOGIN_HINTS = (
    "pass pwd pw kennwort code contrase wachtwoord senord adgangskode salasana has heslo senha "
    "parol parool şifre jelsz lozinka geslo slapta парол κωδικ パスワード 密 비밀번호 "
    "khẩu รหัส كلمة סיסמ पासवर्ड lösenord"
)

KEY_NAME = (
    r"(?:(?:api|access|account|auth|client|consumer|database|db|encryption|key|master|priv(?:ate)?"
    r"|psk|secret|service|shared|signing|storage|subscription|webhook|wlan|wifi|wpa\d?)[_ .-]{0,2}"
    r"(?:access[_ .-]?)?(?:key|secret|token|pass)|secret|token|bearer|credentials?|creds|authkey"
    r"|signature|client-key-data|id_rsa|psk|snmp[ _-]community"
    r"|(?:totp|otp|2fa|mfa)[ _-](?:secret|seed|key|code)|schlüssel|clé|clave)"
)
KEY_HINTS = (
    "key secret token pass bearer cred signature id_rsa psk snmp code seed schlüssel clé clave"
)
