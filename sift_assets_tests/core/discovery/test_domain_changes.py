"""What leads from one domain to another."""

from sift_assets.core.discovery.comparing import changes
from sift_assets.core.domain.model import Domain, EntityType, RelationType

OLD = Domain(
    name="a",
    entity_types={"PERSON": EntityType(description="x"), "SHIP": EntityType()},
    relation_types={"OWNS": RelationType()},
)
NEW = Domain(
    name="b",
    system_context="About ships.",
    entity_types={"PERSON": EntityType(description="y"), "PORT": EntityType()},
    relation_types={"OWNS": RelationType(symmetric=True)},
)


def test_types_are_added_removed_and_changed_field_by_field() -> None:
    found = [(c.kind, c.field) for c in changes(OLD, NEW)]
    assert found == [
        ("changed", "entity_types.PERSON.description"),
        ("added", "entity_types.PORT"),
        ("removed", "entity_types.SHIP"),
        ("changed", "relation_types.OWNS.symmetric"),
        ("changed", "system_context"),
    ]
    assert [(c.old, c.new) for c in changes(OLD, NEW) if c.field.endswith("symmetric")] == [
        (False, True)
    ]


def test_a_domain_and_its_like_differ_in_nothing_though_they_have_other_names() -> None:
    assert changes(OLD, OLD.model_copy(update={"name": "c", "version": "9"})) == ()
