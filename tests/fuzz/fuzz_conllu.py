"""A fuzzer for the reader of CoNLL-U and for the alignment of two files.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_conllu.py -max_total_time=600

The first byte of an input says how the rest is read: as the text of a file, or as short rows from which one or two
files of ten columns are made. Checked for every input: no exception but a refusal; every problem has a place inside the
text; a file is a perfect match of itself under every metric; two files have scores between 0 and 1, and exchanging them
exchanges precision and recall.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from harness import run, use_sources

#: Metrics that treat the gold differently from the prediction by definition: a gold lemma ``_`` matches every lemma.
ASYMMETRIC = ("lemmas", "blex")


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, instrument: Any) -> None:
        use_sources()
        with instrument(include=["tallystick.formats.conllu", "tallystick.tasks.dependencies"]):
            self.base: Any = import_module("tallystick.formats.base")
            self.reader: Any = import_module("tallystick.formats.conllu.reader").ConlluSentences()
            self.api: Any = import_module("tallystick")
            self.task: Any = import_module("tallystick.tasks.dependencies.task").TASK
            self.explain: Any = import_module("tallystick.tasks.dependencies.explain")
        self.metrics = [metric.name for metric in self.task.metrics]

    def one_input(self, data: bytes) -> None:
        if not data:
            return
        text = data[1:].decode("utf-8", "ignore").replace("\0", "").removeprefix("\ufeff")
        for choice in self.task.formats:
            choice.recognises(text)
        if data[0] % 3 == 0:
            self.check_alone(text)
        elif data[0] % 3 == 1:
            self.check_alone(columns(text))
        else:
            gold, _, pred = text.partition("|")
            self.check_pair(columns(gold), columns(pred))

    def check_alone(self, text: str) -> None:
        lines = text.replace("\r\n", "\n").split("\n")
        words = 0
        for block in self.reader.blocks(self.base.Source("x", text)):
            item = self.reader.item(block)
            assert (item.value is None) == item.malformed
            words += 0 if item.value is None else len(item.value.forms)
            for problem in item.problems:
                assert 1 <= problem.line <= len(lines) + 1, (problem, text)
                assert problem.column >= 1, (problem, text)
                problem.shown()
        report = self.score(text, text) if words else None
        if report is not None:
            for name, metric in report.metrics.items():
                assert all(number in (None, 1.0) for number in metric.values.values()), (name, text)
                assert not metric.items[0].alignment.missed, (name, text)

    def check_pair(self, gold: str, pred: str) -> None:
        there, back = self.score(gold, pred), self.score(pred, gold)
        assert (there is None) == (back is None), (gold, pred)
        if there is None:
            return
        for name, metric in there.metrics.items():
            for number in metric.values.values():
                assert number is None or 0 <= number <= 1, (name, gold, pred)
            mirrored = back.metrics[name].tally
            totals = metric.tally.gold_total, metric.tally.pred_total
            assert totals == (mirrored.pred_total, mirrored.gold_total), (name, gold, pred)
            if name not in ASYMMETRIC:
                assert metric.tally.matched_gold == mirrored.matched_pred, (name, gold, pred)

    def score(self, gold: str, pred: str) -> Any:
        """The report, None if the files are refused."""
        try:
            return self.api.score(gold + "\n", pred + "\n", self.metrics, task="dependencies")
        except (self.api.DataError, self.api.UsageError):
            return None


def columns(text: str) -> str:
    """Rows of ten columns from short ones: ``form head relation deps features lemma``; all of them may be missing.

    ``1-2 form`` is a multiword token, ``1.1`` an empty node, an empty row ends the sentence.
    """
    rows, number = [], 0
    for row in text.split("\n")[:40]:
        fields = row.split(" ")
        if not row:
            number = 0
            rows.append("")
        elif "-" in fields[0] or "." in fields[0]:
            deps = fields[2] if len(fields) > 2 else "_"
            form = fields[1] if len(fields) > 1 else "x"
            rows.append("\t".join([fields[0], form, "_", "_", "_", "_", "_", "_", deps, "_"]))
        else:
            number += 1
            given = [*fields, *[""] * 6]
            form, head, relation = given[0] or "x", given[1] or str(number - 1), given[2] or "dep"
            deps, features, lemma = (field or "_" for field in given[3:6])
            rows.append("\t".join([str(number), form, lemma, "X", "_", features, head, relation, deps, "_"]))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    run(Fuzzer)
