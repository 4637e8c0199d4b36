"""The errors of JSON documents by field: wrong, inexact, missing and spurious values, and whole items of lists."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.tally import Alignment, PartError
from tallystick.tasks.json.explain import Part

__all__ = ["ERRORS", "FieldErrors"]


class FieldErrors:
    """The kinds of errors of documents: each is called by the field that it is in."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of leaves, those inside the items of lists included, and of whole items."""
        for pair in alignment.matched:
            if pair.inner:
                for inner in pair.inner.values():
                    yield from self.errors(inner)
            elif pair.kind in ("wrong", "partly") or (not pair.kind and pair.credit < 1):
                # Documents as a whole are pairs without a kind.
                word = "wrong" if pair.kind == "wrong" or not pair.credit else "inexact"
                yield PartError(f"{word} {_value(pair.gold)}", pair.gold, pair.pred)
        for part in alignment.missed:
            yield PartError(f"missing {_value(part)}", gold=part)
        for part in alignment.spurious:
            yield PartError(f"spurious {_value(part)}", pred=part)


def _value(part: object) -> str:
    """The description of a part: a value of a field, an item of a list, or the value of a whole document."""
    if not isinstance(part, Part) or not part.field:
        return "value"
    return f"list item: {part.field}" if part.is_item else f"value: {part.field}"


ERRORS = FieldErrors()
