"""Distinctions of Universal Dependencies: content and function words, universal features, subtypes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = [
    "CONTENT",
    "FUNCTIONAL",
    "UNIVERSAL_FEATURES",
    "all_features",
    "base",
    "is_content",
    "is_functional",
    "universal_features",
]

#: The relations of content words in CLAS (Zeman et al. 2018).
CONTENT = frozenset((
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
))  # fmt: skip
#: The relations of function words. Punctuation and unknown relations are neither content nor function words.
FUNCTIONAL = frozenset(("aux", "cop", "mark", "det", "clf", "case", "cc"))
#: The features that UFeats compares. Later and layered features are not among them.
UNIVERSAL_FEATURES = frozenset((
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case", "Definite",
    "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite",
))  # fmt: skip

_MOST_CACHED = 100_000


Result = TypeVar("Result")


class _Cache(dict[str, Result]):
    """A function of text with its results so far: corpora repeat a few hundred values."""

    def __init__(self, function: Callable[[str], Result]) -> None:
        self.function = function

    def __missing__(self, text: str) -> Result:
        if len(self) >= _MOST_CACHED:
            self.clear()
        result = self[text] = self.function(text)
        return result


def _universal(features: str) -> str:
    return "|".join(
        sorted(feature for feature in features.split("|") if feature.partition("=")[0] in UNIVERSAL_FEATURES)
    )


#: Relations without their subtypes.
base = _Cache(lambda relation: relation.partition(":")[0])
#: The universal features of a word, sorted.
universal_features = _Cache(_universal)
#: All features of a word, sorted.
all_features = _Cache(lambda features: "" if features == "_" else "|".join(sorted(features.split("|"))))


#: Whether a relation is one of content words, and whether it is one of function words, whatever its subtype.
is_content = _Cache(lambda relation: base[relation] in CONTENT)
is_functional = _Cache(lambda relation: base[relation] in FUNCTIONAL)
