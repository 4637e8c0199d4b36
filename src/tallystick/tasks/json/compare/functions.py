"""Comparators of a user's own: ``module:function``, from pairs of values to credits, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tallystick.core.user_objects import load_object
from tallystick.errors import TallystickError, UsageError
from tallystick.tasks.json.compare.answers import Answers, answers_at
from tallystick.tasks.json.compare.base import Credit, Graded, bounded
from tallystick.tasks.json.scalars import Normal

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Called", "CreditFunction", "function_name", "pairwise_name"]

#: From pairs of a gold and a predicted text to their credits.
CreditFunction = Callable[[list[tuple[Any, Any]]], Iterable[Any]]

#: Pairs that a function gets at most at once, unless it has an attribute `batch_size`.
_BATCH = 1024
#: Functions that are given as objects, and cannot be imported by their names.
_GIVEN: dict[str, Callable[..., Any]] = {}
_MOST_GIVEN = 256
#: Before the names of functions of a gold and a predicted text.
_PAIRWISE = "pairwise:"
#: How many functions had a name.
_USED: dict[str, int] = {}


class Called(Graded):
    """Asks a function for the credits of pairs, in batches. Each pair of texts is passed once."""

    def __init__(
        self,
        name: str,
        least: Fraction | None = None,
        full: Fraction | None = None,
        *,
        fold: Callable[[Normal], Normal] | None = None,
        answers: str | None = None,
    ) -> None:
        super().__init__(self._credit_of, fold=fold, matrix=self._matrix_of)
        self.name = name
        self.function = _function(name)
        self.least, self.full = least, full
        version = str(getattr(self.function, "version", ""))
        self.answers: Answers = answers_at(answers, name, version)
        self.batch_size = _batch_size(name, self.function)

    def ask(self, pairs: Iterable[tuple[Normal, Normal]]) -> None:
        """Ask for the credits of all pairs whose credits are not known."""
        if self.fold is not None:
            pairs = [(self.fold(gold), self.fold(pred)) for gold, pred in pairs]
        self._ask(pairs)

    def _ask(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        unknown = [
            (gold, pred)
            for gold, pred in dict.fromkeys(pairs)
            if gold != pred and self.answers.get(gold, pred) is None
        ]
        for start in range(0, len(unknown), self.batch_size):
            batch = unknown[start : start + self.batch_size]
            # Kept at once: an interrupted run has paid for these answers.
            self.answers.add(batch, self._asked(batch))

    def _asked(self, pairs: list[tuple[Any, Any]]) -> list[Fraction]:
        try:
            given = list(self.function(list(pairs)))
        except TallystickError:
            raise
        except Exception as error:
            expected = "takes a gold and a predicted text and returns a credit from 0 to 1"
            if not self.name.startswith(_PAIRWISE):
                expected = (
                    "takes a list of (gold, pred) pairs of texts and returns a credit from 0 to 1 for each"
                )
            raise UsageError(
                f"the comparator {self.name.removeprefix(_PAIRWISE)} failed: {type(error).__name__}: {error}; a "
                f"comparator {expected}"
            ) from error
        if len(given) != len(pairs):
            raise UsageError(f"{self.name} returned {len(given)} credits for {len(pairs)} pairs")
        return [self._checked(credit) for credit in given]

    def _checked(self, credit: Any) -> Fraction:
        try:
            exact = isinstance(credit, (int, Fraction, Decimal))
            number = Fraction(credit if exact else float(credit))
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"{self.name} returned {credit!r:.60}, which is not a credit") from error
        if not 0 <= number <= 1:
            raise UsageError(f"{self.name} returned {credit}; a credit must be between 0 and 1")
        return number

    def _credit_of(self, gold: object, pred: object) -> Credit:
        known = self.answers.get(gold, pred)
        if known is None:
            self._ask([(gold, pred)])
            known = self.answers.get(gold, pred)
            assert known is not None
        return bounded(known, self.least, self.full)

    def _matrix_of(self, golds: Sequence[object], preds: Sequence[object]) -> np.ndarray:
        import numpy as np

        self._ask([(gold, pred) for gold in golds for pred in preds])
        return np.array(
            [
                [1.0 if gold == pred else float(self._credit_of(gold, pred)) for pred in preds]
                for gold in golds
            ],
            dtype=np.float64,
        ).reshape(len(golds), len(preds))


def function_name(function: Callable[..., Any]) -> str:
    """Return a name under which this process finds a function again: ``module:function`` where it can be imported."""
    module, path = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    name = f"{module or 'given'}:{path or type(function).__qualname__}"
    try:
        if path and "<" not in path and load_object(module, path, "") is function:
            return name
    except UsageError:
        pass
    for known, other in _GIVEN.items():
        if other is function:
            return known
    # No name is used twice, since comparators are cached by name.
    _USED[name] = _USED.get(name, 0) + 1
    own = name if _USED[name] == 1 else f"{name}#{_USED[name]}"
    _GIVEN[own] = function
    if len(_GIVEN) > _MOST_GIVEN:
        del _GIVEN[next(iter(_GIVEN))]
    return own


def pairwise_name(function: Callable[[Any, Any], Any]) -> str:
    """Return the name of the comparator that calls a function with one pair at a time."""
    return f"{_PAIRWISE}{function_name(function)}"


def _function(name: str) -> CreditFunction:
    given = _GIVEN.get(name)
    if given is not None:
        return given
    if name.startswith(_PAIRWISE):
        single: Any = _function(name.removeprefix(_PAIRWISE))
        return lambda pairs: [single(gold, pred) for gold, pred in pairs]
    module, _, path = name.partition(":")
    function = load_object(module, path, f"--compare {name}")
    if not callable(function):
        raise UsageError(f"--compare {name}: this is not a function")
    called: CreditFunction = function
    return called


def _batch_size(name: str, function: object) -> int:
    size = getattr(function, "batch_size", _BATCH)
    if not isinstance(size, int) or size < 1:
        raise UsageError(f"{name}.batch_size is {size!r:.40}, not a positive number")
    return size
