"""CorefUD documents."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Item, Source
from tallystick.formats.coref.corefud.reader import CorefudDocuments, looks_like_corefud
from tallystick.formats.coref.document import BEFORE_SENTENCE, CorefDocument, position, word_number

READER = CorefudDocuments()
HEADER = "# newdoc id = d\n# global.Entity = eid-etype-head-other"

#: A zero subject that is a set, a discontinuous mention, bridging.
TOY = "\n".join(
    [
        HEADER,
        "1\tAna\t_\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\tEntity=(e1-person-1-)",
        "2\tmet\t_\tVERB\t_\t_\t0\troot\t0:root\t_",
        "3\tLeo\t_\tPROPN\t_\t_\t2\tobj\t2:obj\tEntity=(e2-person-1-)",
        "",
        "1\tLeft\t_\tVERB\t_\t_\t0\troot\t0:root\t_",
        "1.1\t_\t_\tPRON\t_\t_\t_\t_\t1:nsubj\tEntity=(e3-person-1-)|SplitAnte=e1<e3,e2<e3",
        "2-3\ta door\t_\t_\t_\t_\t_\t_\t_\t_",
        "2\ta\t_\tDET\t_\t_\t3\tdet\t3:det\tBridge=e1<e4:part|Entity=(e4[1/2]-thing-2-",
        "3\tdoor\t_\tNOUN\t_\t_\t1\tobj\t1:obj\tEntity=e4[1/2])",
        "4\tbehind\t_\tADP\t_\t_\t1\tobl\t1:obl\t_",
        "5\tunlocked\t_\tADJ\t_\t_\t3\tacl\t3:acl\tEntity=(e4[2/2]-thing-2-)",
        "",
    ]
)


def row(number: str, misc: str = "_", deps: str = "_") -> str:
    return f"{number}\tw\t_\t_\t_\t_\t_\t_\t{deps}\t{misc}"


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.conllu", text))]


def read(*rows: str, header: str = HEADER) -> CorefDocument:
    (item,) = items("\n".join([header, *rows, ""]))
    assert isinstance(item.value, CorefDocument), item.problems
    return item.value


def codes(*rows: str, header: str = HEADER) -> list[str]:
    found = items("\n".join([header, *rows, ""]))
    documents = [item.value for item in found if isinstance(item.value, CorefDocument)]
    faults = [p.code for document in documents for listed in document.faults.values() for p in listed]
    return [p.code for item in found for p in item.problems] + faults


def test_a_document() -> None:
    (item,) = items(TOY)
    found = item.value
    assert isinstance(found, CorefDocument)
    assert not item.problems
    layer = found.identity
    assert layer.names == ("e1", "e2", "e3", "e4")
    zero = position(3, 1)
    assert list(layer.first) == [position(0), position(2), zero, position(4)]
    assert layer.parts(3) == ((position(4), position(5)), (position(7), position(7)))
    assert layer.head(3) == ((position(5), position(5)),)
    assert layer.is_zero(2)
    assert not layer.is_zero(3)
    assert layer.components == {2: (0, 1)}
    assert [(b.anaphor, b.antecedent, b.entity, b.relation) for b in found.bridges] == [(3, 0, 0, "part")]
    assert list(found.empty_nodes) == [zero]
    assert found.dependencies == {zero: frozenset({(position(3), "nsubj")})}
    assert found.tokens.count == 8  # neither the empty node nor the multiword token is a word
    assert found.size(layer, 3) == 3


def test_empty_nodes_do_not_shift_words_and_count_inside_mentions() -> None:
    found = read(row("0.1"), row("1", "Entity=(e1--3-"), row("1.1"), row("2", "Entity=e1)"))
    assert list(found.empty_nodes) == [position(-1, BEFORE_SENTENCE + 1), position(0, 1)]
    assert found.size(found.identity, 0) == 3
    assert found.identity.head(0) == ((position(1), position(1)),)


def test_fields_by_header() -> None:
    header = "# newdoc\n# global.Entity = etype-head-GRP-other"
    found = read(row("1", "Entity=(person-2-7-a-b"), row("2", "Entity=7)"), header=header)
    assert found.identity.names == ("7",)
    assert found.identity.head(0) == ((position(1), position(1)),)


def test_missing_fields() -> None:
    found = read(row("1", "Entity=(e1"), row("2", "Entity=e1)(e2-)"))
    assert found.identity.names == ("e1", "e2")
    assert found.identity.head(0) == ((position(0), position(0)),)


def test_without_heads_there_is_a_warning() -> None:
    header = "# newdoc\n# global.Entity = GRP-etype"
    assert codes(row("1", "Entity=(1-x"), row("2", "Entity=1)"), header=header) == ["coref-no-heads"]


def test_the_header_may_stand_once_for_the_file() -> None:
    text = "\n".join(
        [
            "# global.Entity = eid-etype-head-other",
            "# newdoc id = a",
            row("1", "Entity=(e1-x-1-)"),
            "",
            "# newdoc id = b",
            row("1", "Entity=(e1-x-1-)"),
            "",
        ]
    )
    found = items(text)
    assert [(item.id, item.line, item.problems) for item in found] == [("a", 2, ()), ("b", 5, ())]


def test_without_newdoc_all_is_one_document() -> None:
    text = f"# global.Entity = eid\n{row('1', 'Entity=(e1)')}\n\n{row('1', 'Entity=(e1)')}\n"
    (item,) = items(text)
    assert item.id is None
    assert isinstance(item.value, CorefDocument)
    assert list(map(word_number, item.value.identity.first)) == [0, 1]


def test_crossing_and_nested_mentions_of_an_entity() -> None:
    found = read(
        row("1", "Entity=(e1--1-(e2--1-"), row("2", "Entity=e2)(e1--1-"), row("3", "Entity=e1)"),
        row("4", "Entity=e1)"),
    )  # fmt: skip
    spans = [
        (word_number(a), word_number(b))
        for a, b in zip(found.identity.first, found.identity.last, strict=True)
    ]
    assert spans == [(0, 1), (0, 3), (1, 2)]


def test_two_discontinuous_mentions_of_one_entity_at_once() -> None:
    first, second = "Entity=(e1[1/2]--1-)", "Entity=(e1[2/2]--1-)"
    found = read(row("1", first), row("2", first), row("3"), row("4", second), row("5", second))
    spans = [tuple(word_number(first) for first, _ in found.identity.parts(at)) for at in (0, 1)]
    # The part that comes next belongs to the mention that was begun last.
    assert spans == [(0, 4), (1, 3)]


def test_parts_that_follow_one_another_are_one() -> None:
    found = read(row("1", "Entity=(e1[1/2]--1-)"), row("2", "Entity=(e1[2/2]--1-)"))
    assert found.identity.parts(0) == ((position(0), position(1)),)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([row("1", "Entity=(e1--1-")], "coref-unclosed"),
        ([row("1", "Entity=e1)")], "coref-unopened"),
        ([row("1", "Entity=(e1[2/2]--1-)")], "coref-part"),
        ([row("1", "Entity=(e1[1/2]--1-)")], "coref-part"),
        ([row("1", "Entity=(e1--2-)")], "coref-head"),
        ([row("1", "Entity=(e1--x-)")], "coref-head"),
        ([row("1", "Entity=e1")], "coref-cell"),
        ([row("1", "Entity=()")], "coref-cell"),
        ([row("1", "Entity=(e1--1-)|SplitAnte=e9<e1")], "coref-link"),
        ([row("1", "Entity=(e1--1-)|SplitAnte=e1<e1")], "coref-link"),
        ([row("1", "Entity=(e1--1-)|Bridge=e1")], "coref-link"),
        ([row("1", "Entity=(e1--1-)"), row("2", "Bridge=e1<e2"), row("3", "Entity=(e2--1-)")], "coref-link"),
        ([row("1", "Entity=(a--1-)|SplitAnte=b<a"), row("2", "Entity=(b--1-)|SplitAnte=a<b")], "coref-cycle"),
        ([row("1-2", "Entity=(e1--1-)"), row("1"), row("2")], "coref-cell"),
        ([row("2")], "coref-id"),
        ([row("1"), row("3.1")], "coref-id"),
        ([row("1"), row("1.2"), row("1.1")], "coref-id"),
        (["1\tw"], "coref-columns"),
        ([row("0.1")], "coref-words"),
    ],
)
def test_bad_input(rows: list[str], code: str) -> None:
    assert code in codes(*rows)


def test_entities_without_a_header() -> None:
    assert codes(row("1", "Entity=(e1--1-)"), header="# newdoc id = d") == ["coref-header"]


def test_a_mention_beyond_its_sentence_is_a_warning() -> None:
    text = f"{HEADER}\n{row('1', 'Entity=(e1--1-')}\n\n{row('1', 'Entity=e1)')}\n"
    (item,) = items(text)
    assert [(p.code, p.level, p.line, p.column) for p in item.problems] == [
        ("coref-across-sentences", "warning", 3, 26)
    ]
    assert item.value is not None


def test_an_empty_node_without_dependencies_is_read() -> None:
    found = read(row("1"), row("1.1", "Entity=(e1--1-)"))
    assert found.dependencies == {position(0, 1): frozenset()}


def test_recognition() -> None:
    assert looks_like_corefud(TOY)
    assert not looks_like_corefud(row("1", "SpaceAfter=No"))
