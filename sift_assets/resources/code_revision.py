"""The revision of the package's code, as it lies on the disk."""

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


@cache
def code_revision() -> str:
    """Return the hash of every module of the package: 64 hexadecimal digits.

    Not the version of the distribution: in a clone that stays while the code is edited. Asked once
    in a process, which goes on with the modules that it has loaded.
    """
    digest = hashlib.sha256()
    for file in sorted(_PACKAGE.rglob("*.py")):
        content = file.read_bytes()
        name = file.relative_to(_PACKAGE).as_posix()
        digest.update(f"{len(name)} {name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
