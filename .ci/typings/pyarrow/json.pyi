from typing import Any

from pyarrow import Table

class ReadOptions:
    def __init__(self, **options: Any) -> None: ...

class ParseOptions:
    def __init__(self, **options: Any) -> None: ...

def read_json(source: Any, *, read_options: ReadOptions, parse_options: ParseOptions) -> Table: ...
