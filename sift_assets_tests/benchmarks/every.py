"""All benchmarks, in the order in which they are run."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from sift_assets_tests.benchmarks.figures import Figure

Benchmark = Callable[[Path], list[Figure]]
"""Measures in a scratch folder of its own, which is empty."""

BENCHMARKS = {
    "first_graph_of_the_sample": "projects",
    "first_graph_of_the_ftx_documents": "projects",
    "nothing_to_do_and_one_edit": "projects",
    "graph_of_mentions": "graphs",
    "one_edit_of_a_graph": "graphs",
    "graphs_of_millions": "large_graphs",
    "steps_after_the_graph": "large_graphs",
    "narratives_of_one_edit": "narratives",
    "answers": "answers",
    "proposals_of_one_type": "proposals",
    "proposals_of_a_series": "proposals",
    "proposals_of_large_types": "large_types",
    "resolution_beside_splink": "splink_beside",
    "communities_beside_others": "communities_beside",
    "starting": "starting",
    "looks_and_edits": "scale",
    "looks_at_growing_projects": "looking",
    "viewer_of_many_entities": "viewer",
    "fifty_seats": "seats",
    "many_documents_in_the_ui": "dagster_ui",
    "from_saving_to_the_fresh_graph": "following",
    "build_beside_the_peer": "peer",
}
"""Function to its module. Nothing is imported but what is run: the modules that all need take a
hundred megabytes, which would count in every benchmark."""


def benchmark(name: str) -> Benchmark:
    """Return the benchmark of a name."""
    module = import_module(f"sift_assets_tests.benchmarks.{BENCHMARKS[name]}")
    return getattr(module, name)
