"""The words of mentions by number, for all items that one thread counts."""

from __future__ import annotations

from threading import local

from tallystick.tasks.views.confusions import Label

__all__ = ["MentionLabels", "mention_labels"]

#: A vocabulary of so many entries is replaced by an empty one.
MOST_LABELS = 1 << 17


class MentionLabels:
    """Numbers for the words of mentions.

    >>> labels = MentionLabels()
    >>> labels.number("Ann"), labels.number("she"), labels.number("Ann"), labels.words
    (0, 1, 0, ['Ann', 'she'])
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.words: list[str] = []
        self._labels: list[Label] = []

    @property
    def labels(self) -> list[Label]:
        """The words as the page counts them."""
        self._labels += [("mention", words) for words in self.words[len(self._labels) :]]
        return self._labels

    def number(self, words: str) -> int:
        """Return the number of some words."""
        number = self.numbers.setdefault(words, len(self.words))
        if number == len(self.words):
            self.words.append(words)
        return number


class _Current(local):
    def __init__(self) -> None:
        self.labels = MentionLabels()


_CURRENT = _Current()


def mention_labels() -> MentionLabels:
    """Return the vocabulary of this thread."""
    if len(_CURRENT.labels.words) >= MOST_LABELS:
        _CURRENT.labels = MentionLabels()
    return _CURRENT.labels
