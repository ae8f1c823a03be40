"""The one family of exceptions that mean "stop": each says what is wrong and what to do.

Failing to find something, or a document that cannot be read, is a value (a status), never an
exception. The tree:

    SiftError
    ├── ConfigError            sift.yaml or a domain file is wrong (names file, line, field)
    ├── ProjectError           no project here, a foreign Dagster home, an unusable folder
    ├── AccessDeniedError      who asks may not; says nothing of what was asked for
    ├── LockedError            another process is at work on this project
    ├── StoreError             the store cannot be read or written
    │   └── CorruptObjectError a stored object does not match its hash
    ├── DecisionError          a decision that cannot be made, or names what is not there
    ├── MissingEngineError     an engine that was asked for is not installed
    └── ModelError             a language model cannot be used
        ├── ModelKeyError      its key is not in the environment
        ├── ModelCallError     one call failed; the class of failure is in `kind`
        ├── CallHeldError      one call was held back (budget); its result is pending
        └── ApprovalError      a change would cost more than may be spent unasked
"""

from typing import Literal

CallFailureKind = Literal["fatal", "transient", "context"]
"""Classes of failed calls to a language model."""


class SiftError(Exception):
    """Base of all errors meant for people.

    Args:
        message: What is wrong, naming the file or setting.
        fix: What to do about it; shown after the message.
    """

    exit_code = 1

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(f"{message} {fix}".strip())
        self.message = message
        self.fix = fix


class ConfigError(SiftError):
    """A settings or domain file does not say what it must.

    Args:
        message: What is wrong.
        fix: What to do about it.
        file: The file at fault, as the user knows it.
        line: 1-based line, 0 when unknown.
        field: Dotted path of the field, for example `entity_types.PERSON.hints`.
    """

    exit_code = 2

    def __init__(
        self, message: str, fix: str = "", *, file: str = "", line: int = 0, field: str = ""
    ) -> None:
        place = f"{file}:{line}" if line else file
        parts = [part for part in (place, field, message) if part]
        super().__init__(": ".join(parts), fix)
        self.file, self.line, self.field = file, line, field


class ProjectError(SiftError):
    """The folder is not a project, or its surroundings forbid working in it."""

    exit_code = 2


class AccessDeniedError(SiftError):
    """Who asks may not do this. It is raised before anything is looked up, so it tells nothing."""


class LockedError(SiftError):
    """Another process works on this project."""

    exit_code = 3


class StoreError(SiftError):
    """The store cannot be read or written (disk full, no permission, newer schema)."""


class CorruptObjectError(StoreError):
    """A stored object is missing or does not match its hash; it is to be rebuilt.

    Args:
        message: What is wrong.
        fix: What to do about it.
        version: Hash of the object.
    """

    def __init__(self, message: str, fix: str = "", *, version: str = "") -> None:
        super().__init__(message, fix)
        self.version = version


class DecisionError(SiftError):
    """A decision cannot be made: its subject is not there, or it does not say what it must."""

    exit_code = 2


class MissingEngineError(SiftError):
    """A reader, OCR engine or language model was asked for by name and is not installed."""

    exit_code = 2


class ModelError(SiftError):
    """A language model cannot be used."""


class ModelKeyError(ModelError):
    """The key of the configured model is not in the environment."""

    exit_code = 2


class ModelCallError(ModelError):
    """One call to a language model failed.

    Args:
        message: What the provider said, without any document text.
        kind: `fatal` (authentication, bad request) ends the run; `transient` is about this call
            only, another try may succeed; `context`: the request is longer than the model reads,
            half of it may not be.
    """

    def __init__(self, message: str, kind: CallFailureKind = "transient") -> None:
        super().__init__(message)
        self.kind: CallFailureKind = kind


class CallHeldError(ModelError):
    """A call was not made: it waits for a budget or for a person. What it was for is pending.

    Args:
        message: What it waits for.
        always: Whether the model makes no call at all, as for a plan; then it may be asked on.
    """

    def __init__(self, message: str, *, always: bool = False) -> None:
        super().__init__(message)
        self.always = always


class ApprovalError(ModelError):
    """A change would cost more than may be spent without asking; nothing was computed."""

    exit_code = 4
