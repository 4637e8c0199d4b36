"""The comparators by name, their arguments, and how they are made from their declarations in a shape."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from tallystick.errors import UsageError
from tallystick.tasks.json.compare import dates, edits, numbers, texts
from tallystick.tasks.json.compare.base import Comparator, Credit, Equivalence, Graded, bounded
from tallystick.tasks.json.compare.functions import Called
from tallystick.tasks.json.scalars import Normal
from tallystick.tasks.json.shape import Compare

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ARGUMENTS", "comparator", "plain"]

#: The arguments of each comparator.
ARGUMENTS: Mapping[str, frozenset[str]] = {
    "exact": frozenset(),
    "text": frozenset(texts.FOLDS),
    "number": frozenset({"abs", "rel"}),
    "date": frozenset({"within", "formats"}),
    "time": frozenset(),
    "duration": frozenset(),
    "uuid": frozenset(),
    "levenshtein": frozenset(),
    "anls": frozenset(),
    "jaro": frozenset(),
    "token-f1": frozenset(),
    "token-set": frozenset(),
    "regex": frozenset({"pattern"}),
    "same": frozenset({"classes"}),
    "iou": frozenset(),
}

#: Comparators of two texts that give a share.
_SHARES: Mapping[str, Callable[[str, str], Credit]] = {
    "levenshtein": edits.levenshtein,
    "anls": edits.levenshtein,
    "jaro": texts.jaro,
    "token-f1": texts.token_f1,
    "token-set": texts.token_set,
}
#: The default minimum credit that counts.
_LEAST = {"anls": Fraction(1, 2)}


def plain(_value: object, normal: Normal) -> Normal:
    """Return the key of plain equality: the normal form."""
    return normal


_TEXT = Equivalence(plain)


def comparator(declared: Compare | None, answers: str | None = None) -> Comparator:
    """Return the comparator that a shape declares; for text, if it has no name.

    `answers` is the file that keeps the answers of a user's functions.
    """
    return _TEXT if declared is None else _made(_Declaration(declared, answers))


class _Declaration:
    """A declaration as a key: its arguments need not be hashable."""

    def __init__(self, compare: Compare, answers: str | None) -> None:
        self.compare = compare
        self.answers = answers
        self.text = f"{compare!r} {answers}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Declaration) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=1024)
def _made(declaration: _Declaration) -> Comparator:
    compare = declaration.compare
    name, arguments = compare.name or "text", compare.arguments
    fold = texts.folding(_folds(compare), _classes(compare))
    if name in _SHARES:
        return _shares(name, compare, fold)
    if name == "exact":
        return Equivalence(lambda value, normal: value if isinstance(value, str) else normal)
    if name == "number":
        limits = [Fraction(str(arguments.get(argument, 0))) for argument in ("abs", "rel")]
        return Graded(numbers.within(*limits), kind="number")
    if name == "iou":
        limit = _limit(compare)
        return Graded(_bounded(numbers.iou, compare), kind="box", similarity=numbers.iou, limit=limit)
    if ":" in name:
        return Called(name, compare.least, compare.full, fold=_folded(fold), answers=declaration.answers)
    return _by_key(name, arguments, fold)


def _by_key(name: str, arguments: Mapping[str, Any], fold: Callable[[str], str] | None) -> Comparator:
    formats = _texts(arguments.get("formats", ()))
    if name == "date" and arguments.get("within"):
        return Graded(dates.dates_within(Fraction(str(arguments["within"])), formats), fold=_folded(fold))
    keys: dict[str, Callable[[str], Hashable]] = {
        "date": dates.date_key(formats),
        "time": dates.time_key,
        "duration": dates.duration_key,
        "uuid": str.lower,
        "text": str,
        "same": str,
    }
    key = texts.captured(str(arguments.get("pattern", ""))) if name == "regex" else keys.get(name)
    if key is None:
        raise UsageError(f"unknown comparator {name!r}; available: {', '.join(ARGUMENTS)}, module:function")
    if fold is None and key is str:
        return _TEXT
    before = fold or str
    return Equivalence(lambda _value, normal: key(before(normal)))  # type: ignore[arg-type]


def _shares(name: str, compare: Compare, fold: Callable[[str], str] | None) -> Graded:
    share = _SHARES[name]
    if compare.least is None and compare.full is None and name in _LEAST:
        compare = Compare(name, least=_LEAST[name])
    matrix = _edit_matrix(compare) if share is edits.levenshtein else None
    credit, limit = _bounded(share, compare), _limit(compare)
    return Graded(credit, fold=_folded(fold), matrix=matrix, similarity=share, limit=limit)


def _limit(compare: Compare) -> Fraction | None:
    """The least similarity that earns anything; None if every similarity does."""
    return compare.full if compare.full is not None else compare.least


def _bounded(credit: Callable[[Any, Any], Credit], compare: Compare) -> Callable[[Any, Any], Credit]:
    least, full = compare.least, compare.full
    return lambda gold, pred: bounded(credit(gold, pred), least, full)


def _edit_matrix(compare: Compare) -> Callable[[Sequence[str], Sequence[str]], np.ndarray]:
    """Return what computes the matrix of Levenshtein credits."""
    return partial(edits.share_matrix, least=_limit(compare) or Fraction(0), full=compare.full is not None)


def _folds(compare: Compare) -> list[str]:
    of_text = compare.arguments if compare.name == "text" else {}
    return [name for name in texts.FOLDS if name in compare.normalise or of_text.get(name)]


def _classes(compare: Compare) -> Sequence[Sequence[str]]:
    own: Any = compare.arguments.get("classes", ()) if compare.name == "same" else ()
    return [*compare.same, *own]


def _texts(given: Any) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _folded(fold: Callable[[str], str] | None) -> Callable[[Normal], Normal] | None:
    return fold  # type: ignore[return-value]
