"""Sentences of CoNLL-U."""

from __future__ import annotations

import pytest

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.conllu.passage import ROOT, Passage, join
from tallystick.formats.conllu.reader import ConlluSentences, checked_sentence
from tallystick.formats.conllu.recognise import looks_like_conllu

READER = ConlluSentences()


def row(number: str, head: str, relation: str = "dep", form: str = "w") -> str:
    return f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_"


def items(text: str) -> list[Item]:
    return [READER.item(block) for block in READER.blocks(Source("x.conllu", text))]


def passage(text: str) -> Passage:
    [item] = items(text)
    assert isinstance(item.value, Passage)
    return item.value


TEXT = "\n".join(
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


def test_sentences() -> None:
    first, second = items(TEXT)
    assert [(item.id, item.line, item.problems, item.meta) for item in (first, second)] == [
        ("s1", 1, (), {"document": "d"}),
        (None, 11, (), {"document": "d"}),
    ]
    read = first.value
    assert isinstance(read, Passage)
    assert read.forms == ["Vamos", "a", "el mar"]
    assert list(read.tokens) == ["Vamos", "al"]
    assert (list(read.heads), read.relations) == ([ROOT, 2, 0], ["root", "case", "obl"])
    assert (read.token_of, read.multiword, list(read.lines)) == ([0, 1, 1], (1,), [4, 6, 7])
    assert [(node.id, node.line) for node in read.empty_nodes] == [("3.1", 8)]


def test_several_sentences_of_a_block() -> None:
    sentences = [item.value for item in items(TEXT)]
    joined = READER.item(Block(TEXT, "x.conllu")).value
    assert joined == join([value for value in sentences if isinstance(value, Passage)])
    assert isinstance(joined, Passage)
    assert (joined.starts, joined.heads) == ([(0, 0), (3, 2)], [ROOT, 2, 0, ROOT])


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        "\ufeff" + TEXT,
        TEXT.replace("\n\n\n", "\n \t\n\n"),
        TEXT + "\n\n\n",
        TEXT.rstrip("\n"),
    ],
    ids=["carriage returns", "byte order mark", "spaces in blank lines", "blank lines", "no last line end"],
)
def test_variants_of_a_file(text: str) -> None:
    assert [(item.value, item.id, item.line) for item in items(text)] == [
        (item.value, item.id, item.line) for item in items(TEXT)
    ]


def test_notes_of_check() -> None:
    good = row("1", "0", "root")

    def notes(text: str) -> list[tuple[int, str]]:
        checked = [checked_sentence(block) for block in READER.blocks(Source("x.conllu", text))]
        assert not any(item.malformed for item in checked)
        return [(note.line, note.message) for item in checked for note in item.problems]

    assert notes(f"{good}\n\n{good}\n\n") == []
    assert notes(f"{good}\n\n\n{good}\n\n") == [(3, "more than one blank line")]
    assert notes(f"{good}\n\n{good}\n") == [(3, "the file does not end with a blank line")]
    assert notes(f"\ufeff{good}\n\n") == [(1, "the file begins with a byte order mark")]
    assert notes(f"{good}\r\n\r\n{good}\r\n\r\n") == [(1, "lines end with carriage returns")]
    assert notes(f"# a\n{good}\n# b\n{row('2', '1')}\n\n") == [(3, "a comment inside a sentence")]


def test_comments_inside_a_sentence() -> None:
    lines = TEXT.split("\n")
    lines.insert(6, "# a remark")
    read, plain = passage("\n".join(lines[:9])), items(TEXT)[0].value
    assert isinstance(plain, Passage)
    assert (read.forms, read.heads) == (plain.forms, plain.heads)
    assert list(read.lines) == [4, 6, 8]


def test_pieces_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [TEXT.replace("s1", f"s{number}") for number in range(20)]
    text = "\n".join(sentences)
    whole = [(item.value, item.id, item.line) for item in items(text)]
    for size in (1, 7, 100):
        monkeypatch.setattr("tallystick.formats.conllu.blocks._PIECE", size)
        for variant in (text, text.replace("\n", "\r\n")):
            assert [(item.value, item.id, item.line) for item in items(variant)] == whole


@pytest.mark.parametrize(
    ("rows", "line", "column", "message"),
    [
        (["1\tw\t_"], 1, 1, "expected 10 tab-separated columns, not 3"),
        (["1 w _ _ _ _ 0 root _ _"], 1, 1, "expected 10 tab-separated columns, not 1"),
        (
            [row("1", "0"), row("2", "x")],
            2,
            13,
            'expected the number of a word, or 0, as HEAD, not the string "x"',
        ),
        ([row("1", "_")], 1, 13, 'expected the number of a word, or 0, as HEAD, not the string "_"'),
        ([row("1", "-1")], 1, 13, 'expected the number of a word, or 0, as HEAD, not the string "-1"'),
        ([row("1", "0"), row("2", "3")], 2, 13, "HEAD 3 is not a word of the sentence, which has 2 words"),
        ([row("1", "0"), row("1", "0")], 2, 1, "ID 1 is repeated or out of order; expected 2"),
        ([row("1", "0"), row("3", "0")], 2, 1, "ID 3 does not follow the previous ID; expected 2"),
        ([row("x", "0")], 1, 1, 'expected the number 1 as ID, not the string "x"'),
        ([row("1", "0", "")], 1, 15, "expected a relation as DEPREL, not an empty string"),
        (["# sent_id = 3"], 1, 1, "the sentence has no words"),
        ([row("1", "0", form="\u00a0 ")], 1, 3, "the FORM has only spaces"),
        ([row("1", "0", form="")], 1, 3, "the FORM is empty"),
        (
            [row("1-2", "_"), row("1", "0")],
            1,
            1,
            "the multiword token 1-2 ends after the sentence, which has 1 word",
        ),
        (
            [row("1", "0"), row("2-1", "_"), row("2", "1")],
            2,
            1,
            "the multiword token 2-1 ends before it begins",
        ),
        (
            [row("1-2", "_"), row("1", "0"), row("2-3", "_"), row("2", "1"), row("3", "1")],
            3,
            1,
            "the multiword token 2-3 overlaps 1-2",
        ),
        (
            [row("1", "0"), row("1-2", "_"), row("2", "1")],
            2,
            1,
            "the multiword token 1-2 must precede its first word; the next word is 2",
        ),
        ([row("1.1", "_"), row("1", "0")], 1, 1, "the empty node 1.1 is out of order; expected 0.1"),
        ([row("1", "0"), row("1.2", "_")], 2, 1, "the empty node 1.2 is out of order; expected 1.1"),
    ],
)
def test_what_is_wrong(rows: list[str], line: int, column: int, message: str) -> None:
    good = row("1", "0", "root")
    [item, neighbour] = items("\n".join([*rows, "", good]))
    assert item.value is None
    [problem] = item.problems
    assert (problem.line, problem.column, problem.message) == (line, column, message)
    assert problem.text == rows[line - 1]
    assert not neighbour.problems


def test_columns_that_add_up() -> None:
    # Two rows with 20 columns together. The first has one too many, so the second seems to begin inside it.
    for rows in (
        [row("1", "0") + "\t_", row("2", "1").removesuffix("\t_")],
        [row("1", "0") + "\t2", row("2", "1").removeprefix("2\t")],
    ):
        [item] = items("\n".join(rows))
        assert [problem.message.rpartition(" ")[2] for problem in item.problems[:2]] == ["11", "9"]


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ([row("1", "0"), row("2", "0")], ["conllu-root"]),
        ([row("1", "2"), row("2", "1")], ["conllu-root", "conllu-cycle"]),
        ([row("1", "0"), row("2", "2")], ["conllu-cycle"]),
        ([row("1", "0"), row("2", "3"), row("3", "2"), row("4", "3"), row("5", "5")], ["conllu-cycle"] * 2),
    ],
)
def test_sentences_that_are_no_trees(rows: list[str], codes: list[str]) -> None:
    faults = passage("\n".join(rows)).faults
    assert [fault.code for fault in faults] == codes
    assert {fault.level for fault in faults} == {"warning"}


def test_a_long_chain_takes_linear_time() -> None:
    size = 100_000
    text = "\n".join(
        row(str(number), str(number + 1 if number < size else 0)) for number in range(1, size + 1)
    )
    # Quadratic work would not end while anybody waits.
    assert not passage(text).faults


def test_recognition() -> None:
    assert looks_like_conllu("# sent_id = 1\n" + row("1", "0") + "\n2\tcut")
    assert not looks_like_conllu("# sent_id = 1\n")
    assert not looks_like_conllu("Bonn B-LOC\n")
