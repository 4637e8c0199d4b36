"""What matched and what did not, item by item, as output formats see it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from tallystick.dataclass import dataclass
from tallystick.report.alignment_text import (
    alignment_as_dict,
    alignment_lines,
    costs,
    parts_as_dict,
    side_by_side,
)
from tallystick.report.view import ProseView, Target
from tallystick.report.wording import percent
from tallystick.results.report import ItemScore, MetricReport
from tallystick.visible import visible

__all__ = ["ExplanationView"]

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

    def prose(self, target: Target) -> Iterator[str]:
        """A paragraph for each item and metric."""
        for number, (metric, item) in enumerate(self.items):
            yield "\n" * bool(number) + _in_text(metric, item, target)

    def data(self) -> list[dict[str, object]]:
        """Each item with its scores and its alignment."""
        return [_as_dict(metric, item) for metric, item in self.items]


def _as_dict(metric: MetricReport, item: ItemScore) -> dict[str, object]:
    parts = parts_as_dict(item.score)
    return {
        "metric": metric.key,
        "id": item.id,
        **({"zeroed": True} if item.zeroed else {}),
        "scores": dict(item.values),
        **({"parts": parts} if parts else {}),
        "alignment": alignment_as_dict(item.alignment),
        **({"errors": item.alignment.summary} if item.alignment.summary else {}),
    }


def _in_text(metric: MetricReport, item: ItemScore, target: Target) -> str:
    def styled(text: str, style: str | None) -> str:
        return f"{style}{text}{_RESET}" if style and target.colour else text

    def with_chains(line: str) -> str:
        """A text with chains, ``[Ann]1``: each chain in a colour of its own."""
        return _CHAIN.sub(lambda match: styled(match[0], _CHAINS[int(match[1]) % len(_CHAINS)]), line)

    numbers = "  ".join(f"{name} {percent(value)}" for name, value in item.values.items())
    zeroed = "  (the prediction counts as empty)" if item.zeroed else ""
    lines = [styled(f"{visible(item.id)}  {metric.key}  {numbers}{zeroed}", _BOLD), *_part_lines(item)]
    alignment = item.alignment
    if alignment.sides is not None:
        texts = side_by_side(*alignment.sides, target.columns - 2)
        lines += [f"  {with_chains(line)}" for line in map(visible, texts)] + [""]
    aligned = list(alignment_lines(alignment, 1))
    if not aligned and not alignment.summary:
        aligned = [("", "  nothing to be found, and nothing predicted")]
    lines += [styled(visible(text), _COLOURS.get(kind)) for kind, text in aligned]
    if alignment.summary:
        lines.append(f"  {visible(str(alignment.summary))}")
    if cost := costs(item.score, alignment):
        lines.append(f"  {cost}")
    return "\n".join(lines) + "\n"


def _part_lines(item: ItemScore) -> Iterator[str]:
    """What a mean is the mean of, such as the two halves of BLANC: a line each."""
    parts = parts_as_dict(item.score)
    width = max(map(len, parts), default=0)
    for name, part in parts.items():
        numbers = "  ".join(f"{kind} {percent(part[kind])}" for kind in ("precision", "recall", "f1"))
        counts = ", ".join(f"{part[kind]:.6g} {kind}" for kind in ("right", "missed", "spurious"))
        yield f"  {name.ljust(width)}  {numbers}  ({counts})"
