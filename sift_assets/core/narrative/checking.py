"""A sentence against what it cites: names, numbers and dates, without a model.

What is found: a citation that is not there or has nothing to do with the sentence; a name, a
number or a date that no cited passage states; a denial where no cited passage denies. What is not:
another verb, a relation the wrong way round, a denial left out, a fact of one cited passage told of
somebody in another, a name in small letters or in a script without capitals that no entity has.
Those need a reader.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.narrative.comparing import (
    NOTHING,
    Facts,
    blanked,
    facts_in,
    has_date,
    has_name,
    has_number,
    missing_facts,
    stated_in,
    support_of,
)
from sift_assets.core.narrative.listing import shown
from sift_assets.core.narrative.material import Material, ProfileMaterial
from sift_assets.core.narrative.records import Sentence
from sift_assets.core.narrative.tokens import forms_of, row_of, tokens_of

DENIALS = listed("not never no nor neither nobody none nothing denied denies deny denying cannot")
"""Words that turn a sentence into its opposite; words that end in `n't` do as well."""


class Ground(NamedTuple):
    """What a passage supports.

    Attributes:
        quote: What stands there.
        names: Names and aliases of the entities that are spoken of there, by whatever word.
        values: What the graph has read there: properties, periods, types of relations.
    """

    quote: str
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all texts in which support may be found, also as they are shown."""
        stated = (*self.names, *self.values)
        return tuple(dict.fromkeys((self.quote, *stated, *map(shown, stated))))


def grounds_of(material: Material | ProfileMaterial) -> dict[str, Ground]:
    """Return what each passage of a material supports, by the id of the passage."""
    members = material.members if isinstance(material, Material) else (material.member,)
    names = {member.id: (member.name, *member.aliases) for member in members}
    grounds: dict[str, Ground] = {}
    for member in members:
        kind = member.type.replace("_", " ")
        for passage in member.passages:
            _add(grounds, passage.id, passage.quote, names[member.id], (kind,))
        for value in member.values:
            for passage in value.passages:
                stated = (kind, value.value, value.key.replace("_", " "))
                _add(grounds, passage.id, passage.quote, names[member.id], stated)
    for one in material.relations:
        ends = (*names.get(one.source, ()), *names.get(one.target, ()))
        ends = (one.source_name, one.target_name, *ends)
        for said in one.statements:
            values = (one.type.replace("_", " "), said.valid_from, said.valid_to)
            values += tuple(value for _, value in said.attributes)
            _add(grounds, said.passage.id, said.passage.quote, ends, values)
    return grounds


def _add(
    grounds: dict[str, Ground],
    passage: str,
    quote: str,
    names: tuple[str, ...],
    values: tuple[str, ...] = (),
) -> None:
    known = grounds.get(passage, Ground(quote))
    names = tuple(dict.fromkeys((*known.names, *names)))
    values = tuple(dict.fromkeys((*known.values, *filter(None, values))))
    grounds[passage] = Ground(known.quote, names, values)


def problems_of(
    sentence: Sentence,
    grounds: Mapping[str, Ground],
    known_names: Collection[str],
    counts: Collection[int] = (),
) -> tuple[str, ...]:
    """Return what is wrong with a sentence, each in a few words of English; nothing if it holds.

    Args:
        sentence: With the passages it cites.
        grounds: What may be cited, see `grounds_of`.
        known_names: Names and aliases of all entities that might be spoken of.
        counts: Numbers that follow from the graph and stand in no passage: how many there are.
    """
    if not sentence.cites:
        return ("it cites no passage",)
    missing = [one for one in sentence.cites if one not in grounds]
    if missing:
        return tuple(f"there is no passage {one}" for one in missing)
    cited = [grounds[one] for one in sentence.cites]
    facts = facts_in(sentence.text, known_names)
    return (
        *(
            f"{fact} is in no cited passage"
            for fact in missing_facts(facts, support_of(ground.texts for ground in cited), counts)
        ),
        *(
            f"passage {one} has nothing to do with it"
            for one, ground in zip(sentence.cites, cited, strict=True)
            if not _bears_on(ground, sentence.text, facts, counts)
        ),
        *(f"no cited passage says “{word}”" for word in _denials(sentence.text, facts, cited)),
    )


def facts_lost(before: str, after: str, known_names: Collection[str] = ()) -> tuple[str, ...]:
    """Return names, numbers and dates of a text that another lacks: a rewrite may lose none."""
    return tuple(missing_facts(facts_in(before, known_names), support_of([(after,)])))


def _bears_on(ground: Ground, text: str, facts: Facts, counts: Collection[int]) -> bool:
    """Say whether a passage states anything that the sentence says, where it says something."""
    if _is_named(ground, text):
        return True
    stated = [one for one in facts.numbers if not has_number(one, NOTHING, counts)]
    if not (facts.names or stated or facts.dates):
        return True
    support = stated_in(ground.texts)
    parts = (part for run in facts.names for part in (run.whole, *run.parts))
    return (
        any(has_name(part, support) for part in parts)
        or any(has_number(one, support) for one in facts.numbers)
        or any(has_date(one, support) for one in facts.dates)
    )


def _is_named(ground: Ground, text: str) -> bool:
    """Say whether a sentence names an entity of a passage, also by a word in small letters."""
    said = row_of(forms_of(text))
    return any(shown(name) in text or row_of(forms_of(name)) in said for name in ground.names)


def _denials(text: str, facts: Facts, cited: Sequence[Ground]) -> list[str]:
    spans = [run.whole for run in facts.names]
    said = {one.text for one in tokens_of(blanked(text, spans)) if _denies(one.form)}
    texts = (text for ground in cited for text in ground.texts)
    is_denied = bool(said) and any(_denies(form) for text in texts for form in forms_of(text))
    return [] if is_denied else sorted(said)


def _denies(form: str) -> bool:
    return form in DENIALS or form.endswith("n't")
