"""Whether the parts of a domain fit together: every name that is used is defined, once."""

from collections.abc import Iterable, Iterator, Mapping

from sift_assets.core.config.validation import Problem, nearest
from sift_assets.core.config.yaml_source import FieldPath
from sift_assets.core.domain.model import Domain, EntityType, RelationType
from sift_assets.core.domain.patterns import pattern_problem

EXTENDS = "EXTENDS"
"""Built in: a variant extends what it varies, in every domain, whether it is listed or not."""


def domain_problems(domain: Domain) -> list[Problem]:
    """Return every mistake between the fields of a domain; none when it is sound."""
    problems = list(_emptiness(domain))
    for name, entity_type in domain.entity_types.items():
        problems += _entity_type(domain, ("entity_types", name), entity_type)
    for name, relation_type in domain.relation_types.items():
        problems += _relation_type(domain, ("relation_types", name), relation_type)
    if domain.fallback_relation and domain.fallback_relation not in domain.relation_types:
        problems.append(
            _undefined(("fallback_relation",), domain.fallback_relation, domain.relation_types)
        )
    problems += _disjoint(domain)
    problems += _claims("entity_types", _entity_names(domain), domain.entity_types)
    problems += _claims("relation_types", _relation_names(domain), domain.relation_types)
    return problems


def _emptiness(domain: Domain) -> Iterator[Problem]:
    if domain.entity_types or domain.schema_free:
        return
    fix = "List at least one, or write `schema_free: true` to have the types discovered."
    yield Problem(("entity_types",), "defines no type.", fix)


def _entity_type(domain: Domain, path: FieldPath, kind: EntityType) -> Iterator[Problem]:
    fallback = kind.fallback_type
    if fallback and fallback not in domain.entity_types:
        yield _undefined((*path, "fallback_type"), fallback, domain.entity_types)
    if fallback == path[-1]:
        fix = "Name another type, or delete the line to keep the type."
        yield Problem((*path, "fallback_type"), "is the type itself.", fix)
    yield from _names((*path, "vocabulary"), kind.vocabulary)
    yield from _names((*path, "gazetteer"), kind.gazetteer)
    for index, pattern in enumerate(kind.patterns):
        if wrong := pattern_problem(pattern.pattern):
            fix = "See the comment on patterns in domains/general.yaml."
            yield Problem((*path, "patterns", index, "pattern"), f"{wrong}.", fix)


def _names(path: FieldPath, names: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if not name.strip():
            yield Problem((*path, index), "is blank.", "Delete it.")
        elif name.casefold() in seen:
            yield Problem((*path, index), f"lists `{name}` again.", "Delete one.")
        seen.add(name.casefold())


def _relation_type(domain: Domain, path: FieldPath, kind: RelationType) -> Iterator[Problem]:
    for field, ends in (("source_types", kind.source_types), ("target_types", kind.target_types)):
        for index, end in enumerate(ends):
            if end not in domain.entity_types:
                yield _undefined((*path, field, index), end, domain.entity_types)
    if kind.symmetric and kind.inverse:
        fix = "Delete the inverse: read backwards, a symmetric relation has its own name."
        yield Problem((*path, "inverse"), "is given for a symmetric relation.", fix)
    if kind.symmetric and path[-1] == EXTENDS:
        fix = "Delete the line: a variant extends its original, never the reverse."
        yield Problem((*path, "symmetric"), "cannot be set for the built-in EXTENDS.", fix)


def _disjoint(domain: Domain) -> Iterator[Problem]:
    for at, group in enumerate(domain.disjoint):
        if len({*group}) < 2:
            fix = "List two types or more that exclude each other, or delete the line."
            yield Problem(("disjoint", at), "is no group of different types.", fix)
        for index, name in enumerate(group):
            if name not in domain.entity_types and not domain.schema_free:
                yield _undefined(("disjoint", at, index), name, domain.entity_types)


def _undefined(path: FieldPath, name: str, types: Mapping[str, object]) -> Problem:
    like = nearest(name, list(types))
    fix = f"Did you mean `{like}`?" if like else "Define it, or delete it here."
    return Problem(path, f"names `{name}`, which is not a type of this domain.", fix)


def _entity_names(domain: Domain) -> Iterator[tuple[FieldPath, str]]:
    for owner, kind in domain.entity_types.items():
        yield from _listed((owner, "synonyms"), kind.synonyms)
        yield from _listed((owner, "renamed_from"), kind.renamed_from)


def _relation_names(domain: Domain) -> Iterator[tuple[FieldPath, str]]:
    for owner, kind in domain.relation_types.items():
        if kind.inverse:
            yield (owner, "inverse"), kind.inverse
        yield from _listed((owner, "synonyms"), kind.synonyms)
        yield from _listed((owner, "renamed_from"), kind.renamed_from)


def _listed(path: FieldPath, names: Iterable[str]) -> Iterator[tuple[FieldPath, str]]:
    for index, name in enumerate(names):
        yield (*path, index), name


def _claims(
    section: str, names: Iterable[tuple[FieldPath, str]], types: Mapping[str, object]
) -> Iterator[Problem]:
    """Yield each other name that is a type of its own, or already stands for something else."""
    claimed: dict[str, FieldPath] = {}
    reserved = {EXTENDS} if section == "relation_types" else set[str]()
    for path, name in names:
        first = claimed.setdefault(name, path)
        full = (section, *path)
        if name in types or name in reserved:
            fix = "Delete it here, or delete the type."
            yield Problem(full, f"names `{name}`, which is a type of its own.", fix)
        elif first != path and (first[0] != path[0] or "inverse" in (first[1], path[1])):
            other = f"{first[0]}.{first[1]}"
            yield Problem(full, f"names `{name}`, which {other} names already.", "Keep one.")
