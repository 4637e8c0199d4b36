"""Statistics of a document with coreference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tallystick.tasks.coref.clusters import as_document

__all__ = ["statistics"]


def statistics(value: object) -> Mapping[str, int]:
    """The numbers of one document.

    >>> from tallystick.tasks.coref.clusters import clusters
    >>> counts = statistics(clusters([[(0, 0), (2, 3)], [(1, 1)]]))
    >>> counts["mentions"], counts["entities"], counts["entities.singletons"]
    (3, 2, 1)
    """
    document = as_document(value)
    document.require()
    layer = document.identity
    sizes = Counter(layer.entity)
    referring = [entity for entity in sizes if entity not in layer.nonreferring]
    return {
        "documents": 1,
        "words": max(0, document.tokens.count),
        "empty_nodes": len(document.empty_nodes),
        "mentions": len(layer),
        "mentions.discontinuous": sum(len(detail.parts) > 1 for detail in layer.details.values()),
        "mentions.zeros": sum(map(layer.is_zero, range(len(layer)))) if document.empty_nodes else 0,
        "mentions.nonreferring": sum(sizes[entity] for entity in layer.nonreferring),
        "entities": len(referring),
        "entities.singletons": sum(sizes[entity] == 1 for entity in referring),
        "entities.split_antecedents": len(layer.components),
        "bridging_links": len(document.bridges),
        "discourse_deixis": len(document.deixis),
    }
