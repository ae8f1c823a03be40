"""The reading process: hashes, limits, crashes, its end, and that it has no network."""

import hashlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sift_assets.core.errors import ConfigError, MissingEngineError, SiftError
from sift_assets.core.records.text import ReadStatus
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers import running_child
from sift_assets.resources.readers.process import ReaderProcess, read_document
from sift_assets_tests.resources.readers.made_documents import pdf_of

NO_OCR = ReaderSettings(ocr=False)


def slow_document(folder: Path) -> Path:
    """Make a PDF that pdfplumber reads for about half a minute."""
    path = folder / "slow.pdf"
    path.write_bytes(pdf_of(["\n".join(["many words on a line"] * 45)] * 1500))
    return path


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def document(folder: Path, text: str = "Some words.") -> Path:
    path = folder / "a.txt"
    path.write_text(text)
    return path


def test_the_hash_is_that_of_the_bytes_read(tmp_path: Path) -> None:
    path = document(tmp_path)
    result = read_document(path, NO_OCR)
    assert result.content_hash == hashlib.sha256(path.read_bytes()).hexdigest()
    assert result.text.text == "Some words."
    assert not result.transient


def test_one_child_reads_many_documents_and_then_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_child, "DOCUMENTS_PER_CHILD", 3)
    path = document(tmp_path)
    with ReaderProcess(NO_OCR) as reader:
        pids = []
        for _ in range(6):
            reader.read(path)
            pids.append(reader.pid)
        assert pids[0] == pids[1] != 0
        assert pids[2] == 0  # spent after the third
        assert pids[3] == pids[4] != pids[0]


def test_the_end_of_the_reader_is_the_end_of_the_child_and_of_its_scratch_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with ReaderProcess(NO_OCR) as reader:
        reader.read(document(tmp_path))
        pid = reader.pid
        assert list(tmp_path.glob("sift-reader-*"))
    assert not is_running(pid)
    assert not list(tmp_path.glob("sift-reader-*"))


def test_a_child_killed_between_documents_is_replaced(tmp_path: Path) -> None:
    path = document(tmp_path)
    with ReaderProcess(NO_OCR) as reader:
        reader.read(path)
        os.kill(reader.pid, signal.SIGKILL)
        assert reader.read(path).text.status is ReadStatus.TEXT


def test_a_child_killed_while_it_reads_is_tried_once_more(tmp_path: Path) -> None:
    slow = slow_document(tmp_path)
    with ReaderProcess(
        ReaderSettings(reader="pdfplumber", ocr=False, timeout_seconds=20)
    ) as reader:
        kills: list[int] = []

        def kill_twice() -> None:
            while len(kills) < 2:
                wait_for(lambda: reader.pid not in (0, *kills))
                time.sleep(0.5)
                kills.append(reader.pid)
                os.kill(kills[-1], signal.SIGKILL)

        killer = threading.Thread(target=kill_twice)
        killer.start()
        result = reader.read(slow)
        killer.join()
        assert len(set(kills)) == 2
        assert result.text.status is ReadStatus.UNREADABLE
        assert "crashed" in result.text.reason
        assert result.transient
        assert reader.read(document(tmp_path)).text.status is ReadStatus.TEXT


def test_reading_that_takes_too_long_is_ended_and_the_next_document_is_read(tmp_path: Path) -> None:
    slow = slow_document(tmp_path)
    with ReaderProcess(ReaderSettings(reader="pdfplumber", ocr=False, timeout_seconds=1)) as reader:
        begun = time.monotonic()
        result = reader.read(slow)
        assert time.monotonic() - begun < 10
        assert result.text.status is ReadStatus.UNREADABLE
        assert "timeout_seconds" in result.text.reason
        assert result.transient
        assert result.content_hash == hashlib.sha256(slow.read_bytes()).hexdigest()
        assert reader.read(document(tmp_path)).text.status is ReadStatus.TEXT


def test_a_document_that_needs_too_much_memory_is_a_status_and_not_a_crash(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes("ä€😀 ".encode() * 9_000_000)
    settings = ReaderSettings(ocr=False, memory_megabytes=512)
    with ReaderProcess(settings) as reader:
        result = reader.read(large)
        assert result.text.status is ReadStatus.UNREADABLE
        assert "memory_megabytes" in result.text.reason
        assert result.transient
        assert reader.read(document(tmp_path)).text.status is ReadStatus.TEXT


def test_a_document_above_the_limit_of_size_is_too_large(tmp_path: Path) -> None:
    path = document(tmp_path, "x" * 2000)
    result = read_document(path, ReaderSettings(ocr=False, max_megabytes=0.001))
    assert result.text.status is ReadStatus.TOO_LARGE
    assert "0.001 MB" in result.text.reason
    assert result.content_hash == ""
    assert read_document(path, ReaderSettings(max_megabytes=0.002)).text.text == "x" * 2000


def test_pipes_folders_and_devices_are_unsupported_and_do_not_block(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero")):
        result = read_document(path, NO_OCR)
        assert result.text.status is ReadStatus.UNSUPPORTED
        assert "regular file" in result.text.reason


def test_a_file_that_cannot_be_opened_is_unreadable_for_now(tmp_path: Path) -> None:
    result = read_document(tmp_path / "absent.txt", NO_OCR)
    assert result.text.status is ReadStatus.UNREADABLE
    assert "FileNotFoundError" in result.text.reason
    assert result.transient


def test_the_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    slow = slow_document(tmp_path)
    code = (
        "import sys, threading\nfrom pathlib import Path\n"
        "from sift_assets.resources.readers.process import ReaderProcess\n"
        "from sift_assets.core.text.settings import ReaderSettings\n"
        "reader = ReaderProcess(ReaderSettings(reader='pdfplumber'))\n"
        "reader.read(Path(sys.argv[1]))\nprint(reader.pid, flush=True)\n"
        "reader.read(Path(sys.argv[2]))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, str(document(tmp_path)), str(slow)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert is_running(child)
    time.sleep(0.3)  # it is in the middle of the slow document
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert wait_for(lambda: not is_running(child))
    assert wait_for(lambda: not list(tmp_path.glob("sift-reader-*")))


def test_the_child_starts_without_dagster_litellm_or_a_parser() -> None:
    code = (
        "import sys, sift_assets.resources.readers.child\n"
        "heavy = {'dagster', 'litellm', 'spacy', 'torch', 'kreuzberg', 'pdfplumber', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_modules_in_the_folder_of_documents_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    assert read_document(Path("json.py"), NO_OCR).text.text.startswith("raise")


def test_no_key_of_the_environment_reaches_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with ReaderProcess(NO_OCR) as reader:
        reader.read(document(tmp_path))
        environment = Path(f"/proc/{reader.pid}/environ").read_bytes()
    assert b"sk-secret" not in environment
    assert b"KREUZBERG_CACHE_DIR=" in environment


def test_a_process_that_left_the_network_reaches_no_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.5)
        address = server.getsockname()
        # what runs inside is what the child runs; curl stands for native code
        code = (
            "import socket, subprocess\n"
            "from sift_assets.resources.readers.sandbox import leave_network\n"
            "how = leave_network()\n"
            "refused = 0\n"
            "for attempt in (\n"
            f"    lambda: socket.create_connection({address!r}, 2),\n"
            f"    lambda: socket.socket().connect({address!r}),\n"
            f"    lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', {address!r}),\n"
            "    lambda: socket.getaddrinfo('example.org', 80),\n"
            "):\n"
            "    try:\n        attempt()\n"
            "    except OSError:\n        refused += 1\n"
            f'probe = "import socket; socket.create_connection({address!r}, 2)"\n'
            "import sys\n"
            "native = subprocess.run([sys.executable, '-c', probe], capture_output=True)\n"
            "print(how, refused, native.returncode != 0)\n"
        )
        shown = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
        )
        how, refused, native_refused = shown.stdout.split()
        assert refused == "4"
        assert how in ("namespace", "python")
        if how == "namespace":
            assert native_refused == "True"
            with pytest.raises(TimeoutError):
                server.accept()


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_the_child_itself_lives_in_another_network_than_its_parent(tmp_path: Path) -> None:
    with ReaderProcess(NO_OCR) as reader:
        reader.read(document(tmp_path))
        outside = Path("/proc/self/ns/net").readlink()
        inside = Path(f"/proc/{reader.pid}/ns/net").readlink()
    if inside == outside:
        pytest.skip("this system grants no network namespace: Python's sockets alone are blocked")
    assert inside != outside


def test_the_memory_of_the_child_is_bounded(tmp_path: Path) -> None:
    with ReaderProcess(ReaderSettings(ocr=False, memory_megabytes=1024)) as reader:
        reader.read(document(tmp_path))
        limits = Path(f"/proc/{reader.pid}/limits").read_text()
    line = next(line for line in limits.splitlines() if line.startswith("Max address space"))
    assert line.split()[3:5] == [str(1024 * 2**20)] * 2


def test_other_limits_get_another_child(tmp_path: Path) -> None:
    path = document(tmp_path)
    with ReaderProcess(NO_OCR) as reader:
        reader.read(path)
        first = reader.pid
        reader.read(path, ReaderSettings(ocr=False, memory_megabytes=1024))
        assert reader.pid != first


def test_many_threads_may_share_one_reader(tmp_path: Path) -> None:
    paths = []
    for number in range(8):
        path = tmp_path / f"{number}.txt"
        path.write_text(f"Text {number}.")
        paths.append(path)
    found: dict[int, str] = {}
    with ReaderProcess(NO_OCR) as reader:

        def read(number: int) -> None:
            found[number] = reader.read(paths[number]).text.text

        threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {number: f"Text {number}." for number in range(8)}


def test_a_child_that_cannot_start_is_an_error_with_a_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for executable in ("/bin/false", "/absent/python"):
        monkeypatch.setattr(sys, "executable", executable)
        with pytest.raises(SiftError, match="does not start"):
            read_document(document(tmp_path), NO_OCR)


@pytest.mark.parametrize(
    "answer",
    [
        {"text": {"status": "text", "evil": 1}, "peak": 1, "transient": False},
        {"text": {"status": "text"}},
        {"text": 3, "peak": "much", "transient": False},
    ],
)
def test_a_child_that_was_taken_over_and_answers_nonsense_is_a_crash(
    answer: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "python"
    script.write_text(
        f"#!{sys.executable}\nimport json, struct, sys\n"
        f"for message in ({{'ready': True}}, {answer!r}):\n"
        "    data = json.dumps(message).encode()\n"
        "    sys.stdout.buffer.write(struct.pack('>I', len(data)) + data)\n"
        "    sys.stdout.buffer.flush()\n"
        "sys.stdin.read()\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    result = read_document(document(tmp_path), NO_OCR)
    assert "crashed" in result.text.reason
    assert result.transient


def test_a_pdf_is_read_within_the_smallest_memory_that_may_be_set(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_of(["Words."] * 20, [["Name", "Role"], ["Ada", "Chief"]]))
    text = read_document(path, ReaderSettings(ocr=False, memory_megabytes=512)).text
    assert "Name | Role" in text.text


def test_an_engine_that_was_asked_for_and_is_absent_is_an_error_that_names_the_extra(
    tmp_path: Path,
) -> None:
    with pytest.raises(MissingEngineError, match=r"sift-assets\[paddleocr\]"):
        read_document(document(tmp_path), ReaderSettings(ocr_engine="paddleocr"))


def test_a_cloud_engine_without_consent_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ocr_cloud: true"):
        read_document(tmp_path / "absent", ReaderSettings(ocr_engine="gcv"))


def test_a_pdf_of_many_pages_is_read_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_of([f"Page {number}." for number in range(300)]))
    text = read_document(path, NO_OCR).text
    assert len(text.pages) == 300
    assert text.text[text.pages[299].start :] == "Page 299."
