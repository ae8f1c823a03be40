"""The same recorded answers and decisions, given to sift-kg 0.9.0 and to us: what comes through?

    python -m sift_assets_tests.evals.versus_sift_kg [FILE] [--peer PYTHON]

from the repository's root. Nine articles about FTX, what a language model had found in them, and
what a person had decided. FILE takes the figures as JSON, `.sift/evals/versus_sift_kg.json` when it
is not given. PYTHON is the interpreter of an environment with sift-kg, by default what
`SIFT_KG_PYTHON` names (see `sift_assets_tests/benchmarks/peer.py`); without one the peer's column
is empty. Without the data there is nothing to compare. No key, no network; half a minute.

The peer's time begins at its extraction files. Ours begins at the answers: it includes cutting into
chunks, reading the answers and looking up each quote.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.language_models.replaying import recordings
from sift_assets_tests.evals.versus_sift_kg.comparing import Judged, Kept, Program, Recorded, judged
from sift_assets_tests.evals.versus_sift_kg.deciding import of_ours, of_the_peer
from sift_assets_tests.whole.test_ftx_decisions import FTX, THEIRS

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "versus_sift_kg.json"

OFFLINE = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "HF_HUB_OFFLINE": "1"}
"""Both programs build a graph without a network; the peer would try, and wait."""

Figures = Mapping[str, float]


def recorded() -> Recorded:
    """Return the recorded answers as records."""
    answers = recordings()
    return Recorded(
        texts={key: one.text for key, one in answers.items()},
        entities=frozenset(
            (key, one["entity_type"], one["name"])
            for key, recording in answers.items()
            for one in recording.entities
        ),
        statements=frozenset(
            (key, one["relation_type"], one["source_entity"], one["target_entity"])
            for key, recording in answers.items()
            for one in recording.relations
        ),
    )


def ours(scratch: Path) -> Figures:
    """Measure our side."""
    module = "sift_assets_tests.evals.versus_sift_kg.our_run"
    program = _printed([sys.executable, "-m", module, str(scratch / "ours")])
    return figures(program, judged(recorded(), program), of_ours(scratch))


def of_peer(python: str, scratch: Path) -> Figures:
    """Measure the peer; nothing without one."""
    if not python:
        return {}
    folder = scratch / "peer"
    shutil.copytree(FTX / "extractions", folder / "extractions")
    shutil.copy(THEIRS, folder)
    program = _printed([python, str(Path(__file__).parent / "peer_run.py"), str(folder)])
    return figures(program, judged(recorded(), program), of_the_peer(program))


def figures(program: Program, found: Judged, kept: Kept) -> Figures:
    """Return the rows of the table."""
    return {
        "relations lost": found.relations_lost,
        "relations kept out, listed with the reason": found.relations_named,
        "relations in the graph that no reader is given": found.relations_unseen,
        "entities lost": found.entities_lost,
        "entities in the graph that no reader is given": found.entities_unseen,
        "names kept only as another's": found.names_folded,
        "quotes published": found.quotes,
        "quotes not in their document": found.quotes_unverified,
        "merges confirmed": kept.merges,
        "merges lost when applied": kept.lost_merges[0],
        "merges lost after the next build": kept.lost_merges[1],
        "relations refused": kept.refused,
        "refused relations there when applied": kept.returned[0],
        "refused relations there after the next build": kept.returned[1],
        "CPU seconds": round(program.cpu_seconds, 2),
        "peak MiB": round(program.peak_mib),
    }


def _printed(command: Sequence[str]) -> Program:
    ended = subprocess.run(
        command,
        cwd=REPOSITORY,
        env=os.environ | OFFLINE,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    if ended.returncode:
        sys.stderr.write(ended.stderr)
        ended.check_returncode()
    return Program.said(json.loads(ended.stdout.splitlines()[-1]))


def table(columns: Mapping[str, Figures]) -> str:
    """Return the figures as text; a column without figures is empty."""
    names = list(dict.fromkeys(name for rows in columns.values() for name in rows))
    lines = [f"{'':48}" + "".join(f"{name:>14}" for name in columns)]
    for name in names:
        cells = (f"{rows[name]:,}" if name in rows else "" for rows in columns.values())
        lines.append(f"{name:48}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Compare, print the table, write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals.versus_sift_kg")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--peer", default=os.environ.get("SIFT_KG_PYTHON", ""), metavar="PYTHON")
    chosen = parser.parse_args(arguments)
    columns: dict[str, Figures] = {"sift-kg 0.9.0": {}, "ours": {}}
    if THEIRS.is_file():
        with TemporaryDirectory(prefix="sift-versus-") as scratch:
            columns["sift-kg 0.9.0"] = of_peer(chosen.peer, Path(scratch))
            columns["ours"] = ours(Path(scratch))
    else:
        sys.stdout.write("The FTX example is absent: set SIFT_EVAL_DATA.\n")
    if not chosen.peer:
        sys.stdout.write("sift-kg is absent: name the Python of an environment with --peer.\n")
    said = recorded()
    counts = {"entities recorded": len(said.entities), "relations recorded": len(said.statements)}
    sys.stdout.write(f"{counts}\n{table(columns)}\n")
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    found = {**counts, **columns}
    chosen.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
