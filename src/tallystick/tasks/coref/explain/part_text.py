"""Mentions and entities in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.core.describe import describe
from tallystick.tasks.coref.explain.words import ShownMention

__all__ = ["PartText", "is_entity", "is_mention"]

#: Maximum number of mentions shown for an entity that is listed beside others.
_FEW = 2


class PartText:
    """Mentions shown by their words; entities as their mentions in braces, to differ from their only mention."""

    def __init__(self, tokens: Sequence[str] = ()) -> None:
        self.tokens = tokens
        """The words for mentions that do not have their own."""
        self._shown: dict[object, str] = {}

    def show(self, part: object) -> str:
        """Return a mention or an entity in one line."""
        # Every metric has the same mentions and entities, and there are thousands.
        shown = self._shown.get(part)
        if shown is None:
            shown = self._shown[part] = self._show(part)
        return shown

    def _show(self, part: object) -> str:
        if isinstance(part, ShownMention):
            return f"{part.words} {describe(part.ends)}"
        if type(part) is not tuple or not part:
            return describe(part)
        if all(map(is_entity, part)):
            return f"{{{', '.join(map(self._beginning, part))}}}"
        if is_entity(part):
            return f"{{{', '.join(map(self.show, part))}}}"
        if not is_mention(part) or not all(word < len(self.tokens) for word in part):
            return describe(part)
        words = [
            " ".join(self.tokens[first : last + 1]) for first, last in zip(part[::2], part[1::2], strict=True)
        ]
        return f"{' … '.join(words)} {describe(part)}"

    def _beginning(self, entity: tuple[object, ...]) -> str:
        """Return an entity beside others: a long one with its first mentions only."""
        if len(entity) <= _FEW + 1:
            return self.show(entity)
        return f"{{{', '.join(map(self.show, entity[:_FEW]))}, … {len(entity)} mentions}}"


def is_mention(part: tuple[object, ...]) -> bool:
    """Whether a part is the first and last words of a mention, which has no words to be shown by."""
    return len(part) % 2 == 0 and all(isinstance(word, int) for word in part)


def is_entity(part: object) -> bool:
    """Whether a part is the mentions of an entity."""
    if type(part) is not tuple or not part:
        return False
    return all(isinstance(mention, (tuple, ShownMention)) for mention in part)
