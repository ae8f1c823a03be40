"""Documents that say that they are personal, in every way, after every kind of edit."""

from collections.abc import Callable, Iterator

from sift_assets.core.promotion.candidates import root_of, says_personal, tags_of
from sift_assets.core.promotion.records import Root
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets_tests.fakes.planted_secrets import Chance

LABELS = (
    "---\ntags: [work, personal]\n---\n",
    "---\ntags:\n  - work\n  - Personal\n---\n",
    "---\ntags: [\n  work,\n  personal,\n]\n---\n",
    "---\nTitle: x\nTags: PERSONAL, work\n---\n",
    "---\ntags: '#personal'\nroot: work\n---\n",
    "---\nroot: personal\n---\n",
    '---\n"tags": ["personal"]\n---\n',
    '+++\ntags = ["work", "personal"]\n+++\n',
    "\n\n---\ntags: ｐｅｒｓｏｎａｌ\n---\n",
    "---\ntags: per\u200bsonal\n---\n",
    "Capture Root Tags: personal, org-work\n\n",
    "**Tags:** personal\n\n",
    "Some text first.\n\nKeywords: work; personal\n",
    "A note, #personal and #work.\n",
    "#Personal/diary\n",
)
"""Ways to say it."""

EDITS: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace("\n", "\n\n", 1) if not text.startswith("\n") else text,
    lambda text: f"{text}\nMore on the harbour works.",
    lambda text: f"{text}\nTags: org-work\n",
    lambda text: text.upper(),
    lambda text: text.replace(" ", "  "),
    lambda text: f"{text}#org-work #harbour\n",
    lambda text: text.replace("personal", "Personal"),
    lambda text: text.replace("a", "a\u00ad"),
)
"""What people and programs do to a note that leaves its label in place."""


MOST_EDITS = 4

WORK_TAGS = ("org-work", "harbour", "draft")
"""What people and programs tag it with besides."""


def text_of(text: str, tags: tuple[str, ...] = ()) -> DocumentText:
    """Return a text as a reader gives it, with tags that the reader found."""
    return DocumentText(status=ReadStatus.TEXT, text=text, tags=tags)


def personal_documents(count: int, seed: int) -> Iterator[tuple[DocumentText, Root]]:
    """Yield documents after sequences of tags and edits by chance, and the root of each.

    Args:
        count: How many sequences.
        seed: The same one gives the same documents.
    """
    chance = Chance(seed)
    for _ in range(count):
        text = f"{chance.choice(LABELS)}Ada met Tom.\n"
        tags = tuple(chance.sample(WORK_TAGS, chance.randrange(len(WORK_TAGS) + 1)))
        for _ in range(chance.randrange(MOST_EDITS + 1)):
            text = chance.choice(EDITS)(text)
        document = text_of(text, tags)
        in_work = "org-work" in tags_of(document) or chance.random() < 0.5
        yield document, root_of(personal=says_personal(document), org_work=in_work)
