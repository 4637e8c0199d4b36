"""What a page counts over documents of typed spans, by metric: types, confusions, errors."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence

from tallystick.tasks.spans.span_rows import AlignedSpans
from tallystick.tasks.spans.tag_rows import AlignedTags
from tallystick.tasks.views.base import Describers
from tallystick.tasks.views.confusions import Confusion, ItemConfusions
from tallystick.tasks.views.label_counts import LabelNames, LabelSums
from tallystick.tasks.views.totals import Confusions, ErrorKinds, ItemErrors, Spelled

__all__ = ["SpanTotals"]


class SpanTotals:
    """The counts of some metrics, which compare the same spans, or tags."""

    def __init__(self, metrics: tuple[str, ...]) -> None:
        self.metrics = metrics
        self._golds: defaultdict[str, int] = defaultdict(int)
        self._preds: defaultdict[str, int] = defaultdict(int)
        self._matched: dict[int, defaultdict[str, int]] = {}
        """The types in matched pairs, for each metric on spans by its index."""
        self._confusions = [Confusions() for _ in metrics]
        self._errors = [ErrorKinds() for _ in metrics]

    def add(self, item: int, alignments: Sequence[AlignedSpans | AlignedTags], show: Describers) -> None:
        """Add an item: its alignment under each metric."""
        spans = {index: own for index, own in enumerate(alignments) if isinstance(own, AlignedSpans)}
        for own in spans.values():
            for kind in own.golds.types:
                self._golds[kind] += 1
            for kind in own.preds.types:
                self._preds[kind] += 1
            break
        for index, own in spans.items():
            matched = self._matched.setdefault(index, defaultdict(int))
            for _, i, credit, _ in own.pairs:
                if credit:
                    matched[own.golds.types[i]] += 1
        known: dict[Hashable, tuple[Counter[Confusion], ItemErrors]] = {}
        for index, aligned in enumerate(alignments):
            if aligned.is_perfect():
                continue
            key = aligned.key()
            if key not in known:
                known[key] = aligned.confused(), ItemErrors.of(aligned.errors(), show)
            confused, errors = known[key]
            if confused:
                self._confusions[index].add(item, ItemConfusions(confused, ((), (), ())))
            self._errors[index].add(item, errors)

    def spelled(self) -> Mapping[str, Spelled]:
        """Return the confusions and the errors of each metric with the labels of the types."""
        kinds = list(dict.fromkeys((*self._golds, *self._preds)))
        names = LabelNames([("type", kind) for kind in kinds])
        for index, matched in self._matched.items():
            counts = array("i")
            for kind in kinds:
                counts.extend((self._golds[kind], self._preds[kind], matched[kind]))
            self._confusions[index].labels = LabelSums(names, counts)
        spelled = map(Spelled, self._confusions, self._errors)
        return dict(zip(self.metrics, spelled, strict=True))
