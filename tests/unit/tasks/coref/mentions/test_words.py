"""Documents whose words differ: errors and warnings, as the page on coreference says."""

import json

import pytest

import tallystick as ts

WORDS = ["Ann", "met", "Leo", "."]


def write(tmp_path, name, words, clusters=(((0, 0),),)):
    line = {"id": "d", "clusters": clusters}
    if words is not None:
        line["tokens"] = words
    path = tmp_path / f"{name}.jsonl"
    path.write_text(json.dumps(line) + "\n")
    return path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Ann", "met", "Leo"], "3 words"),
        (["Ann", "met", "Leo", ".", "She"], "5 words"),
        (["Ann", "saw", "Leon", "."], "word 2 is 'saw' here, but 'met' in the gold"),
    ],
)
def test_another_text_is_refused(tmp_path, words, message):
    gold, pred = write(tmp_path, "gold", WORDS), write(tmp_path, "pred", words)
    with pytest.raises(ts.DataError, match=message):
        ts.score(gold, pred, "b3", task="coref")


def test_another_spelling_is_a_warning_with_a_count(tmp_path):
    gold, pred = write(tmp_path, "gold", WORDS), write(tmp_path, "pred", ["Anne", "met", "Leo", "!"])
    report = ts.score(gold, pred, "b3", task="coref")
    (warning,) = report.problems
    assert warning.level == "warning"
    assert "word 1 is 'Anne' here, but 'Ann' in the gold" in warning.message
    assert "2 words differ" in warning.message
    assert report["b3"].f1 == 1


@pytest.mark.parametrize("side", ["gold", "pred"])
def test_a_mention_beyond_the_words_of_the_other_side(tmp_path, side):
    files = {
        name: write(tmp_path, name, *((None, [[[7, 8]]]) if name == side else (WORDS,)))
        for name in ("gold", "pred")
    }
    with pytest.raises(ts.DataError, match="ends at word 9 here, but the other side has 4 words"):
        ts.score(files["gold"], files["pred"], "b3", task="coref")
