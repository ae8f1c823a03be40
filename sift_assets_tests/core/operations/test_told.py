"""What others are told of a run: its versions and numbers, never a path or a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes

from sift_assets.core.errors import ConfigError
from sift_assets.core.llm.model import Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.operations import gen_ai
from sift_assets.core.operations.ended_run import EndedRun, EndedStep, Ending, Made, version_of
from sift_assets.core.operations.lineage import lineage_events, run_id_of
from sift_assets.core.operations.spans import place_of, spans_of
from sift_assets.core.settings.loading import read_settings

RUN = "0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab"
MADE = tuple(
    Made(asset="texts", partition=key, version=f"v-{key}", inputs={"documents": f"d-{key}"})
    for key in ("a.txt", "b.txt")
)
DONE = EndedStep(name="texts", started=1.0, ended=3.0, ending=Ending.SUCCESS, made=MADE)
GONE = EndedStep(name="graph", started=3.0, ended=5.0, ending=Ending.CANCELED, errors=("OSError",))


def ended(*steps: EndedStep, ending: Ending = Ending.SUCCESS) -> EndedRun:
    return EndedRun(run_id=RUN, job="documents", started=0, ended=6, ending=ending, steps=steps)


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=4))
def test_a_version_of_partitions_is_theirs_when_they_agree_and_tells_them_apart_else(
    parts: dict[str, str],
) -> None:
    version = version_of(parts)
    if len(set(parts.values())) == 1:
        assert version in parts.values()
    assert version == version_of(dict(reversed(parts.items())))
    if len(set(parts.values())) > 1:
        assert version != version_of({**parts, "another": "v"})
    assert (version == "") == (set(parts.values()) <= {""})


def test_each_run_has_a_start_and_an_end_in_order_of_time_and_names_its_parent() -> None:
    events = lineage_events(ended(DONE, GONE, ending=Ending.FAILURE))
    assert [(event.job, str(event.transition)) for event in events] == [
        ("documents", "START"),
        ("texts", "START"),
        ("texts", "COMPLETE"),
        ("graph", "START"),
        ("graph", "ABORT"),
        ("documents", "FAIL"),
    ]
    made = events[2]
    assert (made.run_id, made.parent_run_id) == (run_id_of(RUN, "texts"), RUN)
    assert [(one.name, one.partitions) for one in made.inputs + made.outputs] == [
        ("documents", 2),
        ("texts", 2),
    ]
    assert made.outputs[0].version == version_of({"a.txt": "v-a.txt", "b.txt": "v-b.txt"})
    assert events[-1].errors == ("OSError",)
    assert not [event for event in events if ".txt" in str(event)]


def test_spans_are_found_again_by_whoever_knows_run_and_step() -> None:
    whole, step, gone = spans_of(ended(DONE, GONE, ending=Ending.FAILURE))
    assert (whole.trace_id, whole.span_id, whole.parent_id) == (*place_of(RUN), 0)
    assert (step.trace_id, step.span_id) == place_of(RUN, "texts")
    assert step.parent_id == gone.parent_id == whole.span_id
    assert (whole.error, step.error, gone.error) == ("OSError", "", "OSError")
    assert step.attributes["sift.values_recorded"] == 2
    assert ".txt" not in str((whole, step, gone))


def test_a_call_is_told_in_the_words_of_the_conventions_without_any_text() -> None:
    request = ModelRequest(messages=(Message(role=Role.USER, content="xylotomous"),))
    answer = ModelAnswer(text="plaintive", model="m-2024", input_tokens=3, output_tokens=2)
    said = gen_ai.of_request("openai/m", "extract", request) | gen_ai.of_answer(answer)
    known = {value for name, value in vars(gen_ai_attributes).items() if name.startswith("GEN_AI_")}
    assert {name for name in said if name.startswith("gen_ai.")} <= known
    assert (said[gen_ai.REQUEST_MODEL], said[gen_ai.RESPONSE_MODEL]) == ("m", "m-2024")
    assert (said[gen_ai.INPUT_TOKENS], said[gen_ai.OUTPUT_TOKENS]) == (3, 2)
    assert gen_ai.COST not in said
    assert not [word for word in ("xylotomous", "plaintive") if word in str(said)]
    lying = answer.model_copy(update={"model": "a sentence of a document"})
    assert gen_ai.RESPONSE_MODEL not in gen_ai.of_answer(lying)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("openlineage: {url: 'ftp://x'}", "is no address"),
        ("openlineage: {url: 'http://me:secret@x'}", "belongs into OPENLINEAGE_API_KEY"),
        ("openlineage: {namespace: ' '}", "besides white space"),
        ("telemetry: {endpoint: 'http://me:secret@x'}", "belongs into OTEL_EXPORTER_OTLP_HEADERS"),
        ("log_format: xml", "log_format"),
    ],
)
def test_a_mistake_in_the_settings_is_said_without_a_secret(said: str, what: str) -> None:
    with pytest.raises(ConfigError, match=what) as caught:
        read_settings(f"{said}\n", "sift.yaml", {})
    assert "secret@" not in str(caught.value)
