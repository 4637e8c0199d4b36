"""A fuzzer for tags: columns, lists in Python, and every way to read them as spans.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_tags.py -max_total_time=600

The first byte of an input chooses the reading of tags, and whether the rest is the text of a file or a list of tags,
each made from two characters. Checked for every input: no exception but a refusal; every problem has a place inside the
text; spans lie inside their sentence, do not overlap, and are the same from a file and from a list; tags are a perfect
match of themselves under every metric.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from harness import run, use_sources

SCHEMES = ("iob1", "iob2", "ioe1", "ioe2", "iobes", "bilou")
READINGS: list[dict[str, str]] = [
    {"tags": "auto"},
    {"tags": "seqeval"},
    {"tags": "conlleval"},
    *({"tags": "strict", "scheme": scheme} for scheme in SCHEMES),
    *({"tags": "auto", "scheme": scheme} for scheme in SCHEMES),
]
METRICS = ["span", "span-boundary", "span-partial", "span-type", "ner-strict", "ner-partial", "ner-type"]


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, instrument: Any) -> None:
        use_sources()
        with instrument(
            include=["tallystick.formats.tags", "tallystick.formats.columns", "tallystick.tasks.spans"]
        ):
            self.base: Any = import_module("tallystick.formats.base")
            self.api: Any = import_module("tallystick")
            self.task: Any = import_module("tallystick.tasks.spans.task").TASK
            self.forms: Any = import_module("tallystick.tasks.spans.forms")
        (self.reader,) = [
            choice.reader for choice in self.task.formats if type(choice.reader).__name__ == "IobColumns"
        ]

    def one_input(self, data: bytes) -> None:
        if not data:
            return
        reading = READINGS[data[0] % len(READINGS)]
        text = data[1:].decode("utf-8", "ignore").replace("\0", "").removeprefix("\ufeff")
        if data[0] & 0x80:
            self.check_list([tag(text[at : at + 2]) for at in range(0, min(len(text), 60), 2)], reading)
        else:
            self.check_text(text, reading)

    def check_text(self, text: str, reading: dict[str, str]) -> None:
        for choice in self.task.formats:
            choice.recognises(text)
            if choice.accepts is not None:
                choice.accepts(text)
        lines = text.replace("\r\n", "\n").split("\n")
        items = 0
        for block in self.reader.blocks(self.base.Source("x", text)):
            item = self.reader.item(block)
            assert item.value is not None or item.malformed
            for problem in item.problems:
                assert 1 <= problem.line <= len(lines) + 1, (problem, text)
                assert problem.column >= 1, (problem, text)
                problem.shown()
            if item.value is not None:
                items += 1
                self.check_spans(item.value)
                listed = (
                    self.forms.accept(list(item.value.sequence.tags)) if len(item.value.sequence) else None
                )
                assert listed is None or listed.value.spans == item.value.spans
        if items:
            self.check_itself(text + "\n", reading)

    def check_list(self, tags: list[str], reading: dict[str, str]) -> None:
        if tags:
            self.check_spans(self.forms.accept(tags).value)
        self.check_itself([tags, tags[::-1]], reading)

    def check_spans(self, document: Any) -> None:
        end = -1
        for span in document.spans:
            assert end < span.span.left <= span.span.right < len(document.sequence), document
            end = span.span.right

    def check_itself(self, items: Any, reading: dict[str, str]) -> None:
        try:
            report = self.api.score(items, items, METRICS, task="spans", **reading)
        except (self.api.DataError, self.api.UsageError):
            return
        for name, metric in report.metrics.items():
            assert all(number in (None, 1.0) for number in metric.values.values()), (name, items)


def tag(signs: str) -> str:
    """A tag from two characters: a prefix and a type."""
    prefix = "OBIESLU"[ord(signs[0]) % 7]
    return "O" if prefix == "O" else f"{prefix}-{'XY'[ord(signs[-1]) % 2]}"


if __name__ == "__main__":
    run(Fuzzer)
