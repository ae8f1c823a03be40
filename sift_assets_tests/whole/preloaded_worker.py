"""What every run of ours imports, so that a worker of a test has it before it forks for one."""

from sift_assets.definitions import defs
from sift_assets.defs import document_run
from sift_assets.resources.language_model import table_entry

__all__ = ["document_run"]

defs().resolve_implicit_global_asset_job_def()
table_entry("openai/gpt-4o-mini")  # this imports LiteLLM
