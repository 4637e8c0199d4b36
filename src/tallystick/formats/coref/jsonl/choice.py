"""JSON lines of clusters as a format of a task: how they are recognised."""

from __future__ import annotations

from tallystick.formats.choice import FormatChoice, LazyReader
from tallystick.formats.json.choice import description, recogniser

__all__ = ["CLUSTER_LINES"]

_has_clusters = recogniser("clusters")
_has_offsets = recogniser("clusters_token_offsets")

CLUSTER_LINES = FormatChoice(
    LazyReader("json-lines", "tallystick.formats.coref.jsonl.reader:ClusterDocuments"),
    lambda head: _has_clusters(head) or _has_offsets(head),
    description("clusters"),
)
