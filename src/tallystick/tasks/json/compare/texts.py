"""Comparators of text beside edit distance: folding, words, patterns, synonyms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from unicodedata import category, normalize

from tallystick.tasks.json.scalars import normal_text

__all__ = ["FOLDS", "captured", "folding", "jaro", "synonyms", "token_f1", "token_set"]


def _without_punctuation(text: str) -> str:
    return normal_text("".join(sign for sign in text if not category(sign).startswith("P")))


def _without_accents(text: str) -> str:
    return normalize("NFC", "".join(sign for sign in normalize("NFD", text) if category(sign) != "Mn"))


#: Spaces and punctuation between words are removed, and both kinds of quotation marks are equal.
_SEPARATORS = str.maketrans({**dict.fromkeys(" ,./-_*^", ""), "'": '"'})


def _without_separators(text: str) -> str:
    return text.translate(_SEPARATORS)


#: The kinds of normalisation of text before it is compared.
FOLDS: dict[str, Callable[[str], str]] = {
    "case": str.casefold,
    "punctuation": _without_punctuation,
    "accents": _without_accents,
    "separators": _without_separators,
}


def folding(names: Sequence[str], classes: Sequence[Sequence[str]] = ()) -> Callable[[str], str] | None:
    """Return what removes differences from text: by name, then by classes of synonyms; None for nothing.

    >>> folding(["accents", "case"], [["NYC", "New York"]])("new YÔRK")
    'nyc'
    """
    if not names and not classes:
        return None
    folds = [FOLDS[name] for name in names]
    known: dict[str, str] = {}

    def fold(text: str) -> str:
        for step in folds:
            text = step(text)
        return known.get(text, text)

    for members in classes:
        first, *others = [fold(normal_text(member)) for member in members]
        known.update(dict.fromkeys(others, first))
    return fold


def synonyms(classes: Sequence[Sequence[str]]) -> Callable[[str], str]:
    """Return what replaces each text by the first of its class."""
    return folding((), classes) or normal_text


def captured(pattern: str) -> Callable[[str], Hashable]:
    """Return what a pattern captures of a text: its groups, or the match if it has none; without a match, the text.

    >>> captured(r"INV-0*(\\d+)")("Invoice INV-007")
    ('7',)
    """
    compiled = re.compile(pattern)

    def key(text: str) -> Hashable:
        match = compiled.search(text)
        return text if match is None else (match.groups() or (match[0],))

    return key


def token_f1(gold: str, pred: str) -> Fraction | int:
    """Return the F1 of the words as multisets.

    >>> token_f1("a b b", "b c")
    Fraction(2, 5)
    """
    golds, preds = gold.split(), pred.split()
    if not golds and not preds:
        return 1
    common = (Counter(golds) & Counter(preds)).total()
    return Fraction(2 * common, len(golds) + len(preds))


def token_set(gold: str, pred: str) -> Fraction | int:
    """Return the share of common words among all words, as sets.

    >>> token_set("New York New York", "York")
    Fraction(1, 2)
    """
    golds, preds = set(gold.split()), set(pred.split())
    return Fraction(len(golds & preds), len(golds | preds)) if golds or preds else 1


def jaro(gold: str, pred: str) -> Fraction | int:
    """Return the Jaro similarity.

    >>> float(jaro("MARTHA", "MARHTA"))
    0.9444444444444444
    """
    if not gold or not pred:
        return int(gold == pred)
    window = max(len(gold), len(pred)) // 2 - 1
    free = [True] * len(pred)
    matched: list[str] = []
    for index, sign in enumerate(gold):
        for other in range(max(0, index - window), min(len(pred), index + window + 1)):
            if free[other] and pred[other] == sign:
                free[other] = False
                matched.append(sign)
                break
    if not matched:
        return 0
    in_pred = [sign for sign, is_free in zip(pred, free, strict=True) if not is_free]
    moved = sum(first != second for first, second in zip(matched, in_pred, strict=True)) // 2
    count = len(matched)
    return (Fraction(count, len(gold)) + Fraction(count, len(pred)) + Fraction(count - moved, count)) / 3
