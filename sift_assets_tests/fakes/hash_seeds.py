"""What code prints in processes of their own, each with another seed for the hashes of texts."""

import os
import subprocess
import sys

SEEDS = ("1", "42")


def printed_under_hash_seeds(code: str) -> set[str]:
    """Run code once under each seed, and return what was printed."""
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in SEEDS
    }
