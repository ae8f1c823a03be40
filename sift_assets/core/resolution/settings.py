"""How entities that may be one are found: the part of the settings that resolution sees.

Light to import: the settings of a project read this.
"""

from typing import Literal

from pydantic import Field

from sift_assets.core.records.record import Record

EncoderName = Literal["ngrams", "minilm"]
"""What finds names that are alike, beside rules: their letters only, or vectors of a bundled model
as well (extra `embeddings`). An explicit choice, never what happens to be installed."""

AutoRule = Literal["title", "plural", "typo"]
"""A rule that decides without a person where the settings say so, logged and undoable."""

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the bundled model's weights, the same as several public projects pin for the upstream
all-MiniLM-L6-v2; other weights are refused."""

ENCODER_VERSIONS: dict[EncoderName, str] = {
    "ngrams": "ngrams",
    "minilm": f"minilm {MINILM_SHA256[:12]}",
}
"""Part of the version of merge proposals: other vectors may find other pairs."""

PROPOSE_FROM = 0.2
"""One in five pairs at this score is one thing: a look takes seconds, a duplicate that is never
proposed stays in the graph."""


class ResolutionSettings(Record):
    """How entities that may be one are found, and what may be joined unasked.

    Attributes:
        encoder: `ngrams` looks at letters; `minilm` also at vectors (extra `embeddings`). Vectors
            find pairs, they never decide; by them what the documents say can be searched by
            meaning as well.
        propose_from: Pairs with a lower score are not proposed.
        auto_rules: Rules that decide without a person; none unless named here.
    """

    encoder: EncoderName = "ngrams"
    propose_from: float = Field(default=PROPOSE_FROM, gt=0, lt=1, allow_inf_nan=False)
    auto_rules: tuple[AutoRule, ...] = ()


class ResolutionStage(Record):
    """What shapes merge proposals. Rules that decide unasked do not: they act on proposals."""

    encoder: EncoderName = "ngrams"
    encoder_version: str = ENCODER_VERSIONS["ngrams"]
    propose_from: float = PROPOSE_FROM
