"""JSON-LD with PROV-O, read by rdflib."""

import json
import warnings

import pytest
import rdflib
from rdflib.namespace import PROV, RDF, RDFS

from sift_assets.core.exports.json_ld import TERMS, TYPES, json_ld, urn
from sift_assets_tests.core.exports.export_examples import example_content

CONTENT = example_content()
DATA = json_ld(CONTENT)


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # rdflib's own
        return rdflib.Graph().parse(data=DATA, format="json-ld")


def node(kind: str, name: str) -> rdflib.URIRef:
    return rdflib.URIRef(urn(kind, name))


def test_nothing_is_fetched_to_read_it() -> None:
    context = json.loads(DATA)["@context"]
    assert isinstance(context, dict)
    assert not any(key in ("@import", "@base") for key in context)


def test_relations_are_properties_and_statements(graph: rdflib.Graph) -> None:
    table = CONTENT.graph.relations.to_pylist()
    assert len(set(graph.subjects(RDF.type, RDF.Statement))) == len(table) == 3
    for row in table:
        source, target = node("entity", row["source_id"]), node("entity", row["target_id"])
        predicate = rdflib.URIRef(TYPES + row["type"])
        assert (source, predicate, target) in graph
        relation = node("relation", row["id"])
        ends = (RDF.subject, source), (RDF.predicate, predicate), (RDF.object, target)
        assert all((relation, *end) in graph for end in ends)


def test_every_relation_is_derived_from_quotes_of_documents(graph: rdflib.Graph) -> None:
    found = []
    for relation in graph.subjects(RDF.type, RDF.Statement):
        for evidence in graph.objects(relation, PROV.wasDerivedFrom):
            document = graph.value(evidence, PROV.wasQuotedFrom)
            assert (document, RDF.type, PROV.Entity) in graph
            activity = graph.value(evidence, PROV.wasGeneratedBy)
            assert graph.value(activity, PROV.used) == document
            assert (
                graph.value(activity, PROV.wasAssociatedWith),
                RDF.type,
                PROV.SoftwareAgent,
            ) in graph
            found.append(str(graph.value(evidence, PROV.value)))
    assert sorted(found) == sorted(CONTENT.graph.evidence["quote"].to_pylist())


def test_a_fact_says_who_decided_it(graph: rdflib.Graph) -> None:
    ada, decision = node("entity", "person:ada"), node("decision", "d1")
    assert (ada, PROV.wasInfluencedBy, decision) in graph
    assert graph.value(decision, PROV.wasAssociatedWith) == node("person", "rev")
    ended = graph.value(decision, PROV.endedAtTime)
    assert isinstance(ended, rdflib.Literal)
    assert ended.toPython().year == 2026
    assert str(graph.value(ada, rdflib.URIRef(f"{TERMS}verdict"))) == "same"


def test_entities_have_a_class_a_name_a_status_and_a_community(graph: rdflib.Graph) -> None:
    ada = node("entity", "person:ada")
    assert {str(one) for one in graph.objects(ada, RDF.type)} == {
        f"{TYPES}PERSON",
        f"{TERMS}Entity",
        str(PROV.Entity),
    }
    assert str(graph.value(ada, RDFS.label)) == "Ada"
    assert str(graph.value(ada, RDFS.comment)) == "Ada, first of her name."
    assert str(graph.value(ada, rdflib.URIRef(f"{TERMS}status"))) == "supported"
    community = graph.value(ada, rdflib.URIRef(f"{TERMS}community"))
    assert str(graph.value(community, RDFS.label)) == "Ada and others"
    mentions = set(graph.subjects(rdflib.URIRef(f"{TERMS}entity"), ada))
    assert len(mentions) == 2
