"""Two sides about different texts: a warning with the first difference and a count, an error under --strict-text."""

import json

import pytest

import tallystick as ts
from tallystick.formats.penman.reader import Graph

CONLLU = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\t{}\t_\tADV\t_\t_\t1\tadvmod\t_\t_\n\n"
UMR = """# :: snt1
Index: 1 2
Words: {}

# sentence level graph:
(s1g / go-01)

# alignment:
s1g: 1-1

# document level annotation:
(s1s0 / sentence)

"""
#: Of each format: the gold, the prediction about another text, the name of a file, and the words that differ.
DIFFERENT = {
    "iob": (
        "Bonn B-LOC\nlies O\nthere O\n", "Rome B-LOC\nlies O\nhere O\n", "x.iob",
        "word 1 is 'Rome' here, but 'Bonn'",
    ),
    "amr": (
        "# ::snt It rains.\n(r / rain-01)\n", "# ::snt It snows .\n(r / rain-01)\n", "x.amr",
        "word 2 is 'snows' here, but 'rains.'",
    ),
    "umr": (
        UMR.format("Go home"), UMR.format("Go away"), "x.umr",
        "word 2 is 'away' here, but 'home' in the gold (sentence 1)",
    ),
    "tokens": (
        '{"tokens": ["a", "b"], "spans": [{"type": "X", "span": [0, 0]}]}\n',
        '{"tokens": [["a"], ["c"]], "spans": [{"type": "X", "span": [0, 0]}]}\n',
        "x.jsonl", "word 2 is 'c' here, but 'b'",
    ),
    "text": (
        '{"text": "a b", "spans": [{"type": "X", "span": [0, 0]}]}\n',
        '{"text": "a c", "spans": [{"type": "X", "span": [0, 0]}]}\n',
        "x.jsonl", "word 2 is 'c' here, but 'b'",
    ),
}  # fmt: skip


@pytest.fixture(params=DIFFERENT)
def different(request, folder):
    gold, pred, name, message = DIFFERENT[request.param]
    return folder.write(f"gold/{name}", gold), folder.write(f"pred/{name}", pred), message


def test_a_difference_is_a_warning(command, different):
    gold, pred, message = different
    result = command("score", gold, pred, "-f", "json")
    assert result.status == 0
    assert result.err.startswith(f"warning: {pred}:1:")
    assert message in result.err
    (warning,) = result.json["warnings"]
    assert (warning["code"], warning["level"], warning["path"]) == ("text-differs", "warning", str(pred))
    assert message in warning["message"]


def test_a_difference_is_an_error_where_texts_are_strict(command, different):
    gold, pred, message = different
    result = command("score", gold, pred, "--strict-text")
    assert (result.status, result.out) == (3, "")
    assert message in result.err
    zeroed = command("score", gold, pred, "--strict-text", "--on-error", "zero", "-f", "json").json
    assert (zeroed["items"], zeroed["zeroed"]) == (1, 1)
    assert all("|strict-text:true|" in signature for signature in zeroed["signature"].values())


@pytest.mark.parametrize("name", ["compare", "agree", "explain", "report"])
def test_every_command_that_scores_warns_and_refuses(command, folder, different, name):
    gold, pred, message = different
    others = [folder.write("third/" + pred.name, pred.read_text())] if name == "compare" else []
    assert message in command(name, gold, pred, *others).err
    strict = command(name, gold, pred, *others, "--strict-text")
    assert strict.status == 3
    assert message in strict.err


@pytest.mark.parametrize("name", ["score", "compare", "agree", "explain", "report"])
def test_a_difference_is_always_an_error_where_characters_are_aligned(command, folder, name):
    gold, pred = (folder.write(f"{side}/x.conllu", CONLLU.format(side)) for side in ("gold", "pred"))
    others = [folder.write("third/x.conllu", CONLLU.format("pred"))] if name == "compare" else []
    result = command(name, gold, pred, *others)
    assert result.status == 3
    assert "the text differs from the gold: 'Gopred' here, 'Gogold' in word 2, 'gold', at" in result.err


def test_tags_of_more_words_cannot_be_compared(command, folder):
    gold = folder.write("gold.iob", "Bonn B-LOC\nlies O\n")
    pred = folder.write("pred.iob", "Bonn B-LOC\nlies O\nthere O\n")
    result = command("score", gold, pred)
    assert result.status == 3
    assert f"{pred}:1: expected 2 tags, as in the gold, not 3" in result.err


@pytest.mark.parametrize("name", ["agree", "compare"])
def test_warnings_are_in_the_json_of_comparisons(command, folder, name):
    gold, pred, _, message = DIFFERENT["iob"]
    paths = [folder.write("a.iob", gold), folder.write("b.iob", pred)]
    paths += [folder.write("c.iob", pred)] if name == "compare" else []
    found = command(name, *paths, "-f", "json").json["warnings"]
    assert message in found[0]["message"]


def test_a_signature_keeps_texts_strict(command, folder):
    gold, _, name, _ = DIFFERENT["iob"]
    path = folder.write(name, gold)
    first = command("score", path, path, "-m", "span", "--strict-text", "-f", "json")
    again = command("score", path, path, "--signature", first.json["signature"]["span"], "-f", "json")
    assert again.json["signature"] == first.json["signature"]


def test_differences_are_counted(command, folder):
    sentences = "".join(f"w{n} B-X\nv O\n\n" for n in range(10))
    gold, pred = folder.write("g.iob", sentences), folder.write("p.iob", sentences.replace("w", "x"))
    result = command("score", gold, pred)
    assert result.err.count("warning: ") == 4
    assert "warning: 7 more of this kind (text-differs); -f json lists them" in result.err


@pytest.mark.parametrize("name", [None, "tok"])
def test_what_is_not_there_does_not_differ(command, folder, name):
    """A graph without its sentence, and a sentence with other blanks."""
    gold = folder.write("g.amr", "# ::snt It rains.\n(r / rain-01)\n")
    pred = folder.write("p.amr", "# ::snt It rains .\n(r / rain-01)\n" if name else "(r / rain-01)\n")
    result = command("score", gold, pred, "--strict-text", "-f", "json")
    assert (result.status, result.err, result.json["warnings"]) == (0, "", [])


def test_objects_in_python():
    gold, pred = (Graph.of(f"# ::snt {text}\n(a / b)") for text in ("one", "two"))
    report = ts.score([gold], [pred], task="amr")
    assert "word 1 is 'two' here, but 'one' in the gold" in report.problems[0].message
    with pytest.raises(ts.DataError, match="word 1 is 'two' here"):
        ts.score([gold], [pred], task="amr", strict_text=True)


OUTSIDE = [
    ('"tokens": ["a", "b"]', "the span [1, 2] ends beyond the text of 2 tokens"),
    ('"text": "ab"', "the span [1, 2] ends beyond the text of 2 characters"),
]


@pytest.mark.parametrize(("text", "message"), OUTSIDE)
def test_spans_beyond_their_tokens(command, folder, text, message):
    line = "{" + text + ', "spans": [{"type": "X", "span": [1, 2]}]}\n'
    gold, pred = folder.write("g.jsonl", line), folder.write("p.jsonl", line)
    scored = command("score", gold, pred, "-f", "json")
    assert [warning["code"] for warning in scored.json["warnings"]] == ["span-outside-text"] * 2
    assert message in scored.err
    assert command("score", gold, pred, "--strict-text").status == 3
    checked = command("check", gold, "-f", "json")
    assert checked.status == 0
    assert message in json.loads(checked.out)[0]["message"]


def test_ranges_that_exclude_their_end(command, folder):
    line = '{"tokens": ["a", "b"], "relations": [{"args": [{"role": "x", "mentions": [[0, 2], [1, 3]]}]}]}\n'
    path = folder.write("g.jsonl", line)
    checked = command("check", path, "--task", "nary", "-f", "json")
    assert "the span [1, 3] ends beyond the text of 2 tokens" in json.loads(checked.out)[0]["message"]


def test_spans_within_their_text_are_fine(command, folder):
    """Spans may count characters where there are no tokens."""
    line = '{"text": "Ada met Bo", "spans": [{"type": "X", "span": [8, 9]}]}\n'
    path = folder.write("g.jsonl", line)
    assert command("score", path, path, "-f", "json").json["warnings"] == []
