"""Options that say how tags are read, and the presets of other programs."""

from __future__ import annotations

import pytest

import tallystick as ts

Tags = list[list[str]]


def f1(gold: Tags, pred: Tags, **options: object) -> float | None:
    return ts.score(gold, pred, "span", task="spans", **options)["span"].f1  # type: ignore[arg-type]


def test_the_readings() -> None:
    gold, pred = [["S-A", "S-A", "O"]], [["B-A", "I-A", "O"]]
    assert f1(gold, pred) == f1(gold, pred, tags="seqeval") == 0
    assert f1(gold, pred, tags="conlleval") == 1
    gold, pred = [["B-A", "I-A"]], [["I-A", "I-A"]]
    assert f1(gold, pred) == 1
    assert f1(gold, pred, tags="strict", scheme="iob2") == 0


def test_strict_needs_a_scheme() -> None:
    with pytest.raises(ts.UsageError, match="needs a scheme: add --scheme with one of iob1, iob2"):
        f1([["O"]], [["O"]], preset="seqeval-1.2.2-strict")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"preset": "seqeval-1.2.2-strict", "scheme": "iob2"},
            "^<gold>:1: token 1: the tag S-A has a prefix that IOB2 does not support; it supports B, I, O",
        ),
        ({"tags": "nervaluate"}, "that nervaluate does not support; it supports B, I, O"),
    ],
)
def test_prefixes_that_a_scheme_does_not_have(options: dict[str, str], message: str) -> None:
    with pytest.raises(ts.DataError, match=message):
        f1([["O", "S-A"]], [["O", "O"]], **options)


def test_a_scheme_alone_warns(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "gold").write_text("a\tB-A\nb\tI-B\n")
    (tmp_path / "pred").write_text("a\tB-A\nb\tS-B\n")
    report = ts.score(tmp_path / "gold", tmp_path / "pred", task="spans", scheme="iob2")
    warnings = [str(problem) for problem in report.problems if problem.code == "tag-scheme"]
    assert warnings == [
        f"{tmp_path}/gold:2:3: I-B is not well-formed in IOB2 here",
        f"{tmp_path}/pred:2:3: S-B is not well-formed in IOB2 here",
    ]
    assert report["span"].f1 == 1


def test_a_scheme_alone_warns_about_lists_of_their_side() -> None:
    report = ts.score([["O"], ["O", "I-A"]], [["O"], ["O", "S-A"]], task="spans", scheme="iob2")
    assert [str(problem) for problem in report.problems] == [
        "<gold>:2: token 1: I-A is not well-formed in IOB2 here",
        "<pred>:2: token 1: S-A is not well-formed in IOB2 here",
    ]


def test_a_program_that_misreads_bilou_is_named_once() -> None:
    tags = [["U-A"], ["U-A", "U-A"]]
    problems = ts.score(tags, tags, task="spans", preset="conlleval").problems
    assert [str(problem) for problem in problems] == [
        "conlleval: the tags L and U of BILOU are misread: they are read as tags inside spans"
    ]
    assert not ts.score(tags, tags, task="spans").problems


def test_malformed_tags_are_counted() -> None:
    report = ts.score([["B-A", "I-B", "E-C"]], [["O", "O", "O"]], task="spans")
    assert dict(report.coverage) == {"tags": 6, "tags_malformed": 2}
    assert "6 tags, 2 tags malformed" in str(report)
    assert [problem.code for problem in report.problems] == ["iob-type", "iob-end"]


def test_a_type_that_the_reading_drops_is_no_group() -> None:
    gold, pred = [["B-A", "O", "I-B"]], [["B-A", "O", "O"]]
    report = ts.score(
        gold, pred, task="spans", preset="seqeval-1.2.2-strict", scheme="iob2", by="type", average="groups"
    )
    assert report["span"].f1 == 1
    assert report.groups["B"]["span"].f1 is None
    categories = ts.score(gold, pred, "ner-strict", task="spans", tags="strict", scheme="iob2", by="type")
    assert categories.groups["B"]["ner-strict"].f1 is None


def test_the_averages_of_a_classification_report() -> None:
    # A: P 1, R 1/2 of two; B: P 1/2, R 1 of one; C is only predicted.
    gold, pred = [["B-A", "B-A", "B-B", "O"]], [["B-A", "O", "B-B", "B-B"]]
    pred[0][1] = "B-C"
    options = {"task": "spans", "preset": "seqeval-1.2.2", "by": "type"}
    macro = ts.score(gold, pred, average="groups", **options)["span"]  # type: ignore[arg-type]
    weighted = ts.score(gold, pred, average="weighted", confidence=0.9, **options)["span"]  # type: ignore[arg-type]
    assert macro.precision == pytest.approx((1 + 0.5 + 0) / 3)
    assert weighted.precision == pytest.approx((2 * 1 + 0.5) / 3)
    assert weighted.recall == pytest.approx((2 * 0.5 + 1) / 3)
    # Nothing can be drawn from a single item.
    assert weighted.intervals["precision"] == (None, None)


def test_weights_need_totals() -> None:
    with pytest.raises(ts.UsageError, match="conll is computed from other metrics"):
        ts.score([], [], "conll", task="coref", by="genre", average="weighted")
    with pytest.raises(ts.UsageError, match="--average weighted needs groups: add --by type"):
        ts.score([], [], "span", task="spans", average="weighted")


def test_the_share_of_right_tags() -> None:
    gold, pred = [["B-A", "I-A", "O"], ["O"]], [["B-A", "O", "O"], ["O"]]
    report = ts.score(gold, pred, "tag-accuracy", task="spans", by="type")
    assert report["tag-accuracy"].values == {"accuracy": 0.75}
    assert report.groups["A"]["tag-accuracy"].values == {"accuracy": 0.5}
    alignment = report["tag-accuracy"].items[0].alignment
    assert (alignment.missed, alignment.spurious) == (((1, "I-A"),), ((1, "O"),))


def test_spans_without_tags_have_no_share() -> None:
    items = [{"spans": [{"type": "A", "span": [0, 1]}]}]
    report = ts.score(items, items, "tag-accuracy", task="spans")
    assert report["tag-accuracy"].value is None
    assert report.problems[0].message == "undefined: no item has tags"


def test_a_prediction_that_counts_as_empty_has_no_right_tag() -> None:
    report = ts.score([["B-A", "O"]], [["wrong"]], "span,tag-accuracy", task="spans", on_error="zero")
    assert report["tag-accuracy"].values == {"accuracy": 0}
    assert report["span"].recall == 0


def test_different_numbers_of_tags() -> None:
    with pytest.raises(ts.DataError, match="<pred>:2: expected 2 tags, as in the gold, not 1"):
        f1([["O"], ["O", "O"]], [["O"], ["O"]])
