"""Dependency trees."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Item, Source
from tallystick.formats.columns.conllu import ConlluTrees, looks_like_conllu

READER = ConlluTrees(lambda edges, forms: (list(edges), list(forms)))


def row(number: str, head: str, relation: str = "dep", form: str = "w") -> str:
    return f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_"


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.conllu", text))]


def test_trees() -> None:
    text = "\n".join(
        [
            "# newdoc id = d",
            "# sent_id = s1",
            "# text = Vamos al mar",
            row("1", "0", "root", "Vamos"),
            row("2-3", "_", "_", "al"),
            row("2", "3", "case", "a"),
            row("3", "1", "obl", "el mar"),
            row("3.1", "_", "_"),
            "",
            "",
            row("1", "0", "root", "Go"),
            "",
        ]
    )
    assert [(item.id, item.line, item.value, item.problems) for item in items(text)] == [
        ("s1", 1, ([(0, 1, "root"), (3, 2, "case"), (1, 3, "obl")], ["Vamos", "a", "el mar"]), ()),
        (None, 11, ([(0, 1, "root")], ["Go"]), ()),
    ]


@pytest.mark.parametrize(
    ("rows", "line", "column", "message"),
    [
        (["1\tw\t_"], 1, 1, "expected 10 columns with tabs between them, not 3"),
        (["1 w _ _ _ _ 0 root _ _"], 1, 1, "expected 10 columns with tabs between them, not 1"),
        (
            [row("1", "0"), row("2", "x")],
            2,
            13,
            'expected the number of a word, or 0, as HEAD, not the string "x"',
        ),
        ([row("1", "_")], 1, 13, 'expected the number of a word, or 0, as HEAD, not the string "_"'),
        ([row("1", "-1")], 1, 13, 'expected the number of a word, or 0, as HEAD, not the string "-1"'),
        ([row("1", "0"), row("2", "3")], 2, 13, "the HEAD 3 is no word of the sentence, which has 2"),
        ([row("1", "0"), row("1", "0")], 2, 1, "the ID 1 stands twice, or out of order: 2 is expected"),
        ([row("1", "0"), row("3", "0")], 2, 1, "the ID 3 does not follow the one before: 2 is expected"),
        ([row("x", "0")], 1, 1, 'expected the number 1 as ID, not the string "x"'),
        ([row("1", "0", "")], 1, 15, "expected a relation as DEPREL, not an empty string"),
        (["# sent_id = 3"], 1, 1, "the sentence has no words"),
    ],
)
def test_what_is_wrong(rows: list[str], line: int, column: int, message: str) -> None:
    good = row("1", "0", "root")
    [item, neighbour] = items("\n".join([*rows, "", good]))
    assert item.value is None
    [found] = item.problems
    assert (found.line, found.column, found.message) == (line, column, message)
    assert found.text == rows[line - 1]
    assert not neighbour.problems


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ([row("1", "0"), row("2", "0")], ["conllu-root"]),
        ([row("1", "2"), row("2", "1")], ["conllu-root", "conllu-cycle"]),
        ([row("1", "0"), row("2", "2")], ["conllu-cycle"]),
        ([row("1", "0"), row("2", "3"), row("3", "2"), row("4", "3"), row("5", "5")], ["conllu-cycle"] * 2),
    ],
)
def test_no_tree_is_a_warning(rows: list[str], codes: list[str]) -> None:
    [item] = items("\n".join(rows))
    assert item.value is not None
    assert not item.malformed
    assert [problem.code for problem in item.problems] == codes


def test_a_long_chain_takes_linear_time() -> None:
    size = 100_000
    text = "\n".join(
        row(str(number), str(number + 1 if number < size else 0)) for number in range(1, size + 1)
    )
    # Quadratic work would not end while anybody waits.
    [item] = items(text)
    assert not item.problems


def test_recognition() -> None:
    assert looks_like_conllu("# sent_id = 1\n" + row("1", "0") + "\n2\tcut")
    assert not looks_like_conllu("# sent_id = 1\n")
    assert not looks_like_conllu("Bonn B-LOC\n")
