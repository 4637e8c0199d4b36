"""Things by name that are imported on first use: a run needs few of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

__all__ = ["Lazy", "imported"]

Thing = TypeVar("Thing")


def imported(home: str) -> Any:
    """Return the object at ``module:attribute``.

    >>> imported("math:pi")
    3.141592653589793
    """
    module, _, attribute = home.partition(":")
    return getattr(import_module(module), attribute)


class Lazy(Mapping[str, Thing], Generic[Thing]):
    """A mapping from names to the objects at ``module:attribute``.

    >>> Lazy({"pi": "math:pi", "nothing": "no.such.module:at_all"})["pi"]
    3.141592653589793
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = dict(homes)
        self._known: dict[str, Thing] = {}

    def __getitem__(self, name: str) -> Thing:
        if name not in self._known:
            self._known[name] = self.prepared(imported(self._homes[name]))
        return self._known[name]

    def prepared(self, thing: Thing) -> Thing:
        """Transform an object before it is returned; unchanged unless a subclass overrides this."""
        return thing

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, name: object) -> bool:
        return name in self._homes
