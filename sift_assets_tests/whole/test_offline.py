"""With the local model nothing asks the network, and nothing needs it."""

import ipaddress
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from sift_assets_tests.whole.sift_process import answer, made, sift

WITNESS = '''"""Writes down every connection that this process and its Python children try."""

import json
import os
import sys

EVENTS = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}


def write_down(event, arguments):
    if event in EVENTS:
        note(event, repr(arguments[1] if event in ("socket.connect", "socket.sendto") else
                         arguments[0]))


def note(event, address):
    line = json.dumps({"pid": os.getpid(), "event": event, "address": address}) + "\\n"
    descriptor = os.open(SEEN, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, line.encode())
    os.close(descriptor)


note("started", repr(sys.argv[:1]))
sys.addaudithook(write_down)
'''


def is_here(note: dict[str, Any]) -> bool:
    """Say whether an address is on this machine: a socket file, loopback, or no host at all."""
    address = eval(note["address"], {"__builtins__": {}})  # noqa: S307 - the repr of a plain value
    if isinstance(address, tuple):
        address = address[0]
    name = address.decode() if isinstance(address, bytes) else address
    if name in (None, "", "localhost") or "/" in name or name.startswith("\0"):
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


def witnessed(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def without_network() -> tuple[str, ...]:
    """Return the words that start a command without any network, where that is allowed."""
    if shutil.which("unshare") is None:
        return ()
    tried = subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True)
    return ("unshare", "-n") if tried.returncode == 0 else ()


def test_a_run_over_the_sample_calls_no_other_machine_and_needs_none(tmp_path: Path) -> None:
    """In a network namespace of its own where that is allowed: there nothing can be reached."""
    (tmp_path / "witness").mkdir()
    seen = tmp_path / "seen.jsonl"
    # written into the witness, since the reader's child knows nothing of our environment
    witness = f"SEEN = {str(seen)!r}\n{WITNESS}"
    (tmp_path / "witness" / "sitecustomize.py").write_text(witness, encoding="utf-8")
    watched = {"PYTHONPATH": str(tmp_path / "witness")}
    root = made(tmp_path / "project")
    probe = (
        "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('{}', 9))"
    )
    for host in ("127.0.0.1", "192.0.2.1"):  # the second is reserved for documentation
        subprocess.run(
            ["python3", "-c", probe.format(host)],
            env={**os.environ, **watched},
            check=False,
            capture_output=True,
        )
    probes = [note for note in witnessed(seen) if note["event"] != "started"]
    assert [is_here(note) for note in probes] == [True, False]
    seen.unlink()
    report = answer(sift(root, "run", "--json", environment=watched, before=without_network()))
    assert (report["failed"], report["given_up"]) == ([], {})
    assert report["documents_by_status"]["text"] >= 12
    assert report["entities"] > 20
    notes = witnessed(seen)
    assert len({note["pid"] for note in notes}) >= 2, "the reader's child process is not watched"
    assert [n for n in notes if n["event"] != "started" and not is_here(n)] == []
