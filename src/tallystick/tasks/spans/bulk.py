"""Lists of tag lists, counted at once: columns of spans instead of documents."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import compress, count, pairwise
from typing import Final

from tallystick.errors import Problem
from tallystick.formats.tags.lenient import is_tag, lenient_spans, split_tag
from tallystick.formats.tags.sequence import TagSequence
from tallystick.tally import Tally
from tallystick.tasks.base import Options
from tallystick.tasks.bulk import BulkCounts
from tallystick.tasks.spans.tag_columns import (
    ENDS,
    INSIDE,
    OUTSIDE,
    SINGLE,
    STARTS,
    SpanColumns,
    best_totals,
    count_equal,
    number_tags,
    read_spans,
)

__all__ = ["count_tags"]

_PREFIXES: Final = {"O": OUTSIDE, "B": STARTS, "I": INSIDE, "E": ENDS, "L": ENDS, "S": SINGLE, "U": SINGLE}
#: The prefixes that each way of reading tags reads as the lenient one does.
_READ_ALIKE: Final = {"auto": "OBIELSU", "seqeval": "OBIES", "conlleval": "OBI", "nervaluate": "OBI"}

#: The credit of two overlapping spans: equal with the same type, equal with another, unequal with the same type,
#: unequal with another.
_CREDITS: Final = {
    "span": (1.0, 0.0, 0.0, 0.0),
    "span-boundary": (1.0, 1.0, 0.0, 0.0),
    "span-partial": (1.0, 0.0, 0.5, 0.0),
    "span-type": (1.0, 0.0, 1.0, 0.0),
    "ner-strict": (1.0, 0.0, 0.0, 0.0),
    "ner-exact": (1.0, 1.0, 0.0, 0.0),
    "ner-partial": (1.0, 1.0, 0.5, 0.5),
    "ner-type": (1.0, 0.0, 1.0, 0.0),
}
#: The pairs of spans, the correct ones and the halves of credit, counted in one whole number.
_CORRECT: Final = 1 << 20
_HALF: Final = 1 << 40
#: No sentence has enough tags for one of these counts to reach the next.
_MOST_TAGS: Final = 1 << 20

#: Gives the tally of a pair by its index, and the total of all pairs.
_Tallied = tuple[Callable[[int], Tally], Tally]


class _Vocabulary:
    """Numbers for tags."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.tags: list[str] = []
        self.prefixes = array("i")
        self.types = array("i")
        self._type_numbers: dict[str, int] = {}

    def add(self, tag: str) -> int:
        """Return the number of a new tag; −1 if it is not a tag."""
        if not is_tag(tag):
            return -1
        prefix, kind = split_tag(tag)
        self.tags.append(tag)
        self.prefixes.append(_PREFIXES[prefix])
        self.types.append(self._type_numbers.setdefault(kind, len(self._type_numbers)))
        return self.numbers.setdefault(tag, len(self.numbers))


class _Side:
    """The sentences of a side: the numbers of their tags, and their spans."""

    def __init__(self, tags: array[int], bounds: array[int], vocabulary: _Vocabulary) -> None:
        self.tags = tags
        self.bounds = bounds
        self.vocabulary = vocabulary
        self.spans: SpanColumns = read_spans(tags, bounds, vocabulary.prefixes, vocabulary.types)

    def sentence(self, index: int) -> list[str]:
        """Return the tags of a sentence."""
        names = self.vocabulary.tags
        return [names[number] for number in self.tags[self.bounds[index] : self.bounds[index + 1]]]

    def problems(self, name: str) -> Iterator[tuple[int, list[Problem]]]:
        """Yield the sentences with malformed tags, and the warnings about these."""
        for index in compress(count(), self.spans.flaws):
            tags = self.sentence(index)
            sequence = TagSequence(tags, lenient_spans(tags)[1], f"<{name}>", line=index + 1)
            yield (
                index,
                [sequence.problem(at, message, code, "warning") for at, code, message in sequence.flaws],
            )


def count_tags(
    metrics: Sequence[tuple[str, Options]], golds: Sequence[object], preds: Sequence[object]
) -> BulkCounts | None:
    """Count lists of tags under metrics, given by name with their options; None if that takes another way.

    It does wherever something is wrong with an item, or a metric reads tags in a special way.
    """
    if not golds or len(golds) != len(preds):
        return None
    vocabulary = _Vocabulary()
    numbered = []
    for sentences in (golds, preds):
        columns = number_tags(sentences, vocabulary.numbers, vocabulary.add)
        if columns is None:
            return None
        numbered.append(columns)
    bounds = numbered[0][1]
    if bounds != numbered[1][1] or _has_extremes(bounds):
        return None
    prefixes = {split_tag(tag)[0] for tag in vocabulary.tags}
    if not all(_reads(name, options, prefixes) for name, options in metrics):
        return None
    gold, pred = (_Side(*columns, vocabulary) for columns in numbered)
    tallied = [_tallied(name, options, gold, pred) for name, options in metrics]
    flaws = sum(gold.spans.flaws) + sum(pred.spans.flaws)
    by_sentence = [*gold.problems("gold"), *pred.problems("pred")] if flaws else []
    return BulkCounts(
        pairs=len(golds),
        totals=tuple([total for _, total in tallied]),
        tallies=lambda index: tuple([tally(index) for tally, _ in tallied]),
        values=lambda index: (gold.sentence(index), pred.sentence(index)),
        coverage={"tags": 2 * len(gold.tags), "tags_malformed": flaws},
        problems=[problem for _, problems in sorted(by_sentence, key=_index) for problem in problems],
    )


def _index(problems: tuple[int, list[Problem]]) -> int:
    return problems[0]


def _has_extremes(bounds: array[int]) -> bool:
    """Whether a sentence has no tags, which is not a list of tags, or too many to be counted in a part of a number."""
    lengths = [end - begin for begin, end in pairwise(bounds)]
    return min(lengths) == 0 or max(lengths) >= _MOST_TAGS


def _reads(name: str, options: Options, prefixes: set[str]) -> bool:
    """Whether a metric reads these tags leniently, and compares spans as they are compared here."""
    if name == "tag-accuracy":
        return True
    reading = _READ_ALIKE.get(str(options["tags"]), "")
    return (
        name in _CREDITS
        and prefixes.issubset(reading)
        and options["scheme"] == "any"
        and options.get("type-credit", "exact") == "exact"
        and options.get("pairing", "optimal") == "optimal"
    )


def _tallied(name: str, options: Options, gold: _Side, pred: _Side) -> _Tallied:
    if name == "tag-accuracy":
        return _accuracy(gold, pred)
    return (_categories if name.startswith("ner-") else _matched)(name, options, gold, pred)


def _accuracy(gold: _Side, pred: _Side) -> _Tallied:
    equal, bounds = count_equal(gold.tags, pred.tags, gold.bounds), gold.bounds

    def tally(index: int) -> Tally:
        tags = bounds[index + 1] - bounds[index]
        return Tally.of(equal[index], pred=tags, gold=tags)

    number, all_equal = len(equal), sum(equal)
    return tally, Tally(all_equal, all_equal, len(pred.tags), len(gold.tags), number, number)


def _matched(name: str, _options: Options, gold: _Side, pred: _Side) -> _Tallied:
    halves = best_totals(gold.spans, pred.spans, array("q", [int(2 * credit) for credit in _CREDITS[name]]))
    golds, preds = gold.spans.bounds, pred.spans.bounds

    def tally(index: int) -> Tally:
        matched = halves[index] / 2
        return Tally.of(
            matched, pred=float(preds[index + 1] - preds[index]), gold=float(golds[index + 1] - golds[index])
        )

    number, matched = len(halves), sum(halves) / 2
    return tally, Tally(matched, matched, float(preds[-1]), float(golds[-1]), number, number)


def _categories(name: str, options: Options, gold: _Side, pred: _Side) -> _Tallied:
    """The best pairs: most credit, then most correct pairs, then most pairs."""
    weights = array(
        "q", [int(2 * credit) * _HALF + (credit == 1) * _CORRECT + 1 for credit in _CREDITS[name]]
    )
    best = best_totals(gold.spans, pred.spans, weights, float(str(options["min-overlap"])))
    golds, preds = gold.spans.bounds, pred.spans.bounds

    def tally(index: int) -> Tally:
        spans = preds[index + 1] - preds[index], golds[index + 1] - golds[index]
        return _category_tally(*_counts(best[index]), *spans, items=1)

    halves, correct, paired = (sum(column) for column in zip(*map(_counts, best), strict=True))
    return tally, _category_tally(halves, correct, paired, preds[-1], golds[-1], items=len(best))


def _counts(best: int) -> tuple[int, int, int]:
    """Return the halves of credit, the correct pairs and all pairs."""
    return best // _HALF, best % _HALF // _CORRECT, best % _CORRECT


def _category_tally(halves: int, correct: int, paired: int, preds: int, golds: int, *, items: int) -> Tally:
    credit = halves / 2
    parts = (Tally(correct, correct, paired, paired, items, items),)
    return Tally(credit, credit, preds, golds, items, items, parts=parts)
