"""Domains for programs: loading one, and putting one into a project."""

from pathlib import Path

from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain
from sift_assets.core.domain.writing import file_stem, written_domain
from sift_assets.core.errors import ConfigError
from sift_assets.resources import domain_files
from sift_assets.resources.files import write_atomically

_HASH_DIGITS = 8
"""Of a domain's hash, where another domain has its name."""


def load_domain(domain_path: Path | str | None = None, bundled_name: str = "schema-free") -> Domain:
    """Load a domain.

    Args:
        domain_path: A domain file, ours or one of sift-kg.
        bundled_name: Without a file: a domain that comes with the package.

    Raises:
        ConfigError: There is none, or the file is wrong; names line and field.
    """
    if domain_path is not None:
        return domain_files.load_domain(Path(domain_path))
    bundled = {file.stem: file for file in domain_files.bundled_domains().glob("*.yaml")}
    if bundled_name not in bundled:
        known = ", ".join(sorted(bundled))
        raise ConfigError(f"There is no domain '{bundled_name}'.", f"Known: {known}.")
    return domain_files.load_domain(bundled[bundled_name])


def settled_domain(root: Path, domain: Domain | str | Path) -> str:
    """Return what `domain:` in a project's settings is to say for a domain.

    A domain that no file of the project says is written into `domains/`.

    Args:
        root: The project's folder.
        domain: One that was loaded or made, or the name or the path of one.

    Raises:
        ConfigError: There is none of that name, or it cannot be said in a file.
    """
    if not isinstance(domain, Domain):
        name = str(domain)
        known = name in domain_files.domain_files(root)
        return name if known else str(domain_files.find_domain(root, str(Path(name).resolve())))
    for name, file in domain_files.domain_files(root).items():
        if _says(file, domain):
            return name
    text = written_domain(domain)
    if read_domain(text, "") != domain:
        raise ConfigError("The domain cannot be written into a file.", "Load it from one.")
    stem = file_stem(domain.name)
    if stem in domain_files.domain_files(root):
        stem = f"{stem}_{domain.content_hash()[:_HASH_DIGITS]}"
    write_atomically(root / "domains" / f"{stem}.yaml", text.encode())
    return stem


def _says(file: Path, domain: Domain) -> bool:
    try:
        return domain_files.load_domain(file) == domain
    except ConfigError:
        return False
