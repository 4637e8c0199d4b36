"""CoNLL-UA documents."""

from __future__ import annotations

import pytest

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item, Source
from tallystick.formats.coref.document import CorefDocument, position, word_number
from tallystick.formats.coref.ua.reader import UaDocuments, looks_like_ua

READER = UaDocuments()


def row(number: str, identity: str = "_", bridging: str = "_", deixis: str = "_") -> str:
    return f"{number} w{number} _ _ _ _ _ _ _ _ {identity} {bridging} {deixis} _ _"


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.ua", text))]


def read(*rows: str) -> CorefDocument:
    (item,) = items("\n".join(["# newdoc id = d", *rows, ""]))
    assert isinstance(item.value, CorefDocument), item.problems
    return item.value


def codes(*rows: str) -> list[tuple[str, str]]:
    return [(p.code, p.level) for item in items("\n".join(rows)) for p in (*item.problems, *faults(item))]


def faults(item: Item) -> list[Problem]:
    if not isinstance(item.value, CorefDocument):
        return []
    return [fault for found in item.value.faults.values() for fault in found]


def spans(found: CorefDocument) -> list[list[tuple[int, int]]]:
    layer = found.identity
    return [
        [(word_number(first), word_number(last)) for first, last in layer.parts(at)]
        for at in range(len(layer))
    ]


def test_a_document() -> None:
    # The example of the format: token 6, "They", is the set of entities 1 and 2.
    found = read(
        row("1", "(EntityID=1|MarkableID=m1|Min=1|SemType=dn|ElementOf=3)"),
        row("2"),
        row("3", "(EntityID=2|MarkableID=m2|Min=4,4|SemType=dn|ElementOf=3"),
        row("4", ")"),
        row("5"),
        row("6", "(EntityID=3|MarkableID=m3|SemType=do)"),
        row("7", "(EntityID=4|MarkableID=m4)", "(MarkableID=m4|Rel=part|MentionAnchor=m1|EntityAnchor=1)"),
        row("8", "(EntityID=9-Pseudo|MarkableID=m5)", deixis="(EntityID=7|MarkableID=x1)"),
    )
    layer = found.identity
    assert layer.names == ("1", "2", "3", "4", "9-Pseudo")
    assert spans(found) == [[(0, 0)], [(2, 3)], [(5, 5)], [(6, 6)], [(7, 7)]]
    assert layer.head(1) == ((position(3), position(3)),)
    assert layer.components == {2: (0, 1)}
    assert layer.nonreferring == {4}
    assert [(b.anaphor, b.antecedent, b.entity, b.relation) for b in found.bridges] == [(3, 0, 0, "part")]
    assert found.deixis.names == ("7",)
    assert [detail.markable for detail in layer.details.values()] == ["m1", "m2", "m3", "m4", "m5"]


def test_brackets_without_names_nest() -> None:
    found = read(
        row("1", "(EntityID=1|MarkableID=a(EntityID=2|MarkableID=b"), row("2", ")(EntityID=3|MarkableID=c"),
        row("3", "))"),
    )  # fmt: skip
    assert spans(found) == [[(0, 1)], [(0, 2)], [(1, 2)]]


def test_brackets_with_names_may_cross() -> None:
    found = read(
        row("1", "(EntityID=1|MarkableID=a"), row("2", "(EntityID=2|MarkableID=b"), row("3", "a)"), row("4", "b)"),
    )  # fmt: skip
    assert spans(found) == [[(0, 2)], [(1, 3)]]


def test_both_styles_in_one_file() -> None:
    found = read(
        row("1", "(EntityID=1|MarkableID=a(EntityID=2|MarkableID=b(EntityID=3|MarkableID=c"), row("2", "b)"),
        row("3", ")"), row("4", ")"),
    )  # fmt: skip
    assert spans(found) == [[(0, 1)], [(0, 2)], [(0, 3)]]


def test_a_markable_that_is_opened_again_is_discontinuous() -> None:
    found = read(
        row("1", "(EntityID=1|MarkableID=a|Min=1)"), row("2"), row("3", "(EntityID=1|MarkableID=a|Min=3)"),
        row("4", "(EntityID=1|MarkableID=b)"),
    )  # fmt: skip
    assert spans(found) == [[(0, 0), (2, 2)], [(3, 3)]]
    # If the parts differ in Min, that of the first counts.
    assert found.identity.head(0) == ((position(0), position(0)),)


def test_a_row_with_a_point_in_its_id_is_an_empty_node() -> None:
    found = read(
        row("1"), row("1.1", "(EntityID=1|MarkableID=a)"), row("1.2"), row("2", "(EntityID=1|MarkableID=b)")
    )
    assert list(found.empty_nodes) == [position(0, 1), position(0, 2)]
    assert found.tokens.count == 2
    assert [found.identity.is_zero(at) for at in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([row("1", "(EntityID=1|MarkableID=a")], ("coref-unclosed", "error")),
        ([row("1", ")")], ("coref-unopened", "error")),
        ([row("1", "b)")], ("coref-unopened", "error")),
        ([row("1", "(MarkableID=a)")], ("coref-cell", "error")),
        ([row("1", "word")], ("coref-cell", "error")),
        (
            [row("1", "(EntityID=1|MarkableID=a)"), row("2", "(EntityID=2|MarkableID=a)")],
            ("coref-markable", "error"),
        ),
        ([row("1", "(EntityID=1|MarkableID=a|Min=x)")], ("coref-min", "error")),
        ([row("1", "(EntityID=1|MarkableID=a|Min=5)")], ("coref-min", "warning")),
        ([row("1", "(EntityID=1|MarkableID=a|ElementOf=9)")], ("coref-element-of", "warning")),
        (
            [row("1", "(EntityID=1-Pseudo|MarkableID=a|ElementOf=2)"), row("2", "(EntityID=2|MarkableID=b)")],
            ("coref-element-of", "warning"),
        ),
        ([row("1", "(EntityID=1|MarkableID=a|ElementOf=1)")], ("coref-cycle", "error")),
        ([row("1", "_", "(MarkableID=a|MentionAnchor=b)")], ("coref-bridge", "warning")),
        ([row("1", "_", "word")], ("coref-link", "error")),
        (["1 w _"], ("coref-columns", "error")),
    ],
)
def test_bad_input(rows: list[str], code: tuple[str, str]) -> None:
    assert code in codes(*rows)


def test_a_cycle_of_sets_through_others() -> None:
    rows = [row(str(n), f"(EntityID={n}|MarkableID=m{n}|ElementOf={n % 3 + 1})") for n in (1, 2, 3)]
    (item,) = items("\n".join(rows))
    # Entity 2 is the first that is said to be a set, by the ElementOf of entity 1.
    assert [(p.code, p.line, p.message) for p in faults(item)] == [
        ("coref-cycle", 1, "entity '2' is a component of itself")
    ]


def test_the_place_of_a_problem() -> None:
    (item,) = items(f"# newdoc id = d\n{row('1', '_', '_', ')')}\n")
    assert [(p.line, p.column) for p in faults(item)] == [(2, 26)]


def test_recognition() -> None:
    assert looks_like_ua("# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY\n")
    assert looks_like_ua(row("1", "(EntityID=1|MarkableID=a)"))
    assert not looks_like_ua("1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1)\n")


def test_a_bridging_link_over_several_words() -> None:
    found = read(
        row("1", "(EntityID=1|MarkableID=m1)"),
        row("2", "(EntityID=2|MarkableID=m2", "(MarkableID=m2|Rel=poss|MentionAnchor=m1|EntityAnchor=1"),
        row("3", "(EntityID=3|MarkableID=m3)", "(MarkableID=m3|Rel=part|MentionAnchor=m1|EntityAnchor=1)"),
        row("4", ")", ")"),
    )
    assert [(link.anaphor, link.antecedent, link.relation) for link in found.bridges] == [
        (1, 0, "poss"),
        (2, 0, "part"),
    ]


def test_a_bracket_too_few_or_too_many_loses_no_link() -> None:
    mentions = row("1", "(EntityID=1|MarkableID=m1)")
    link = "(MarkableID=m2|MentionAnchor=m1"
    assert codes(mentions, row("2", "(EntityID=2|MarkableID=m2)", link)) == [("coref-link", "warning")]
    assert codes(mentions, row("2", "(EntityID=2|MarkableID=m2)", f"){link})")) == [("coref-link", "warning")]


@pytest.mark.parametrize(
    ("cells", "broken"),
    [
        (("_", "nonsense", "_"), "bridging"),
        (("_", "_", "(EntityID=1|MarkableID=d1"), "discourse-deixis"),
        (("(EntityID=1|MarkableID=m1", "_", "_"), "identity"),
    ],
)
def test_a_problem_in_one_column_leaves_the_others_alone(cells: tuple[str, str, str], broken: str) -> None:
    found = read(
        row("1", *cells), row("2", *("_" if broken == "identity" else "(EntityID=1|MarkableID=m2)",))
    )
    assert list(found.faults) == [broken]
    with pytest.raises(DataError):
        found.require(broken)
    found.require(*{"identity", "bridging", "discourse-deixis"} - {broken})


@pytest.mark.parametrize("cell", ["(" * 5000, ")" * 5000, "()" * 5000, "x" * 5000])
def test_one_problem_for_a_cell(cell: str) -> None:
    assert len(codes(row("1", cell))) == 1


def test_a_file_with_discourse_deixis_alone_is_recognised() -> None:
    assert looks_like_ua(row("1", "_", "_", "(EntityID=1|MarkableID=d1)"))
