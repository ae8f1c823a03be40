"""The documents of the evaluation: the nine of the FTX example, and many short ones."""

from sift_assets_tests.evals.extraction.corpora import ftx_documents

PEOPLE = ("Ada Varga", "Tom Brandt", "Nina Olsen", "Karl Meier", "Rosa Lund", "Olaf Berg")
PLACES = ("Lisbon", "Rotterdam", "Bergen", "Trieste", "Gdansk")
VERBS = ("works for", "founded", "is the director of", "left")


def documents(generated: int) -> dict[str, str]:
    """Return path to text: the public ones where they are, and so many generated."""
    public = {f"ftx/{one.name}.txt": one.text for one in ftx_documents()}
    return public | {f"many/{number:05}.txt": _text(number) for number in range(generated)}


def _text(number: int) -> str:
    """Write a note that names a person, a firm of a few notes, and a place."""
    person, other = PEOPLE[number % len(PEOPLE)], PEOPLE[(number // 7) % len(PEOPLE)]
    place, verb = PLACES[number % len(PLACES)], VERBS[number % len(VERBS)]
    firm = f"Harbour Works {number // 4} Ltd"
    return (
        f"{person} {verb} {firm}. It is based in {place}.\n\n"
        f"In 2021 {firm} acquired Quay {number % 97} Ltd from {other}. Note {number}.\n"
    )
