"""Matched, missed and spurious parts, item by item, as a view for output formats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.report.alignment_text import (
    alignment_as_dict,
    alignment_lines,
    costs,
    errors_alone,
    errors_as_dict,
    parts_as_dict,
    side_by_side,
)
from tallystick.report.node_text import node_lines, nodes_as_dicts
from tallystick.report.view import ProseView, Target
from tallystick.report.wording import errors_in_words
from tallystick.results.report import ItemScore, MetricReport
from tallystick.tally import Alignment
from tallystick.visible import visible

__all__ = ["ExplanationView"]

#: Maximum number of sentences listed in the message for an unknown sentence.
_MOST_NAMES = 8

#: Kinds of errors in one line of the summary, and in its list.
_MOST_IN_LINE, _MOST_KINDS = 4, 25
#: Parts that are listed if nothing was predicted.
_MOST_ALONE = 20

_BOLD, _RESET = "\x1b[1m", "\x1b[0m"
_RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN = (f"\x1b[{code}m" for code in range(31, 37))
_COLOURS = {"matched": _GREEN, "partly": _YELLOW, "missed": _RED, "spurious": _MAGENTA}

#: The innermost mention of a text with chains, and the colours of chains; the last three are bright.
_CHAIN = re.compile(r"\[[^\[\]]*\]([0-9]+)")
_CHAINS = (_CYAN, _YELLOW, _MAGENTA, _GREEN, _BLUE, _RED, "\x1b[96m", "\x1b[93m", "\x1b[95m")


@dataclass(frozen=True, slots=True)
class ExplanationView(ProseView):
    """Items under metrics, each with its alignment."""

    kind: ClassVar[str] = "explanations"

    items: Sequence[tuple[MetricReport, ItemScore]]
    errors_only: bool = False
    """Whether to leave out what is right, and items in which everything is."""
    sentence: str | None = None
    """The id or the number of the only sentence to be shown."""
    nodes: bool = False
    """Whether to show the alignment of the nodes of graphs."""
    rounds: bool = False
    """Whether to show it round by round."""

    def prose(self, target: Target) -> Iterator[str]:
        """A paragraph for each item and metric, then the errors of all items by kind."""
        errors: dict[str, Counter[str]] = {}
        items: Counter[str] = Counter()
        for number, (metric, item, alignment) in enumerate(self._explained()):
            text = _in_text(metric, item, alignment, target)
            if self.nodes or self.rounds:
                text += "".join(f"  {visible(line)}\n" for line in node_lines(alignment, rounds=self.rounds))
            yield "\n" * bool(number) + text
            errors.setdefault(metric.key, Counter()).update(alignment.errors)
            items[metric.key] += 1
        for key, counts in errors.items():
            if items[key] > 1 and counts.total():
                yield f"\n{key}, {items[key]:,} items:{_summary(counts)}\n"
        if self.errors_only and not items:
            yield "no errors\n"

    def data(self) -> list[dict[str, object]]:
        """Each item with its scores and its alignment."""
        return [
            _as_dict(metric, item, alignment)
            | ({"nodes": nodes_as_dicts(alignment)} if self.nodes or self.rounds else {})
            for metric, item, alignment in self._explained()
        ]

    def _explained(self) -> Iterator[tuple[MetricReport, ItemScore, Alignment]]:
        unknown: dict[str, None] = {}
        shown = False
        for metric, item in self.items:
            alignment = item.alignment
            if self.sentence is not None:
                sentences = alignment.sentences
                if sentences is None or self.sentence not in sentences.names:
                    unknown.update(dict.fromkeys(() if sentences is None else sentences.names))
                    continue
                alignment = sentences.restrict(alignment, self.sentence)
            shown = True
            if self.errors_only:
                alignment = errors_alone(alignment)
            if not self.errors_only or alignment or _errors(alignment):
                yield metric, item, alignment
        if self.sentence is not None and not shown:
            raise UsageError(_no_such_sentence(self.sentence, list(unknown)))


def _summary(counts: Counter[str]) -> str:
    """The errors of all items, the most frequent first: in one line, or in a list if there are many kinds."""
    kinds = [errors_in_words({kind: count}) for kind, count in counts.most_common() if count]
    if len(kinds) <= _MOST_IN_LINE:
        return f" {', '.join(kinds)}"
    more = f"\n  … and {len(kinds) - _MOST_KINDS:,} more kinds" if len(kinds) > _MOST_KINDS else ""
    return "".join([f"\n  {visible(kind)}" for kind in kinds[:_MOST_KINDS]]) + more


def _no_such_sentence(name: str, known: Sequence[str]) -> str:
    if not known:
        return f"--sentence {name}: these items are not divided into sentences"
    listed = ", ".join(known[:_MOST_NAMES]) + ", …" * (len(known) > _MOST_NAMES)
    return f"unknown sentence {name!r}; the sentences are {listed}"


def _as_dict(metric: MetricReport, item: ItemScore, alignment: Alignment) -> dict[str, object]:
    parts, errors = parts_as_dict(item.score), _errors(alignment)
    return {
        "metric": metric.key,
        "id": item.id,
        **({"zeroed": True} if item.zeroed else {}),
        "scores": dict(item.values),
        **({"parts": parts} if parts else {}),
        "alignment": alignment_as_dict(alignment),
        **({"errors": errors} if errors else {}),
        **errors_as_dict(alignment),
    }


def _errors(alignment: Alignment) -> str:
    """The errors, as text."""
    return ", ".join(filter(None, [alignment.summary, errors_in_words(alignment.errors)]))


def _in_text(metric: MetricReport, item: ItemScore, alignment: Alignment, target: Target) -> str:
    def styled(text: str, style: str | None) -> str:
        return f"{style}{text}{_RESET}" if style and target.colour else text

    def with_chains(line: str) -> str:
        """A text with chains, ``[Ann]1``: each chain in its own colour."""
        return _CHAIN.sub(lambda match: styled(match[0], _CHAINS[int(match[1]) % len(_CHAINS)]), line)

    number = target.screen.number
    numbers = "  ".join(f"{name} {number(value)}" for name, value in item.values.items())
    zeroed = "  (the prediction counts as empty)" if item.zeroed else ""
    lines = [styled(f"{visible(item.id)}  {metric.key}  {numbers}{zeroed}", _BOLD)]
    lines += _part_lines(item, number)
    if alignment.sides is not None:
        texts = side_by_side(alignment.sides[0], alignment.sides[1], target.columns - 2)
        lines += [f"  {with_chains(line)}" for line in map(visible, texts)] + [""]
    whole = item.alignment
    if len(alignment.missed) > _MOST_ALONE and not whole.matched and not whole.spurious:
        listed = f"-f json lists the {len(alignment.missed):,} missed parts"
        aligned = [("missed", f"  - everything: the prediction is empty; {listed}")]
    else:
        aligned = list(alignment_lines(alignment, 1))
    if not aligned and not alignment.summary:
        aligned = [("", "  nothing in the gold, nothing in the prediction")]
    lines += [styled(visible(text), _COLOURS.get(kind)) for kind, text in aligned]
    if errors := _errors(alignment):
        lines.append(f"  {visible(errors)}")
    if cost := costs(item.score, whole, number):
        lines.append(f"  {cost}")
    return "\n".join(lines) + "\n"


def _part_lines(item: ItemScore, number: Callable[[float | None], str]) -> Iterator[str]:
    """The components of a mean, such as the two halves of BLANC: one line each."""
    parts = parts_as_dict(item.score)
    width = max(map(len, parts), default=0)
    for name, part in parts.items():
        numbers = "  ".join(f"{kind} {number(part[kind])}" for kind in ("precision", "recall", "f1"))
        counts = ", ".join(f"{part[kind]:.6g} {kind}" for kind in ("right", "missed", "spurious"))
        yield f"  {name.ljust(width)}  {numbers}  ({counts})"
