"""Settings from the file, the environment and flags."""

from datetime import timedelta
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.errors import ConfigError
from sift_assets.core.promotion.settings import Role
from sift_assets.core.settings.loading import (
    SIFT_KG_KEYS,
    SIFT_KG_VARIABLES,
    overridden,
    read_settings,
    setting_names,
)
from sift_assets.core.settings.model import (
    ExportFormat,
    MassDelete,
    Settings,
    is_local,
    is_url,
)

FULL = """\
documents: papers
domain: osint
discovered_domain: proposed
store: .results
exports: out
database_schema: norrsund
model: openai/gpt-4o-mini
models: {extract: ollama/llama3, narrate: anthropic/claude}
api_base: http://localhost:4000
temperature: 0.2
max_output_tokens: 2048
timeout_seconds: 30
concurrency: 8
rpm: 60
tpm: 90000
budget_usd: 20
budget_per_run_usd: 2
budget_per_day_usd: 4.5
confirm_above_usd: 0.25
chunk_size: 5000
overlap: 1
document_context: false
reader:
  reader: pdfplumber
  readers: {.pdf: kreuzberg}
  ocr: false
resolution: {encoder: minilm, propose_from: 0.5, auto_rules: [title, typo]}
community: {algorithm: louvain, resolution: 2, min_size: 4}
narrative: {profiles: false, max_profiles: 5}
ignore: ["*.log", drafts/]
bibliography: papers/library.bib
mass_delete: allow
dagster_ui: http://10.0.0.5:3000
export_formats: [csv, json]
partitions: {shards: 64}
alerts: {webhook: "https://example.org/hook", email: ada@example.org}
freshness: {warn_after: 12h, fail_after: 1d}
openlineage: {url: "http://127.0.0.1:5000", file: lineage.jsonl, namespace: norrsund}
telemetry: {endpoint: "http://127.0.0.1:4318"}
log_format: json
seats:
  - name: ada
    folder: people/ada
    owner: ada
    autonomy: auto
    roots:
      personal: ["private/**"]
      org_work: ["work/**"]
principals:
  - {name: ada, role: writer}
  - {name: grace, role: admin, seats: [ada], kind: human}
promotion:
  enabled: true
  cron: "15 2 * * *"
  tracked:
    - {name: Harbour, aliases: [Port], repositories: [github.com/acme/harbour]}
"""


def refusal(text: str, **environment: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        read_settings(text, "sift.yaml", environment)
    return caught.value


def test_an_empty_file_gives_the_defaults_that_need_no_key_and_no_network():
    settings = read_settings("", "sift.yaml", {})
    assert settings == Settings()
    assert settings.documents == "documents"
    assert settings.domain == "general"
    assert settings.mass_delete is MassDelete.ASK
    assert is_local(settings.extract_model)
    assert settings.export_formats == (ExportFormat.JSON, ExportFormat.GRAPHML, ExportFormat.CSV)


def test_every_setting_is_read_from_the_file():
    settings = read_settings(FULL, "sift.yaml", {})
    assert settings.documents == "papers"
    assert settings.extract_model == "ollama/llama3"
    assert settings.resolve_model == "openai/gpt-4o-mini"
    assert settings.narrate_model == "anthropic/claude"
    assert settings.reader.reader == "pdfplumber"
    assert settings.reader.readers == {".pdf": "kreuzberg"}
    assert (settings.rpm, settings.tpm) == (60, 90_000)
    assert (settings.budget_usd, settings.confirm_above_usd) == (20, 0.25)
    assert (settings.budget_per_run_usd, settings.budget_per_day_usd) == (2, 4.5)
    assert (settings.overlap, settings.document_context) == (1, False)
    assert settings.resolution.encoder == "minilm"
    assert settings.resolution.propose_from == 0.5
    assert settings.resolution.auto_rules == ("title", "typo")
    assert settings.community.algorithm == "louvain"
    assert (settings.community.resolution, settings.community.min_size) == (2, 4)
    assert (settings.narrative.profiles, settings.narrative.max_profiles) == (False, 5)
    assert settings.ignore == ("*.log", "drafts/")
    assert settings.export_formats == (ExportFormat.CSV, ExportFormat.JSON)
    assert settings.shards == 64
    assert settings.database_schema == "norrsund"
    assert settings.alerts.webhook == "https://example.org/hook"
    assert (settings.alerts.email, settings.alerts.wanted) == ("ada@example.org", True)
    assert settings.freshness.fail_window == timedelta(days=1)
    assert settings.openlineage.namespace == "norrsund"
    assert settings.telemetry.endpoint == "http://127.0.0.1:4318"
    assert settings.log_format == "json"
    assert settings.seats[0].roots.org_work == ("work/**",)
    assert settings.principals[1].role is Role.ADMIN
    assert (settings.promotion.enabled, settings.promotion.dry_run) == (True, True)
    assert settings.promotion.tracked[0].repositories == ("github.com/acme/harbour",)
    assert set(settings.model_fields_set) == set(Settings.model_fields)


TWICE = {"name": "a", "folder": "a", "owner": "ada"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats: [{name: ada, folder: a, owner: eve}]", "does not name eve"),
        ("seats: [{name: Ada, folder: a, owner: ada}]", "name"),
        (
            yaml.safe_dump({"principals": [{"name": "ada"}], "seats": [TWICE, TWICE]}),
            "two seats a",
        ),
        ("principals: [{name: ada}, {name: ada, role: admin}]", "names ada twice"),
        ("principals: [{name: ada, seats: [b]}]", "there is no seat b"),
        ("promotion: {threshold: 2}", "threshold"),
    ],
)
def test_seats_and_principals_that_do_not_fit_together_are_refused(text: str, said: str):
    assert said in str(refusal(text))


def test_the_environment_beats_the_file_and_flags_beat_both():
    environment = {
        "SIFT_MODEL": "b/b",
        "SIFT_READER_OCR": "true",
        "SIFT_CHUNK_SIZE": "600",
        "SIFT_MODELS_EXTRACT": "c/c",
        "HOME": "/nowhere",
    }
    settings = read_settings(FULL, "sift.yaml", environment)
    assert (settings.model, settings.chunk_size) == ("b/b", 600)
    assert settings.reader.ocr is True
    assert settings.reader.reader == "pdfplumber"
    assert settings.models.extract == "c/c"
    assert settings.models.narrate == "anthropic/claude"
    changed = overridden(settings, chunk_size=700, reader_ocr=False, model=None)
    assert (changed.model, changed.chunk_size, changed.reader.ocr) == ("b/b", 700, False)
    assert changed.ignore == settings.ignore


def test_an_empty_variable_is_as_good_as_none():
    assert read_settings(FULL, "sift.yaml", {"SIFT_MODEL": ""}).model == "openai/gpt-4o-mini"
    assert read_settings("", "sift.yaml", {"SIFT_MODLE": ""}) == Settings()


def test_flags_that_were_not_given_change_nothing():
    settings = read_settings(FULL, "sift.yaml", {})
    assert overridden(settings) == settings
    assert overridden(settings, model=None, domain=None) == settings


def test_a_wrong_value_from_the_file_that_the_environment_beats_does_no_harm():
    assert read_settings("chunk_size: 3", "sift.yaml", {"SIFT_CHUNK_SIZE": "900"}).chunk_size == 900


@pytest.mark.parametrize(
    ("text", "line", "field", "said"),
    [
        ("modle: x", 1, "modle", "Did you mean `model`"),
        ("\nchunk_size: 499", 2, "chunk_size", "greater than or equal to 500"),
        ("chunk_size: big", 1, "chunk_size", "a whole number"),
        ("temperature: 3", 1, "temperature", "less than or equal to 2"),
        ("temperature: -0.1", 1, "temperature", "greater than or equal to 0"),
        ("concurrency: 0", 1, "concurrency", "greater than or equal to 1"),
        ("concurrency: 65", 1, "concurrency", "less than or equal to 64"),
        ("timeout_seconds: 0", 1, "timeout_seconds", "greater than 0"),
        ("timeout_seconds: 1e9", 1, "timeout_seconds", "less than or equal to 3600"),
        ("max_output_tokens: 1_000_001", 1, "max_output_tokens", "less than or equal to"),
        ("rpm: 0", 1, "rpm", "greater than or equal to 1"),
        ("tpm: -5", 1, "tpm", "greater than or equal to 1"),
        ("budget_usd: -1", 1, "budget_usd", "greater than or equal to 0"),
        ("budget_usd: .inf", 1, "budget_usd", "number"),
        ("budget_usd: lots", 1, "budget_usd", "number"),
        ("budget: 5", 1, "budget", "Did you mean `budget_usd`"),
        ("budget_per_run_usd: 1e7", 1, "budget_per_run_usd", "less than or equal to"),
        ("confirm_above_usd: -0.01", 1, "confirm_above_usd", "greater than or equal to 0"),
        ("overlap: 21", 1, "overlap", "less than or equal to 20"),
        ("document_context: 3", 1, "document_context", ""),
        ("documents: ' '", 1, "documents", "white space"),
        ("documents:", 1, "documents", "has no value"),
        ("mass_delete: maybe", 1, "mass_delete", "'ask' or 'allow'"),
        ("dagster_ui: javascript:1", 1, "dagster_ui", "http://127.0.0.1:3000"),
        ("database_schema: Not-One", 1, "database_schema", "at most 40 characters"),
        ("discovered_domain: any", 1, "discovered_domain", "'approved' or 'proposed'"),
        ("export_formats: [json, xml]", 1, "export_formats[1]", "'obsidian' or 'sift-kg'"),
        ("ignore: ['!keep']", 1, "ignore", "`!`"),
        ("reader:\n  ocr_lang: deu", 2, "reader.ocr_lang", "Did you mean `ocr_language`"),
        ("reader:\n  reader: ghost", 2, "reader.reader", "kreuzberg"),
        ("reader:\n  readers: {.txt: pdfplumber}", 1, "reader", "pdfplumber reads PDF only"),
        ("models: {extarct: x}", 1, "models.extarct", "Did you mean `extract`"),
        ("reader: fast", 1, "reader", "must be a mapping"),
    ],
)
def test_a_mistake_in_the_file_names_line_and_field(text: str, line: int, field: str, said: str):
    error = refusal(text)
    assert (error.file, error.line, error.field) == ("sift.yaml", line, field)
    assert said in str(error)


def test_a_section_that_is_no_mapping_is_the_mistake_even_if_a_variable_reaches_into_it():
    error = refusal("reader: fast", SIFT_READER_OCR="true")
    assert (error.line, error.field) == (1, "reader")


def test_a_wrong_variable_is_named_instead_of_the_file():
    error = refusal("model: x", SIFT_CHUNK_SIZE="many")
    assert error.file == "environment variable SIFT_CHUNK_SIZE"
    assert error.field == "chunk_size"


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("SIFT_MODLE", "SIFT_MODEL"),
        ("SIFT_CHUNKSIZE", "SIFT_CHUNK_SIZE"),
        ("SIFT_API_BSAE", "SIFT_API_BASE"),
        ("SIFT_READER_OCR_LANG", "SIFT_READER_OCR"),
        *SIFT_KG_VARIABLES.items(),
    ],
)
def test_a_variable_that_is_nearly_a_setting_or_one_of_sift_kg_is_refused(
    variable: str, meant: str
):
    error = refusal("", **{variable: "x"})
    assert variable in error.file
    assert meant in error.fix


@pytest.mark.parametrize(
    "variable", ["SIFT_HOME", "SIFT_API_KEY", "SIFT_OPENAI_API_KEY", "SIFTED_MODEL", "sift_modle"]
)
def test_variables_of_others_are_left_alone(variable: str):
    assert read_settings("", "sift.yaml", {variable: "x"}) == Settings()


@pytest.mark.parametrize("key", SIFT_KG_KEYS)
def test_a_key_of_sift_kg_is_answered_with_its_name_here(key: str):
    assert refusal(f"{key}: x").fix == f"Did you mean `{SIFT_KG_KEYS[key]}`?"


def test_every_variable_of_sift_kg_is_answered_with_variables_that_exist():
    for meant in SIFT_KG_VARIABLES.values():
        assert set(meant.split(" or ")) <= set(setting_names())


def test_a_wrong_flag_is_named():
    with pytest.raises(ConfigError, match=r"--chunk-size: chunk_size: is `2`"):
        overridden(Settings(), chunk_size=2)
    with pytest.raises(ConfigError, match=r"--colour: is not a setting"):
        overridden(Settings(), colour="red")


def test_every_single_setting_has_a_variable_that_sets_it():
    names = setting_names()
    assert names["SIFT_READER_OCR_ENGINE"] == ("reader", "ocr_engine")
    assert "SIFT_IGNORE" not in names
    assert "SIFT_MASS_DELETE" in names
    settings = read_settings("", "sift.yaml", {"SIFT_MASS_DELETE": "allow", "SIFT_STORE": "s3://b"})
    assert (settings.mass_delete, settings.store) == (MassDelete.ALLOW, "s3://b")


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text("al.* !", max_size=6)
fields = st.sampled_from([*Settings.model_fields, "ocr", "readers", ".pdf", "extract", "other"])
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(fields, inner, max_size=3),
    max_leaves=10,
)
variables = st.dictionaries(
    st.sampled_from([*setting_names(), "SIFT_X", "PATH"]), st.text(max_size=5), max_size=3
)


@given(st.dictionaries(fields, values, max_size=5), variables)
def test_whatever_the_file_and_the_environment_hold_it_is_settings_or_a_config_error(
    data: dict[str, Any], environment: dict[str, str]
):
    text = yaml.safe_dump(data)
    try:
        read = read_settings(text, "sift.yaml", environment)
    except ConfigError as error:
        names = [f"environment variable {name}" for name in environment]
        assert error.file in ["sift.yaml", *names]  # noqa: PT017
    else:
        assert Settings.from_bytes(read.to_bytes()) == read


@pytest.mark.parametrize(
    "place", ["kept", "../kept here", "/abs/kept", "s3://bucket", "gs://b/a/b", "C:/kept", "./a:b"]
)
def test_a_store_may_lie_in_a_folder_or_at_a_url(place: str):
    assert read_settings("", "sift.yaml", {"SIFT_STORE": place}).store == place
    assert is_url(place) == ("//" in place)


@pytest.mark.parametrize("place", ["s3:bucket/x", "s3:/bucket", "s3://", "S3:///", "://bucket"])
def test_a_store_at_what_is_nearly_a_url_is_refused(place: str):
    with pytest.raises(ConfigError, match="write for example s3://bucket/folder"):
        read_settings("", "sift.yaml", {"SIFT_STORE": place})


def test_a_password_in_the_stores_url_is_refused():
    with pytest.raises(ConfigError, match="credentials belong into the environment"):
        read_settings("store: sftp://me:secret@host/folder", "sift.yaml", {})
    assert read_settings("store: sftp://me@host/folder", "sift.yaml", {})
