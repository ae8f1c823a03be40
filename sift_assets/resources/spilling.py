"""Tables put away on a disk: large graphs are built on machines with less memory than they take."""

import mmap
from pathlib import Path
from tempfile import TemporaryFile

import pyarrow as pa

from sift_assets.resources.files import store_error

HELD_BYTES = 2**30
"""Bytes of tables that stay in memory; those after them go to the disk. A graph of half a million
mentions is smaller, and never touches it."""


class Spill:
    """Keeps tables, the first in memory and the others in files that have no name.

    A file is mapped into memory, from which the system takes its pages away when they are needed
    for something else; it is gone with its table, or with the process, however that ends.

    Args:
        folder: Where files are made; it need not exist.
        held: Bytes of tables that stay in memory.
    """

    def __init__(self, folder: Path, held: int = HELD_BYTES) -> None:
        self._folder = folder
        self._room = held

    def keep(self, table: pa.Table) -> pa.Table:
        """Return the rows of a table, from a file when there are many already.

        Raises:
            StoreError: They cannot be written, for example because the disk is full.
        """
        self._room -= table.nbytes
        if self._room >= 0 or not len(table):
            return table
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return _mapped(table, self._folder)
        except OSError as error:
            raise store_error(self._folder, error) from error


def _mapped(table: pa.Table, folder: Path) -> pa.Table:
    with TemporaryFile(dir=folder) as file:
        options = pa.ipc.IpcWriteOptions(use_threads=False)
        with pa.ipc.new_file(file, table.schema, options=options) as writer:
            writer.write_table(table.combine_chunks())
        file.flush()
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return pa.ipc.open_file(pa.BufferReader(pa.py_buffer(pages))).read_all()
