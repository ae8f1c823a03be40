"""The FTX example through the path of a language model: recorded answers, no network, every chunk.

Asked is what a real run would ask: chunk by chunk, answers kept. What is read must be what was
recorded, and what was invented must be found out.
"""

import json
from collections import Counter
from collections.abc import Mapping

from sift_assets.core.domain.facets import prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.extraction.grounding import Grounder
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.extraction.llm.replay import SEPARATOR, Recording, ReplayModel
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.chunking import chunk
from sift_assets_tests.evals.extraction.corpora import data_folder

CHUNK_SIZE = 5000
"""As in the recordings."""

NEW_SENTENCE = "A spokesman had no comment on any of this."

_PROMPT = prompt_facet(Domain(schema_free=True))
_ALONE = CallSettings(document_context=False, concurrency=1)


def recordings() -> dict[str, Recording]:
    """Return the recordings of the FTX example, none when it is absent."""
    folder = data_folder() / "sift_kg_ftx"
    found: dict[str, Recording] = {}
    for file in sorted((folder / "docs").glob("*.txt")):
        answers = json.loads((folder / "extractions" / f"{file.stem}.json").read_text("utf-8"))
        found[file.stem] = Recording(
            text=file.read_text("utf-8"),
            entities=answers["entities"],
            relations=answers["relations"],
            model=answers["model_used"],
        )
    return found


def evaluate_replay() -> dict[str, int]:
    """Run the example twice, edit its longest document in the middle, and run again."""
    recorded = recordings()
    if not recorded:
        return {}
    model, answers = ReplayModel(recorded.values()), MemoryAnswerCache()
    texts = {key: one.text for key, one in recorded.items()}
    first = _extracted(model, answers, texts)
    calls = len(model.calls)
    again = _extracted(model, answers, texts)
    longest = max(texts, key=lambda key: len(texts[key]))
    edited = {longest: with_edit(texts[longest])}
    before = len(model.calls)
    after = _extracted(model, answers, edited)[longest]
    return {
        "documents": len(texts),
        "chunks": sum(len(one.chunks) for one in first.values()),
        "calls": calls,
        "calls of a second run": before - calls,
        "second run differs": sum(first[key] != again[key] for key in texts),
        "chunks of the edited document": len(after.chunks),
        "calls after an edit in its middle": len(model.calls) - before,
        **_records(recorded, first),
        **_quotes(recorded),
    }


def with_edit(text: str) -> str:
    """Add a sentence to the paragraph in the middle of a text."""
    at = text.index("\n", len(text) // 2)
    return f"{text[:at]} {NEW_SENTENCE}{text[at:]}"


def _extracted(
    model: ReplayModel, answers: MemoryAnswerCache, texts: Mapping[str, str]
) -> dict[str, Extraction]:
    extractor = LanguageModelExtractor(model, "replay/ftx", answers, _ALONE)
    return {
        key: extractor.extract(
            DocumentText(status=ReadStatus.TEXT, text=text), chunk(text, CHUNK_SIZE), _PROMPT
        )
        for key, text in texts.items()
    }


def _records(
    recorded: Mapping[str, Recording], extractions: Mapping[str, Extraction]
) -> dict[str, int]:
    """Count what was read, each record once although several chunks may have shown its quote."""
    figures: Counter[str] = Counter()
    for key, recording in recorded.items():
        extraction = extractions[key]
        entities = {(m.name, m.type) for m in extraction.mentions}
        relations = {(r.source, r.type, r.target) for r in extraction.relations}
        refused = {q.record.get("evidence") for q in extraction.quarantined}
        grounder = Grounder(recording.text, 0, len(recording.text))
        for entity in recording.entities:
            figures["entities read"] += (entity["name"], entity["entity_type"]) in entities
        for one in recording.relations:
            ends = one["source_entity"], one["relation_type"], one["target_entity"]
            stands = grounder.ground(one["evidence"]) is not None
            figures["relations published"] += stands and ends in relations
            figures["relations quarantined"] += not stands and one["evidence"] in refused
    figures["relations read"] = figures["relations published"] + figures["relations quarantined"]
    return dict(figures)


def _quotes(recorded: Mapping[str, Recording]) -> dict[str, int]:
    """Say how each recorded quote stands in its document, and what saves those that do not."""
    figures: Counter[str] = Counter()
    for recording in recorded.values():
        grounder = Grounder(recording.text, 0, len(recording.text))
        for one in recording.entities:
            found = [grounder.ground(quote) for quote in one["context"].split(SEPARATOR)]
            how = next((str(e.alignment) for e in found if e), "")
            named = "found by name" if grounder.exactly(one["name"]) else "ungrounded"
            figures[f"entity quotes {how or named}"] += 1
        for one in recording.relations:
            evidence = grounder.ground(one["evidence"])
            how = str(evidence.alignment) if evidence else "ungrounded"
            figures[f"relation quotes {how}"] += 1
    return dict(sorted(figures.items()))
