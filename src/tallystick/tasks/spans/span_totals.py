"""What a page counts over documents of typed spans, by metric: types, confusions, errors."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tallystick.tasks.spans.span_rows import AlignedSpans, SpanPair
from tallystick.tasks.views.base import Describers
from tallystick.tasks.views.confusions import Confusion, ItemConfusions
from tallystick.tasks.views.label_counts import LabelNames, LabelSums
from tallystick.tasks.views.totals import Confusions, ErrorKinds, ItemErrors, Spelled

__all__ = ["SpanTotals"]


class SpanTotals:
    """The counts of some metrics, which compare the same spans."""

    def __init__(self, metrics: tuple[str, ...]) -> None:
        self.metrics = metrics
        self._golds: defaultdict[str, int] = defaultdict(int)
        self._preds: defaultdict[str, int] = defaultdict(int)
        self._matched: list[defaultdict[str, int]] = [defaultdict(int) for _ in metrics]
        self._confusions = [Confusions() for _ in metrics]
        self._errors = [ErrorKinds() for _ in metrics]

    def add(self, item: int, alignments: Sequence[AlignedSpans], show: Describers) -> None:
        """Add an item: its alignment under each metric."""
        golds, preds = alignments[0].golds.types, alignments[0].preds.types
        for kind in golds:
            self._golds[kind] += 1
        for kind in preds:
            self._preds[kind] += 1
        known: dict[tuple[SpanPair, ...], tuple[Counter[Confusion], ItemErrors]] = {}
        for index, own in enumerate(alignments):
            matched = self._matched[index]
            for _, i, _ in own.pairs:
                matched[golds[i]] += 1
            if not (own.missed or own.spurious or own.different):
                continue
            if own.pairs not in known:
                known[own.pairs] = own.confused(), ItemErrors.of(own.errors(), show)
            confused, errors = known[own.pairs]
            if confused:
                self._confusions[index].add(item, ItemConfusions(confused, ((), (), ())))
            self._errors[index].add(item, errors)

    def spelled(self) -> Mapping[str, Spelled]:
        """Return the confusions and the errors of each metric with the labels of the types."""
        kinds = list(dict.fromkeys((*self._golds, *self._preds)))
        names = LabelNames([("type", kind) for kind in kinds])
        for confusions, matched in zip(self._confusions, self._matched, strict=True):
            counts = array("i")
            for kind in kinds:
                counts.extend((self._golds[kind], self._preds[kind], matched[kind]))
            confusions.labels = LabelSums(names, counts)
        spelled = map(Spelled, self._confusions, self._errors)
        return dict(zip(self.metrics, spelled, strict=True))
