"""Settling mentions: which entity of the domain each one names.

Types go through the domain's synonyms and vocabularies, a stated alias joins the name it stands
for, and what cannot be settled is refused with a reason. Only its own document is looked at. All
mentions of some documents are settled at once; what depends on a name and a type alone is asked
once for each pair of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Mask, Numbers, coded, mask, paired, ranked
from sift_assets.core.graph.identity import TYPE_MARK, normal_form
from sift_assets.core.graph.names import Names, Said, TypeNumbers
from sift_assets.core.graph.refusals import MENTION, Refused, unusable
from sift_assets.core.graph.repeats import KINDS
from sift_assets.core.graph.spelling import slugs
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import MentionKind, QuarantineReason

NAME, ALIAS, REFERENCE = range(len(KINDS))

UNKNOWN = -1
"""Number of a type that the domain does not have."""


@dataclass(frozen=True, eq=False)
class Places:
    """The distinct places that the domain gives to a type with a name.

    Attributes:
        names: The name an entity is gathered under, in the vocabulary's spelling if it has one.
        forms: Normal form of it.
        entities: Index into `entity_ids`.
        types: Number of the entity's type.
        entity_ids: Sorted, so that the order of the numbers is that of the ids.
        entity_types: Number of the type of each of them.
    """

    names: pa.Array
    forms: Numbers
    entities: Numbers
    types: Numbers
    entity_ids: pa.Array
    entity_types: Numbers


@dataclass(frozen=True, eq=False)
class Settled:
    """The mentions that found a place.

    Attributes:
        rows: Index of each into the mentions as extracted.
        place: Index into `places`.
        stated: Number of what the extractor's type means before any vocabulary moved it.
        kind: How it names its entity; a full name that joined another one is an alias, and an
            alias that its own quote does not hold is only a reference.
        places: Where they are.
    """

    rows: Numbers
    place: Numbers
    stated: Numbers
    kind: Numbers
    places: Places


def settle(
    mentions: pa.Table, names: Names, types: TypeMap, numbers: TypeNumbers
) -> tuple[Settled, list[Refused]]:
    """Settle the mentions of some documents.

    Args:
        mentions: As in `reading.Extracted`.
        names: Of which the first two columns are the mentions' names and surfaces.
        types: The domain, compiled.
        numbers: Of types.

    Returns:
        The settled mentions, and the others with the reason why not.
    """
    said = Said.of(mentions["type"])
    readings = [types.entity_type(text) for text in said.texts]
    stated = said.mapped([UNKNOWN if name is None else numbers.number(name) for name in readings])
    named, surfaces = names.codes[:2]
    refused = unusable(mentions, MENTION)
    refused += _without_place(mentions, names.blank[named], stated == UNKNOWN, refused)
    rows = np.setdiff1d(np.arange(len(mentions)), [one.record for one in refused])
    place, places = _placed(named[rows], stated[rows], names, types, numbers)
    kind = _kinds(mentions, surfaces, names)[rows]
    settled = Settled(rows, place, stated[rows], kind, places)
    return _with_aliases_joined(settled, mentions, names), refused


def _without_place(
    mentions: pa.Table, is_blank: Mask, is_unknown: Mask, earlier: list[Refused]
) -> list[Refused]:
    reasons: list[Refused] = []
    known = {one.record for one in earlier}
    for record in np.flatnonzero(is_blank | is_unknown).tolist():
        if record in known:
            continue
        if is_blank[record]:
            reason, detail = QuarantineReason.EMPTY_NAME, "It has no visible name."
        else:
            said = mentions["type"][record].as_py()
            reason, detail = (
                QuarantineReason.UNKNOWN_TYPE,
                f"The domain has no entity type {said!r}.",
            )
        reasons.append(Refused(MENTION, record, reason, detail))
    return reasons


def _placed(
    named: Numbers, stated: Numbers, names: Names, types: TypeMap, numbers: TypeNumbers
) -> tuple[Numbers, Places]:
    """Place each pair of type and name once."""
    _, where, place = np.unique(paired(stated, named), return_index=True, return_inverse=True)
    name, type_ = named[where], stated[where]
    forms = names.forms[name]
    types_of_places, spelled = _by_domain(name, type_, names, types, numbers)
    prefixes = pa.array([one.lower() for one in numbers.names], pa.string())
    ids = pc.binary_join_element_wise(
        prefixes.take(pa.array(types_of_places)),
        slugs(names.form_texts.take(pa.array(forms))),
        TYPE_MARK,
    )
    entities, distinct = ranked(ids)
    types_of_entities = np.zeros(len(distinct), np.int64)
    types_of_entities[entities] = types_of_places
    return place, Places(spelled, forms, entities, types_of_places, distinct, types_of_entities)


def _by_domain(
    name: Numbers, type_: Numbers, names: Names, types: TypeMap, numbers: TypeNumbers
) -> tuple[Numbers, pa.Array]:
    """Return the type and the spelling that the domain gives to names of types.

    What its vocabularies do not list, which is most, depends on the type alone.
    """
    unlisted = [numbers.number(types.unlisted_type(one)) for one in tuple(numbers.names)]
    found = np.array(unlisted, np.int64)[type_]
    spelled = names.squeezed.take(pa.array(name))
    listed = pa.array(types.vocabulary, pa.string())
    is_listed = mask(pc.is_in(names.form_texts, listed))[names.forms[name]]
    places = [
        types.place(numbers.names[int(type_[at])], spelled[int(at)].as_py())
        for at in np.flatnonzero(is_listed)
    ]
    found[is_listed] = [numbers.number(place.type) for place in places]
    spellings = pa.array([place.name for place in places], pa.string())
    return found, pc.replace_with_mask(spelled, is_listed, spellings)


def _kinds(mentions: pa.Table, surfaces: Numbers, names: Names) -> Numbers:
    """A model may claim an alias that nobody wrote; believed, it would join what is not one."""
    codes, distinct = coded(mentions["kind"])
    kinds = np.array([KINDS.index(MentionKind(kind)) for kind in distinct.to_pylist()], np.int64)
    kind = kinds[codes] if len(kinds) else codes
    for row in np.flatnonzero(kind == ALIAS).tolist():
        quote = mentions["quote"][row].as_py()
        if normal_form(names.text(int(surfaces[row]))) not in normal_form(quote):
            kind[row] = REFERENCE
    return kind


class _Form(NamedTuple):
    """A name of a type in a document, by their numbers."""

    row: int
    type: int
    form: int


def _with_aliases_joined(settled: Settled, mentions: pa.Table, names: Names) -> Settled:
    """Gather mentions that use a stated alias as their name under the name it stands for."""
    owners = mentions["row"].to_numpy()[settled.rows]
    types = settled.places.types[settled.place]
    forms = names.forms[names.codes[0][settled.rows]]
    surfaces = names.forms[names.codes[1][settled.rows]]
    said = np.flatnonzero((settled.kind == ALIAS) & (forms != surfaces))
    if not len(said):
        return settled
    aliases = zip(*(column[said].tolist() for column in (owners, types, surfaces)), strict=True)
    stands_for = _targets(
        zip(map(_Form._make, aliases), settled.place[said].tolist(), strict=True), settled.places
    )
    place, kind = settled.place.copy(), settled.kind.copy()
    called = [np.concatenate([column, column[said]]) for column in (owners, types)]
    key = paired(paired(*called), np.concatenate([forms, surfaces[said]]))
    for at in np.flatnonzero(np.isin(key[: len(owners)], key[len(owners) :])).tolist():
        form = _Form(int(owners[at]), int(types[at]), int(forms[at]))
        target = _end_of_chain(form, stands_for, settled.places.forms)
        if target is not None:
            place[at] = target
            kind[at] = ALIAS if kind[at] == NAME else kind[at]
    return replace(settled, place=place, kind=kind)


def _targets(aliases: Iterable[tuple[_Form, int]], places: Places) -> dict[_Form, int]:
    """Return what each stated alias stands for; one that stands for two entities is left alone."""
    targets: dict[_Form, set[int]] = {}
    for form, place in aliases:
        targets.setdefault(form, set()).add(place)
    return {
        form: min(found, key=lambda place: places.names[place].as_py())
        for form, found in targets.items()
        if len({int(places.entities[place]) for place in found}) == 1
    }


def _end_of_chain(form: _Form, stands_for: Mapping[_Form, int], forms: Numbers) -> int | None:
    """Follow aliases of aliases; names that stand for each other stay as they are."""
    seen = {form}
    found = None
    while form in stands_for:
        found = stands_for[form]
        form = form._replace(form=int(forms[found]))
        if form in seen:
            return None
        seen.add(form)
    return found
