"""Making very many objects of a frozen dataclass: its own constructor runs a guard for every field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

__all__ = ["maker"]

Made = TypeVar("Made")


def maker(kind: type[Made]) -> Callable[..., Made]:
    """A function that makes objects of a frozen dataclass with slots of the values of all its fields, in order.

    >>> from tallystick.formats.umr.document import UmrDocument
    >>> maker(UmrDocument)((), "x") == UmrDocument((), "x")
    True
    """
    assert not hasattr(kind, "__post_init__"), kind
    new = kind.__new__
    setters = tuple([getattr(kind, field.name).__set__ for field in fields(kind)])  # type: ignore[arg-type]

    def make(*values: object) -> Made:
        made = new(kind)
        for setter, value in zip(setters, values, strict=True):
            setter(made, value)
        return made

    return make
