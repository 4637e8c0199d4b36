"""Typed spans written out, as the script of the page does it (web/src/typedspans.ts)."""

from __future__ import annotations

from typing import Any

from tests.chain_columns import with_tokens

__all__ = ["with_spans"]


def with_spans(gold: dict[str, Any], system: dict[str, Any]) -> dict[str, Any]:
    """Return the details of a system with the texts and the fields of its spans."""
    gold_parts, pred_parts = system["parts"]
    pred = gold if system["pred"].get("same_words") else system["pred"]
    tokens = [with_tokens(side).get("tokens", []) for side in (gold, pred)]
    golds, preds = gold_parts.get("spans"), pred_parts.get("spans")
    if golds and preds:
        same, *columns = preds
        preds = [0, *[own[:same] + column for own, column in zip(golds[1:], columns, strict=True)]]
    sides = zip((gold_parts, pred_parts), (golds, preds), tokens, strict=True)
    written = {**system, "parts": [_written(parts, spans, words) for parts, spans, words in sides]}
    written["alignments"] = list(system["alignments"])
    for index, columns in enumerate(system.get("columns", ())):
        if isinstance(columns, dict) and "tags" in columns:
            written["alignments"][index] = _aligned(written["parts"], **columns)
    return written


def _aligned(parts: list[dict[str, Any]], tags: str, differing: list[int], predicted: list[str]) -> list[Any]:
    """Add tokens with their tags; return their alignment."""
    others = dict(zip(differing, predicted, strict=True))
    matched, missed, spurious = [], [], []
    for token, tag in enumerate(tags.split()):
        golds, preds = (len(side["shown"]) for side in parts)
        _add_token(parts[0], f"{token} {tag}")
        other = others.get(token, tag)
        if other:
            _add_token(parts[1], f"{token} {other}")
        if token not in others:
            matched.append([golds, preds])
            continue
        missed.append(golds)
        if other:
            spurious.append(preds)
    return [matched, missed, spurious]


def _add_token(parts: dict[str, Any], text: str) -> None:
    parts["shown"].append(text)
    parts["at"].append([])
    parts["fields"].append([])


def _written(parts: dict[str, Any], spans: list[Any] | None, tokens: list[str]) -> dict[str, Any]:
    if spans is None:
        return parts
    written: dict[str, Any] = {"shown": [], "at": [], "fields": []}
    for kind, first, last in zip(*spans[1:], strict=True):
        words = f"  “{' '.join(tokens[first : last + 1])}”" if 0 <= first <= last < len(tokens) else ""
        written["shown"].append(f"{kind} [{first}, {last}]{words}")
        written["at"].append([[first, last]])
        written["fields"].append([["type", kind], ["span", f"[{first}, {last}]{words}"]])
    return written
