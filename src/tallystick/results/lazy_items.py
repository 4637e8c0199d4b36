"""A sequence that is created on first use: most runs need only its summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

__all__ = ["LazyItems", "LazySequence"]

Element = TypeVar("Element", covariant=True)
Part = TypeVar("Part")


class LazySequence(Sequence[Element], Generic[Element]):
    """A sequence of known length whose elements are all created on first use.

    >>> squares = LazySequence(3, lambda: (number**2 for number in range(3)))
    >>> len(squares), squares[1], list(squares), squares == (0, 1, 4)
    (3, 1, [0, 1, 4], True)
    """

    __slots__ = ("_length", "_made", "_make")

    def __init__(self, length: int, make: Callable[[], Iterable[Element]]) -> None:
        self._length = length
        self._make: Callable[[], Iterable[Element]] | None = make
        self._made: tuple[Element, ...] = ()

    def _elements(self) -> tuple[Element, ...]:
        if self._make is not None:
            self._made = tuple(self._make())
            # The source of the elements is no longer needed.
            self._make = None
        return self._made

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Element: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Element]: ...
    def __getitem__(self, index: int | slice) -> Element | Sequence[Element]:
        return self._elements()[index]

    def __iter__(self) -> Iterator[Element]:
        return iter(self._elements())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (tuple, LazySequence)):
            return NotImplemented
        return self._elements() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._elements())

    def __repr__(self) -> str:
        return repr(self._elements())

    def __reduce__(self) -> tuple[type[tuple[Element, ...]], tuple[tuple[Element, ...]]]:
        return tuple, (self._elements(),)


class LazyItems(LazySequence[Element], Generic[Element, Part]):
    """Elements whose main parts are known already: those who need only these need no elements.

    >>> items = LazyItems(2, lambda: iter([("a", 1), ("b", 2)]), lambda: [1, 2])
    >>> items.parts(), items[1]
    ([1, 2], ('b', 2))
    """

    __slots__ = ("_parts",)

    def __init__(
        self, length: int, make: Callable[[], Iterable[Element]], parts: Callable[[], list[Part]]
    ) -> None:
        super().__init__(length, make)
        self._parts = parts

    def parts(self) -> list[Part]:
        """Return the part of each element."""
        return self._parts()
