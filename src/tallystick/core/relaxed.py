"""Similarities without their thresholds: how near two values are that match nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tallystick.core.mapped import Indicator, Mapped
from tallystick.core.matching import Collection
from tallystick.core.similarity import Similarity
from tallystick.errors import UsageError
from tallystick.tally import Alignment, Pair

__all__ = ["near_misses", "without_thresholds"]

#: More pairs of missed and spurious elements are not compared again.
_MOST_PAIRS = 2_500


def without_thresholds(similarity: Similarity) -> Similarity:
    """Return a similarity whose thresholds are taken away; the same object if it has none.

    >>> from tallystick.core.functions import similarity
    >>> from tallystick.core.matching import bag
    >>> share = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)))
    >>> without_thresholds(bag(share >= 0.5)).compare([1], [3])
    0.3333333333333333
    """
    if isinstance(similarity, Mapped) and isinstance(similarity.function, Indicator):
        return without_thresholds(similarity.base)
    if not dataclasses.is_dataclass(similarity):
        return similarity
    changes: dict[str, object] = {}
    for field in dataclasses.fields(similarity):
        value = getattr(similarity, field.name)
        changed = _relaxed(value) if field.init else value
        if changed is not value:
            changes[field.name] = changed
    return dataclasses.replace(similarity, **changes) if changes else similarity


def _relaxed(value: object) -> object:
    """A field of a similarity without thresholds; the same object if nothing changes."""
    if isinstance(value, Similarity):
        return without_thresholds(value)
    if isinstance(value, Mapping):
        items = {name: _relaxed(part) for name, part in value.items()}
        return items if any(items[name] is not part for name, part in value.items()) else value
    if isinstance(value, tuple):
        parts = tuple([_relaxed(part) for part in value])
        return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    return value


@lru_cache(maxsize=64)
def _relaxed_element(similarity: Similarity) -> tuple[Similarity, Similarity] | None:
    """The elements of the outermost collection, as they are compared and without thresholds; None without any."""
    collection = _outermost(similarity)
    if collection is None:
        return None
    relaxed = without_thresholds(collection.element)
    return None if relaxed is collection.element else (collection.element, relaxed)


def _outermost(similarity: object) -> Collection | None:
    """The first collection inside a similarity, from the outside."""
    if isinstance(similarity, Collection):
        return similarity
    if isinstance(similarity, Mapping):
        inside: Sequence[object] = list(similarity.values())
    elif isinstance(similarity, Similarity) and dataclasses.is_dataclass(similarity):
        inside = [getattr(similarity, field.name) for field in dataclasses.fields(similarity) if field.init]
    else:
        inside = similarity if isinstance(similarity, tuple) else ()
    return next((found for part in inside if (found := _outermost(part)) is not None), None)


def near_misses(similarity: Similarity, alignment: Alignment) -> tuple[Pair, ...]:
    """Return the missed and spurious elements that a threshold keeps apart, one to one, the nearest first.

    The credit of a pair is its similarity without thresholds.
    """
    if not alignment.missed or not alignment.spurious:
        return ()
    if len(alignment.missed) * len(alignment.spurious) > _MOST_PAIRS:
        return ()
    both = _relaxed_element(similarity)
    if both is None:
        return ()
    element, relaxed = both
    candidates = []
    try:
        for i, gold in enumerate(alignment.missed):
            for j, pred in enumerate(alignment.spurious):
                value = relaxed.compare(gold, pred)
                if value > 0 and not element.compare(gold, pred):
                    candidates.append((-value, i, j))
    except UsageError:  # latent variables have no similarity of their own
        return ()
    pairs: list[Pair] = []
    golds: set[int] = set()
    preds: set[int] = set()
    for value, i, j in sorted(candidates):
        if i not in golds and j not in preds:
            golds.add(i)
            preds.add(j)
            pairs.append(Pair(alignment.missed[i], alignment.spurious[j], -value))
    return tuple(pairs)
