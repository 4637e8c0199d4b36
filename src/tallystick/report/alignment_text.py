"""Alignments as text lines and as plain values, and the cost of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest

from tallystick.core.describe import describe
from tallystick.report.wording import errors_in_words, percent
from tallystick.tally import READ_RATIOS, Alignment, Pair, Score, Tally

__all__ = [
    "alignment_as_dict",
    "alignment_lines",
    "alignment_text",
    "costs",
    "errors_alone",
    "errors_as_dict",
    "parts_as_dict",
    "side_by_side",
]

#: How the gold parts and the pred parts of an alignment are displayed.
Describers = tuple[Callable[[object], str], Callable[[object], str]]

#: The first character of each kind of line: matched, partly matched, wrong value, missed, spurious, near miss.
SIGNS = {"matched": "=", "partly": "≈", "wrong": "≠", "missed": "-", "spurious": "+", "near": "~"}


def _kind(pair: Pair) -> str:
    """Whether a pair is completely right: the same text or, without inner parts, full credit."""
    if pair.kind:
        return pair.kind
    whole = pair.credit == 1 and not pair.inner
    return "matched" if whole or describe(pair.gold) == describe(pair.pred) else "partly"


def alignment_text(alignment: Alignment) -> str:
    """An alignment as text.

    >>> print(alignment_text(Alignment((Pair("a", "b", 0.5),), ("c",), ())))
    ≈ a  ←  b  (credit 0.5)
    - c
    """
    lines = [text for _, text in alignment_lines(alignment)]
    return "\n".join([*lines, *filter(None, [alignment.summary, errors_in_words(alignment.errors)])])


def errors_alone(alignment: Alignment) -> Alignment:
    """An alignment without the pairs that are all they should be.

    >>> errors_alone(Alignment((Pair("a", "a", 1.0), Pair("b", "c", 0.5)), ("d",), ())).matched
    (Pair(gold='b', pred='c', credit=0.5, inner={}, note='', kind=''),)
    """
    wrong = [pair for pair in alignment.matched if not _is_right(pair)]
    # If pairs are judged one by one, so are their inner pairs.
    inside = [
        replace(pair, inner={name: errors_alone(inner) for name, inner in pair.inner.items()})
        if pair.kind and pair.inner
        else pair
        for pair in wrong
    ]
    return replace(alignment, matched=tuple(inside), sides=None)


def _is_right(pair: Pair) -> bool:
    """Whether a pair is without errors. The credit of a pair with a kind may be any number: it is what it weighs."""
    return _kind(pair) == "matched" and (bool(pair.kind) or pair.credit == 1)


def describers_of(alignment: Alignment) -> Describers:
    """How the gold and the pred parts of an alignment are displayed."""
    return alignment.show or (describe, describe)


def alignment_lines(
    alignment: Alignment, indent: int = 0, describers: Describers | None = None
) -> Iterator[tuple[str, str]]:
    """An alignment as lines of text, each with its kind: matched, partly, wrong, missed, spurious, label."""
    margin = "  " * indent
    gold_text, pred_text = describers = describers or describers_of(alignment)
    for pair in alignment.matched:
        kind = _kind(pair)
        shown, other = gold_text(pair.gold), pred_text(pair.pred)
        if other != shown:
            shown += f"  ←  {other}"
        if not pair.kind and (kind == "partly" or pair.credit != 1):
            shown += f"  (credit {pair.credit:.4g})"
        note = f"  {pair.note}" if pair.note else ""
        yield kind, f"{margin}{SIGNS[kind]} {shown}{note}"
        if not _is_right(pair):
            yield from _inner_lines(pair, indent + 1, describers)
    for part in alignment.missed:
        yield "missed", f"{margin}{SIGNS['missed']} {gold_text(part)}"
    for part in alignment.spurious:
        yield "spurious", f"{margin}{SIGNS['spurious']} {pred_text(part)}"
    for pair in alignment.near_misses:
        limit = pair.note or "below the threshold"
        shown = f"{gold_text(pair.gold)}  ↔  {pred_text(pair.pred)}"
        yield "near", f"{margin}{SIGNS['near']} {shown}  (similarity {pair.credit:.4g}, {limit})"


def _inner_lines(pair: Pair, indent: int, describers: Describers) -> Iterator[tuple[str, str]]:
    """The inner lines of a pair, unless all of them match."""
    for name, inner in pair.inner.items():
        if (
            not inner.missed
            and not inner.spurious
            and all(_kind(part) == "matched" for part in inner.matched)
        ):
            continue
        if name:
            yield "label", f"{'  ' * indent}{name}:"
        lines = alignment_lines(inner, indent + bool(name), describers)
        # If pairs are judged one by one, correct pairs need no separate line.
        yield from (line for line in lines if line[0] != "matched") if pair.kind else lines


def side_by_side(gold: str, pred: str, width: int) -> Iterator[str]:
    """Two texts side by side, or one after the other if there is not enough room."""
    left, right = gold.splitlines(), pred.splitlines()
    column = max([len(line) for line in left] + [4]) + 3
    if column + max([len(line) for line in right] + [4]) > width:
        yield from ["gold", *left, "pred", *right]
        return
    for gold_line, pred_line in zip_longest(["gold", *left], ["pred", *right], fillvalue=""):
        yield f"{gold_line.ljust(column)}{pred_line}".rstrip()


def costs(score: Score, alignment: Alignment, number: Callable[[float | None], str] = percent) -> str:
    """The cost of one error: the rise of F1 with one more match, and with one fewer spurious part.

    Said only where the parts of the alignment are what the metric counts, each once. Of an entity, a link or a word it
    is not known what else would change.

    >>> aligned = Alignment((Pair("a", "a", 1.0),), ("b",), ("c", "d"), unit="triple")
    >>> costs(Score(Tally.of(1, pred=3, gold=2)), aligned)
    'One more matching triple adds 26.67 F1. One fewer spurious triple adds 10.00 F1.'
    >>> costs(Score(Tally.of(1, pred=3, gold=2)), Alignment(aligned.matched, aligned.missed, aligned.spurious))
    ''
    """
    tally, now = score.tally, score.f1
    matched, missed, spurious = len(alignment.matched), len(alignment.missed), len(alignment.spurious)
    counted = (tally.matched_gold, tally.matched_pred, tally.gold_total, tally.pred_total)
    if (
        not alignment.unit
        or now is None
        or counted != (matched, matched, matched + missed, matched + spurious)
    ):
        return ""
    sentences = []
    for errors, then_matched, pred, what in (
        (missed, matched + 1, tally.pred_total + 1, f"One more matching {alignment.unit} adds"),
        (spurious, matched, tally.pred_total - 1, f"One fewer spurious {alignment.unit} adds"),
    ):
        then = Score(Tally.of(then_matched, pred=pred, gold=tally.gold_total)).f1
        if errors and then is not None:
            sentences.append(f"{what} {number(then - now)} F1.")
    return " ".join(sentences)


def parts_as_dict(score: Score) -> dict[str, dict[str, float | None]]:
    """The components of a metric that is a mean: their counts and scores, by name.

    >>> from tallystick.tally import Reading
    >>> halves = Reading(("f1",), lambda tally: (0.5,), parts=("within",))
    >>> parts_as_dict(Score(Tally.composite([Tally.of(2, pred=4, gold=5)]), halves))["within"]
    {'right': 2, 'missed': 3, 'spurious': 2, 'precision': 0.5, 'recall': 0.4, 'f1': 0.4444444444444444}
    """
    if "f1" not in score.reading.fields:
        return {}
    numbers: dict[str, dict[str, float | None]] = {}
    for name, tally in zip(score.reading.parts, score.tally.parts, strict=False):
        if tally.parts:
            continue  # made of others itself: it has no counts of its own
        numbers[name] = {
            "right": tally.matched_gold,
            "missed": tally.gold_total - tally.matched_gold,
            "spurious": tally.pred_total - tally.matched_pred,
            **READ_RATIOS(tally),
        }
    return numbers


def alignment_as_dict(alignment: Alignment) -> dict[str, object]:
    """An alignment as plain data."""
    return {
        "matched": [
            {
                "gold": describe(pair.gold),
                "pred": describe(pair.pred),
                "credit": pair.credit,
                **({"kind": pair.kind} if pair.kind else {}),
                **({"note": pair.note} if pair.note else {}),
                **({"inner": {n: alignment_as_dict(a) for n, a in pair.inner.items()}} if pair.inner else {}),
            }
            for pair in alignment.matched
        ],
        "missed": [describe(part) for part in alignment.missed],
        "spurious": [describe(part) for part in alignment.spurious],
        **({"near_misses": [_near(pair) for pair in alignment.near_misses]} if alignment.near_misses else {}),
    }


def _near(pair: Pair) -> dict[str, object]:
    return {
        "gold": describe(pair.gold),
        "pred": describe(pair.pred),
        "similarity": pair.credit,
        **({"note": pair.note} if pair.note else {}),
    }


def errors_as_dict(alignment: Alignment) -> dict[str, object]:
    """The errors of an alignment as plain data: how many there are of each kind, and each with its parts."""
    if not alignment.error_list:
        return {}
    return {
        "error_counts": alignment.errors,
        "error_list": [
            {
                "kind": error.kind,
                **({"gold": describe(error.gold)} if error.gold is not None else {}),
                **({"pred": describe(error.pred)} if error.pred is not None else {}),
            }
            for error in alignment.error_list
        ],
    }
