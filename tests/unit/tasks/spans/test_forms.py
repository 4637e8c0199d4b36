"""Spans in the forms in which libraries and annotation tools have them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tallystick as ts
from tallystick.tasks.views.records import RecordSide, Words

SPAN = {"start": 0, "end": 3, "label": "PER"}
TEXT = "Ada met Bob"


def f1(gold: Any, pred: Any) -> float | None:
    return ts.score(gold, pred, "span", task="spans")["span"].f1


def doc(*spans: tuple[int, int, str], text: str = TEXT) -> Any:
    ents = [SimpleNamespace(start_char=start, end_char=end, label_=label) for start, end, label in spans]
    return SimpleNamespace(text=text, ents=ents)


@pytest.mark.parametrize(
    "form",
    [
        [SPAN],
        [{"start": 0, "end": 3, "entity_group": "PER", "score": 0.9, "word": "Ada"}],
        {"text": TEXT, "ents": [SPAN], "sents": [], "tokens": [{"id": 0, "start": 0, "end": 3}]},
        {"text": TEXT, "spans": [SPAN | {"token_start": 0, "token_end": 0}], "answer": "accept"},
        {"entities": [{"start": 0, "end": 3, "type": "PER"}]},
        doc((0, 3, "PER")),
        doc((0, 3, "PER")).ents,
    ],
)
def test_spans_of_characters(form: Any) -> None:
    assert f1([[SPAN]], [form]) == 1
    assert f1([form], [[SPAN | {"end": 4}]]) == 0
    assert f1([form], [[]]) == 0


def test_tags() -> None:
    tags = ["B-PER", "O", "B-PER"]
    for form in (
        tags,
        tuple(tags),
        np.array(tags),
        {"tags": tags},
        {"tokens": TEXT.split(), "ner_tags": tags},
    ):
        assert f1([tags], [form]) == 1
    # Spans of tokens count the same.
    assert f1([tags], [{"spans": [{"type": "PER", "span": [0, 0]}, {"type": "PER", "span": [2, 2]}]}]) == 1
    assert f1([tags], [["B-PER", -100, "O", -100, "B-PER"]]) == 1


def test_a_file_does_not_mix_units(tmp_path: Path) -> None:
    tokens = '{"spans": [{"type": "A", "span": [0, 1]}]}\n'
    characters = '{"spans": [{"start": 0, "end": 1, "label": "A"}]}\n'
    path = tmp_path / "x.jsonl"
    for text, message in (
        (
            '{"spans": []}\n' + tokens + characters,
            "x.jsonl:3:1: spans of characters, but those of line 2 are spans of tok",
        ),
        (
            characters + '{"tags": ["B-A"]}\n',
            "x.jsonl:2:1: spans of tokens, but those of line 1 are spans of char",
        ),
    ):
        path.write_text(text)
        with pytest.raises(ts.DataError, match=message):
            ts.score(path, path, task="spans")
    path.write_text(tokens + '{"tags": ["B-A"]}\n')
    assert ts.score(path, path, task="spans")["span"].f1 == 1


def test_lines_of_tags(tmp_path: Path) -> None:
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text('{"tokens": ["a", "b"], "tags": ["B-A", "O"]}\n')
    pred.write_text('{"tokens": ["a", "b"], "ner_tags": ["B-A", "I-A"]}\n')  # not certainly spans
    assert ts.score(gold, pred)["span"].f1 == 0
    assert ts.score(pred, pred, task="spans")["span"].f1 == 1
    pred.write_text('{"tags": ["O", "A"]}\n')
    with pytest.raises(ts.DataError, match=r"pred.jsonl:1:16: tags\[1\]: expected a tag such as B-PER or O"):
        ts.score(pred, pred, task="spans")


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ("B-PER", "expected a list of tags per sentence, not the string 'B-PER'"),
        (["B-PER", 3], "token 1: expected a tag such as B-PER or O, not the integer 3"),
        (["PER"], 'token 0: expected a tag such as B-PER or O, not the string "PER"'),
        ([("PER", 0, 3)], r"\('PER', 0, 3\) does not say whether its end is included"),
        ([SPAN | {"end": 0}], "span 0: expected 0 ≤ start < end, not start 0 and end 0"),
        ([{"start": 0, "end": 3}], "span 0: the span has no label"),
        ([SPAN | {"start": "0"}], 'span 0: expected a whole number as start, not the string "0"'),
        ([SPAN, 3], "span 1: expected an object with start, end and label, not the integer 3"),
        ({"text": "Ad", "ents": [SPAN]}, r"ents\[0\]: the span 0:3 ends beyond the text of 2 characters"),
        ({"ents": 3}, "ents: expected a list, not the integer 3"),
        ({"spans": [SPAN, {"type": "A", "span": [0, 1]}]}, r"spans\[1\]: spans of tokens and spans of char"),
        ({"tags": ["X"]}, r"tags\[0\]: expected a tag such as B-PER or O"),
        ({"tokens": ["a"], "tags": ["O", "O"]}, "there are 2 tags, but 1 tokens"),
        ([object()], "expected a dictionary or a SpanDocument, not list"),
        (3, r"expected a dictionary or a SpanDocument, not int \(3\)"),
        (doc((0, 99, "PER")), "span 0: the span 0:99 ends beyond the text of 11 characters"),
    ],
)
def test_what_is_refused(form: Any, message: str) -> None:
    with pytest.raises(ts.DataError, match=f"<pred>:1.*{message}"):
        f1([[]], [form])


def test_characters_are_not_compared_with_tokens() -> None:
    for tokens in (["B-PER"], {"spans": [{"type": "PER", "span": [0, 0]}]}):
        with pytest.raises(ts.DataError, match="spans of one side count characters"):
            f1([tokens], [[SPAN]])


def test_lines_of_a_file(tmp_path: Any) -> None:
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text(
        '{"id": "a", "text": "Ada met Bob", "ents": [{"start": 0, "end": 3, "label": "PER"}], '
        '"meta": {"genre": "news"}}\n'
    )
    pred.write_text('{"id": "a", "text": "Ada met Bob", "spans": [{"start": 0, "end": 3, "label": "LOC"}]}\n')
    report = ts.score(gold, pred, by="genre")  # the task is that of the files
    assert (report.task, list(report.groups)) == ("spans", ["news"])
    assert report["span-boundary"].f1 == 1
    assert ts.report_page(report)
    (item,) = report["span"].items
    assert item.alignment.missed[0].span == (0, 3)  # type: ignore[attr-defined]


def test_words_at_characters() -> None:
    side = RecordSide(Words(TEXT.split(), TEXT))
    report = ts.score([[SPAN | {"start": 1, "end": 5}]], [[]], "span", task="spans")
    (missed,) = report["span"].items[0].alignment.missed
    assert side.show(missed) == "PER [1, 5]  “Ada met”"
    assert RecordSide(Words(["other", "words"], TEXT)).show(missed) == "PER [1, 5]"


def test_an_empty_span_matches_its_equal_and_is_a_warning() -> None:
    def item(right: int) -> dict[str, object]:
        return {"spans": [{"type": "A", "span": [6, right]}]}

    report = ts.score([item(8)], [item(5)], ["span", "span-partial", "ner-partial"], task="spans")
    assert [metric.f1 for metric in report.metrics.values()] == [0, 0, 0]
    assert [problem.message for problem in report.problems] == [
        "the span [6, 5] ends before it starts and overlaps nothing"
    ]
    with pytest.raises(ts.DataError, match=r"expected .left, right. with 0 ≤ left ≤ right"):
        f1([item(8)], [item(4)])
