"""Agreement on documents that one annotator has not finished, or of which one lacks sentences."""

import pytest

import tallystick as ts
from tallystick.formats.coref.document import CorefDocument
from tallystick.tasks.coref.common_part import common_part

ROWS = [
    ("Ann", "(1)"), ("met", "-"), ("Leo", "(2)"), ("She", "(1)"), ("likes", "-"), ("him", "(2)"),
    ("He", "(3"), ("sees", "3)"), ("her", "(1)"),
]  # fmt: skip


def conll(rows):
    body = "".join(f"d\t0\t{number}\t{word}\t{cell}\n" for number, (word, cell) in enumerate(rows))
    return f"#begin document (d)\n{body}#end document\n"


@pytest.mark.parametrize("metric", ["mentions", "b3", "muc", "lea", "ceaf-e"])
@pytest.mark.parametrize("words", [3, 5, 7])
def test_agreement_is_that_of_the_part_that_both_have(metric, words):
    other = [*ROWS[:5], ("him", "(1)"), *ROWS[6:]]
    # A mention that goes on beyond the end is no mention of the part.
    short = [(word, "-" if cell == "(3" else cell) for word, cell in ROWS[:words]]
    agreement = ts.agree({"a": conll(other), "b": conll(short)}, metric, task="coref")
    part = [(word, "-" if cell == "(3" else cell) for word, cell in other[:words]]
    assert agreement[metric].mean == ts.score(conll(part), conll(short), metric, task="coref")[metric].f1
    assert agreement.coverage[0].parts["words_compared"] == words
    assert agreement.coverage[0].parts["gold_only"] == len(ROWS) - words
    back = ts.agree({"b": conll(short), "a": conll(other)}, metric, task="coref")
    assert back[metric].mean == agreement[metric].mean
    assert back.coverage[0].parts["pred_only"] == len(ROWS) - words


def test_documents_of_the_same_words_are_compared_as_a_whole():
    document = CorefDocument()
    assert common_part(document, document) is None
    agreement = ts.agree([conll(ROWS), conll(ROWS)], "b3", task="coref")
    assert "words_compared" not in agreement.coverage[0].parts


def test_another_text_is_still_an_error():
    with pytest.raises(ts.DataError, match="word 1 is"):
        ts.agree([conll(ROWS), conll([("Eve", "(1)"), *ROWS[1:4]])], "b3", task="coref")


def test_empty_nodes_and_bridges_of_corefud():
    def document(sentences):
        lines = ["# newdoc id = d", "# global.Entity = eid-etype-head-other"]
        for number, rows in enumerate(sentences, 1):
            lines += [f"# sent_id = d-{number}", *rows, ""]
        return "\n".join(lines) + "\n"

    def row(number, form, entity):
        deps = "1:dep" if "." in number else "_"
        head = "_" if "." in number else "0"
        return "\t".join(
            [number, form, "_", "_", "_", "_", head, "_" if "." in number else "root", deps, entity]
        )

    first = [row("1", "Ann", "Entity=(e1-person-1-)"), row("1.1", "_", "Entity=(e2-person-1-)")]
    second = [row("1", "She", "Entity=(e1-person-1-)"), row("1.1", "_", "Entity=(e2-person-1-)")]
    agreement = ts.agree(
        {"a": document([first, second]), "b": document([first])}, ["mentions", "zeros"], task="coref"
    )
    assert agreement["mentions"].mean == 1.0
    assert agreement.coverage[0].parts["words_compared"] == 1


SENTENCES = [
    [("Ann", "(1)"), ("met", "-"), ("Leo", "(2)")],
    [("She", "(1)"), ("likes", "-"), ("him", "(2)")],
    [("The", "(3"), ("dog", "3)"), ("barks", "-")],
    [("She", "(1)"), ("hears", "-"), ("it", "(3)")],
    [("He", "(2)"), ("sleeps", "-"), ("there", "-")],
]


def in_sentences(sentences):
    rows = [
        "".join(f"d\t0\t{number}\t{word}\t{cell}\n" for number, (word, cell) in enumerate(sentence))
        for sentence in sentences
    ]
    return "#begin document (d)\n" + "\n".join(rows) + "#end document\n"


def chosen(sentences, numbers):
    return [sentences[number] for number in numbers]


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ([0, 1, 2, 3, 4], [0, 1, 3, 4], [0, 1, 3, 4]),
        ([0, 1, 2, 3, 4], [2, 3], [2, 3]),
        ([0, 1, 2, 3], [1, 2, 3, 4], [1, 2, 3]),
        ([0, 2, 3, 4], [0, 1, 2, 4], [0, 2, 4]),
    ],
)
@pytest.mark.parametrize("metric", ["mentions", "b3", "muc", "lea", "ceaf-e"])
def test_sentences_that_only_one_annotator_has(metric, first, second, both):
    other = [*SENTENCES[:3], [("She", "(2)"), ("hears", "-"), ("it", "(3)")], SENTENCES[4]]
    annotators = {"a": in_sentences(chosen(SENTENCES, first)), "b": in_sentences(chosen(other, second))}
    agreement = ts.agree(annotators, metric, task="coref")
    common = (in_sentences(chosen(sentences, both)) for sentences in (SENTENCES, other))
    assert agreement[metric].mean == ts.score(*common, metric, task="coref")[metric].f1
    assert dict(agreement.coverage[0].parts) == {
        "words_compared": 3 * len(both),
        "gold_only": 3 * (len(first) - len(both)),
        "pred_only": 3 * (len(second) - len(both)),
    }


def test_a_sentence_with_other_words_is_an_error():
    other = [*SENTENCES[:2], [("A", "-"), ("cat", "(3)"), ("purrs", "-")], *SENTENCES[3:]]
    with pytest.raises(ts.DataError, match="word 7 is"):
        ts.agree([in_sentences(SENTENCES), in_sentences(other)], "b3", task="coref")


def test_heads_empty_nodes_and_processes_of_documents_with_gaps():
    def row(number, form, entity, deps="_"):
        empty = "." in number
        return "\t".join(
            [
                number,
                form,
                form,
                "NOUN",
                "_",
                "_",
                "_" if empty else "0",
                "_" if empty else "root",
                deps,
                entity,
            ]
        )

    def document(name, numbers):
        lines = [f"# newdoc id = {name}", "# global.Entity = eid-etype-head-other"]
        for number in numbers:
            lines += [
                f"# sent_id = {name}-{number}",
                row("1", f"w{number}", "Entity=(e1-person-2-"),
                row("2", "x", "Entity=e1)"),
                row("2.1", "_", "Entity=(e2-person-1-)", "1:dep"),
                "",
            ]
        return "\n".join(lines) + "\n"

    whole = document("d", range(6)) + document("e", range(4))
    gapped = document("d", [0, 1, 4, 5]) + document("e", [0, 2, 3])
    for options in ({}, {"match": "head"}, {"jobs": 2}):
        agreement = ts.agree({"a": whole, "b": gapped}, ["mentions", "b3", "zeros"], task="coref", **options)
        assert [agreement[name].mean for name in ("mentions", "b3", "zeros")] == [1.0, 1.0, 1.0]
        assert agreement.coverage[0].parts["words_compared"] == 14
