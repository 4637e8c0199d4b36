"""Trees and their words written out, as the script of the page does it (web/src/treecolumns.ts)."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["with_trees"]

_COMPARED = {
    16: "head",
    32: "relation",
    1: "UPOS",
    2: "XPOS",
    4: "features",
    8: "lemma",
    128: "function words",
}
_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


def with_trees(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item with its trees drawn, and with the words of its trees among the parts."""
    gold = item["gold"]
    if "words" in gold:
        gold["tokens"] = gold.pop("words").split(" ")
    if "tree" in gold:
        gold["drawn"] = _drawn(gold["tokens"], gold.get("multiword", []), **gold.pop("tree"))
    for system in filter(None, item["systems"]):
        if "words" in system:
            _change(system["pred"], gold)
            _align(system, gold, **system.pop("words"))
    return item


def _change(pred: dict[str, Any], gold: dict[str, Any]) -> None:
    changed = pred.pop("changed")
    drawn = [list(word) for word in gold["drawn"]]
    for word, head in zip(changed["attached"], changed["heads"], strict=True):
        drawn[word][3] = head
    for word, relation in zip(*changed.get("relations", ([], [])), strict=True):
        drawn[word][4] = relation
    pred["drawn"] = drawn
    if "multiword" in gold:
        pred["multiword"] = gold["multiword"]


def _drawn(
    tokens: list[str], multiword: list[Any], heads: list[int], relations: str, widths: list[int] | None = None
) -> list[list[Any]]:
    token_of = {
        word: token for token, (first, last, _) in enumerate(multiword) for word in range(first, last + 1)
    }
    if widths is None:
        widths = [
            len(form if word in token_of else _BLANKS.sub("", form)) for word, form in enumerate(tokens)
        ]
        widths += [len(form) for _, _, form in multiword]
    places: list[tuple[float, float]] = []
    column = 0
    while len(places) < len(tokens):
        word = len(places)
        if word not in token_of:
            places.append((column, column + max(1, widths[word])))
            column += widths[word] + 1
            continue
        first, last, _ = multiword[token_of[word]]
        needed = sum(widths[inner] + 1 for inner in range(first, last + 1))
        room = max(widths[len(tokens) + token_of[word]] + 1, needed)
        before = 0
        for inner in range(first, last + 1):
            after = before + widths[inner] + 1
            places.append(
                (round(column + room / needed * before, 2), round(column + room / needed * after - 1, 2))
            )
            before = after
        column += room
    labels = relations.split(" ")[: len(tokens)]
    return [
        [form, *place, head, label]
        for form, place, head, label in zip(tokens, places, heads, labels, strict=True)
    ]


def _align(
    system: dict[str, Any],
    gold: dict[str, Any],
    values: dict[str, list[str]],
    changed: dict[str, Any],
    names: list[str] | None = None,
) -> None:
    names = names or [f"{form}-{number}" for number, form in enumerate(gold["tokens"], 1)]
    others = {field: list(own) for field, own in values.items()}
    for field, own in changed.items():
        for word, value in zip(*own, strict=True):
            others[field][word] = value
    listed: dict[tuple[str, ...], list[int]] = {}
    for alignment, column in zip(system["alignments"], system.pop("columns"), strict=False):
        fields = tuple(column["fields"])
        if fields not in listed:
            listed[fields] = [len(parts["shown"]) for parts in system["parts"]]
            sides = zip(system["parts"], (gold, system["pred"]), (values, others), strict=True)
            for parts, side, own in sides:
                _add_words(parts, names, side["drawn"], fields, own)
        golds, preds = listed[fields]
        alignment[0] = [[golds + word, preds + word] for word in range(len(names))]
        for word, bits in zip(column["wrong"], column["reasons"], strict=True):
            reasons = ", ".join(name for bit, name in _COMPARED.items() if bits & bit)
            alignment[0][word] += [0, f"wrong: {reasons}"]


def _add_words(
    parts: dict[str, Any],
    names: list[str],
    drawn: list[Any],
    fields: tuple[str, ...],
    values: dict[str, list[str]],
) -> None:
    for word, (_, _, _, head, relation) in enumerate(drawn):
        known = {"head": names[head] if head >= 0 else "ROOT", "relation": relation}
        row = [["word", names[word]], *([field, known.get(field) or values[field][word]] for field in fields)]
        parts["shown"].append(" ".join(value for _, value in row))
        parts["at"].append([[word, word]])
        parts["fields"].append(row)
        parts["heads"].append(head if "head" in fields else None)
