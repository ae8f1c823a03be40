"""What splink finds in records of people, in a process of its own interpreter.

    $SIFT_SPLINK_PYTHON splink_run.py RECORDS.csv PAIRS.csv

A plain file that imports nothing of ours. Settings are after those of splink's own tutorials for
the sets `fake_1000` and `historical_50k`, told apart by their columns. Writes the pairs with their
probabilities and prints one JSON document: CPU seconds of training and predicting, peak memory,
version.
"""

import csv
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

LEAST = 0.05
"""Probability from which pairs are written."""

MAX_PAIRS, SEED = 1_000_000, 1
"""Of the random sample by which splink counts what agrees by chance."""


def find(records: Path, pairs: Path) -> dict[str, Any]:
    """Train splink without labels, predict, write the pairs; measure it."""
    splink = import_module("splink")
    comparisons = import_module("splink.comparison_library")
    with records.open(encoding="utf-8") as file:
        columns = next(csv.reader(file))
    began = time.process_time()
    chosen = _historical if "postcode_fake" in columns else _fake
    settings, training, rules = chosen(splink, comparisons)
    engine = splink.DuckDBAPI()
    data = engine.register(_read(engine, records), dataset_display_name="records")
    linker = splink.Linker(data, settings, log_level=None)
    linker.training.estimate_probability_two_random_records_match(rules, recall=0.7)
    linker.training.estimate_u_using_random_sampling(max_pairs=MAX_PAIRS, seed=SEED)
    for rule in training:
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    found = linker.inference.predict(threshold_match_probability=LEAST)
    table = found.as_pyarrow_table().select(["unique_id_l", "unique_id_r", "match_probability"])
    seconds = time.process_time() - began
    import_module("pyarrow.csv").write_csv(table, pairs)
    return {"cpu_seconds": seconds, "peak_mib": peak_mib(), "version": splink.__version__}


def _read(engine: Any, records: Path) -> Any:
    """Read all as texts, empty ones as nothing."""
    query = "SELECT * FROM read_csv(?, all_varchar=true, nullstr='')"
    return engine.duckdb_con.execute(query, [str(records)]).to_arrow_table()


def _fake(splink: Any, library: Any) -> tuple[Any, list[Any], list[Any]]:
    block_on = splink.block_on
    settings = splink.SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            library.NameComparison("first_name"),
            library.NameComparison("surname"),
            library.DateOfBirthComparison("dob", input_is_string=True),
            library.ExactMatch("city").configure(term_frequency_adjustments=True),
            library.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("first_name", "city"),
            block_on("surname"),
            block_on("dob"),
            block_on("email"),
        ],
    )
    training = [block_on("first_name", "surname"), block_on("dob"), block_on("email")]
    rules = [block_on("first_name", "dob"), block_on("email"), block_on("surname", "dob")]
    return settings, training, rules


def _historical(splink: Any, library: Any) -> tuple[Any, list[Any], list[Any]]:
    block_on = splink.block_on
    settings = splink.SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            library.NameComparison("first_name"),
            library.NameComparison("surname"),
            library.DateOfBirthComparison("dob", input_is_string=True),
            library.PostcodeComparison("postcode_fake"),
            library.ExactMatch("birth_place").configure(term_frequency_adjustments=True),
            library.ExactMatch("occupation").configure(term_frequency_adjustments=True),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("substr(first_name,1,3)", "substr(surname,1,4)"),
            block_on("surname", "dob"),
            block_on("first_name", "dob"),
            block_on("postcode_fake", "first_name"),
            block_on("postcode_fake", "surname"),
            block_on("dob", "birth_place"),
            block_on("substr(postcode_fake,1,3)", "dob"),
            block_on("substr(postcode_fake,1,3)", "first_name"),
            block_on("substr(postcode_fake,1,3)", "surname"),
            block_on("substr(first_name,1,2)", "substr(surname,1,2)", "substr(dob,1,4)"),
        ],
    )
    training = [block_on("first_name", "surname"), block_on("dob")]
    rules = [
        block_on("first_name", "surname", "dob"),
        block_on("substr(first_name,1,2)", "surname", "substr(postcode_fake,1,2)"),
        block_on("dob", "postcode_fake"),
    ]
    return settings, training, rules


def peak_mib() -> float:
    """Return the most memory that this process had; `ru_maxrss` begins at its parent's."""
    return int(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0]) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(find(Path(sys.argv[1]), Path(sys.argv[2]))) + "\n")
