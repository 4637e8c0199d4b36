"""CoNLL-2012 documents."""

from __future__ import annotations

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.formats.base import Item, Source
from tallystick.formats.coref.conll.reader import ConllDocuments, looks_like_conll
from tallystick.formats.coref.document import CorefDocument, position, word_number

READER = ConllDocuments()


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.conll", text))]


def document(*cells: str, begin: str = "#begin document d") -> str:
    rows = [f"d\t0\t{number}\tw{number}\t{cell}" for number, cell in enumerate(cells)]
    return "\n".join([begin, *rows, "", "#end document", ""])


def read(text: str) -> CorefDocument:
    (item,) = items(text)
    assert isinstance(item.value, CorefDocument), item.problems
    return item.value


def clusters(found: CorefDocument) -> dict[str, list[tuple[int, int]]]:
    layer = found.identity
    result: dict[str, list[tuple[int, int]]] = {name: [] for name in layer.names}
    for first, last, entity in zip(layer.first, layer.last, layer.entity, strict=True):
        result[layer.names[entity]].append((word_number(first), word_number(last)))
    return result


def test_a_document() -> None:
    found = read(document("(1)", "-", "(2", "2)|(3)"))
    assert clusters(found) == {"1": [(0, 0)], "2": [(2, 3)], "3": [(3, 3)]}
    assert found.name == "d"
    assert found.tokens.count == 4
    assert found.tokens.forms is not None
    assert [form for _, form in found.tokens.forms(found.origin.text)] == ["w0", "w1", "w2", "w3"]


def test_the_same_entity_nests_and_others_may_cross() -> None:
    # Closing (1 twice: the inner one, which was opened last, is closed first.
    assert clusters(read(document("(1", "(1", "1)", "1)"))) == {"1": [(0, 3), (1, 2)]}
    assert clusters(read(document("(1", "(2", "1)", "2)"))) == {"1": [(0, 2)], "2": [(1, 3)]}


def test_mentions_are_in_order_of_position() -> None:
    layer = read(document("(1|(2|(3)", "2)", "1)")).identity
    assert [layer.names[entity] for entity in layer.entity] == ["3", "2", "1"]


def test_many_mentions_at_one_word_are_in_order() -> None:
    opened = "|".join(f"({number}" for number in range(60))
    closed = [f"{number})" for number in range(60)]
    layer = read(document(opened, *closed)).identity
    assert list(layer.last) == sorted(layer.last)
    assert [layer.names[entity] for entity in layer.entity] == [str(number) for number in range(60)]


def test_names_need_be_no_numbers() -> None:
    # As in GUM's own files: the bar may be missing between a closing and an opening bracket.
    found = read(document("(abstract-1|(person-2)", "abstract-1)(x", "x)", begin="# begin document d"))
    assert clusters(found) == {"abstract-1": [(0, 1)], "person-2": [(0, 0)], "x": [(1, 2)]}
    assert clusters(read(document("(01)", "(1)", "(1234567)"))) == {
        "01": [(0, 0)], "1": [(1, 1)], "1234567": [(2, 2)],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "forms"),
    [
        ("Ann (1)\nsaw -", ["Ann", "saw"]),
        ("0 Ann (1)\n1 saw -", ["Ann", "saw"]),
        ("d 0 0 Ann NNP (1)\nd 0 1 saw VBD -", ["Ann", "saw"]),
        ("d\t0\t0\tNew York\t(1)\nd\t0\t1\t#\t_", ["New York", "#"]),
        ("#\t(1)\nsaw\t-", ["#", "saw"]),
        ("d   0   0   Ann   (1)  \r\nd 0 1 saw -\r", ["Ann", "saw"]),
    ],
)
def test_layouts(rows: str, forms: list[str]) -> None:
    found = read(f"#begin document d\n{rows}\n\n#end document\n")
    assert found.tokens.forms is not None
    assert [form for _, form in found.tokens.forms(found.origin.text)] == forms
    assert clusters(found) == {"1": [(0, 0)]}


def test_the_digest_is_that_of_the_words() -> None:
    short = read("#begin document d\nAnn (1)\nsaw -\n#end document\n").tokens
    long = read("#begin document d\nx 0 0 Ann NNP -\n\nx 0 0 saw VBD (7)\n#end document\n").tokens
    other = read("#begin document d\nAnns (1)\naw -\n#end document\n").tokens
    assert (short.count, short.digest) == (long.count, long.digest)
    assert short.digest != other.digest
    assert read("#begin document d\n(1)\n-\n#end document").tokens.digest == -1  # no words, only a count


def test_documents_by_name() -> None:
    # A name in brackets is that of other formats, so that documents of different formats find one another.
    begins = ("#begin document (a); part 000", "# begin document b ", "#begin document (a); part 001",
              "#begin document (c);")  # fmt: skip
    found = items("".join(document("(1)", begin=begin) for begin in begins))
    assert [(item.id, item.line) for item in found] == [
        ("a", 1), ("b", 5), ("(a); part 001", 9), ("c", 13),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "code", "line", "column"),
    [
        (["(1", "-"], "coref-unclosed", 2, 10),
        (["-", "1)"], "coref-unopened", 3, 10),
        (["(1)", "2)"], "coref-unopened", 3, 10),
        (["(1|-"], "coref-cell", 2, 13),
        (["()"], "coref-cell", 2, 11),
        (["word"], "coref-cell", 2, 10),
        (["(1)|"], "coref-cell", 2, 13),
    ],
)
def test_bad_cells(cells: list[str], code: str, line: int, column: int) -> None:
    (item,) = items(document(*cells))
    assert item.value is None
    assert (code, line, column) in [(p.code, p.line, p.column) for p in item.problems]


def test_columns_are_counted_in_signs() -> None:
    (item,) = items("#begin document d\nÄrger\t(1)\nÜbel\t2)\n#end document")
    assert [(p.line, p.column, p.text) for p in item.problems] == [(3, 6, "Übel\t2)")]


def test_every_problem_is_listed() -> None:
    (item,) = items(document("(1", "2)", "x"))
    assert [problem.code for problem in item.problems] == ["coref-unclosed", "coref-unopened", "coref-cell"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#begin document d\nd 0 0 a -\n", "coref-end"),
        ("d 0 0 a -\n#begin document d\nd 0 0 a -\n#end document\n", "coref-outside"),
        ("#begin document d\nd 0 0 a -\n#end document\nd 0 1 b -\n", "coref-outside"),
        ("#begin document d\nd 0 0 a -\nd 0 1\n#end document\n", "coref-columns"),
    ],
)
def test_broken_frames(text: str, code: str) -> None:
    assert code in [problem.code for item in items(text) for problem in item.problems]


def test_two_antecedents_are_left_out_with_a_warning() -> None:
    (item,) = items(document("(1)", "(2)", "(1+2)", "(2)"))
    assert [(p.code, p.level) for p in item.problems] == [("coref-two-antecedents", "warning")]
    assert isinstance(item.value, CorefDocument)
    assert clusters(item.value) == {"1": [(0, 0)], "2": [(1, 1), (3, 3)]}


def test_recognition() -> None:
    assert looks_like_conll(document("(1)", "-"))
    assert looks_like_conll("# begin document x\n0\tA\t(abstract-1\n1\tb\tabstract-1)\n2\tc\t-\n3\tcut")
    assert not looks_like_conll("# newdoc id = x\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1)\n")
    assert not looks_like_conll("EU B-ORG\nrejects O\n")


@needs_shared
def test_gum() -> None:
    # Counts of the shared bench data: 263 documents, 71,035 gold mentions.
    path = SHARED / "data" / "bench" / "gum.gold.conll"
    found = [READER.item(block) for block in READER.blocks(Source(str(path)))]
    values = [item.value for item in found if isinstance(item.value, CorefDocument)]
    assert len(values) == len(found) == 263
    assert sum(len(value.identity) for value in values) == 71035


@pytest.mark.parametrize("cell", ["(" * 5000, ")" * 5000, "()" * 5000, "1)" * 5000, "(1" * 5000, "|" * 5000])
def test_one_problem_for_a_cell_however_long_it_is(cell):
    (item,) = items(f"#begin document (d)\nd 0 0 w {cell}\n#end document\n")
    assert len(item.problems) == 1


def test_openings_before_closings():
    (item,) = items("#begin document (d)\na (6\nb 6)|(6\nc 6)\n#end document\n")
    document = item.value
    assert [list(c) for c in (document.identity.first, document.identity.last)] == [
        [position(0), position(1)],
        [position(1), position(2)],
    ]
    other = document.openings_first
    assert list(zip(other.first, other.last, strict=True)) == [
        (position(0), position(2)),
        (position(1), position(1)),
    ]


def test_what_only_openings_before_closings_can_read():
    (item,) = items("#begin document (d)\na 6)|(6\nb -\n#end document\n")
    assert [problem.code for problem in item.value.faults["identity"]] == ["coref-unopened", "coref-unclosed"]
    assert list(item.value.openings_first.first) == [position(0)]


def test_most_documents_are_read_once():
    (item,) = items("#begin document (d)\na (6\nb 6)|(7)|(6)\n#end document\n")
    assert item.value.openings_first is None or item.value.openings_first == item.value.identity
