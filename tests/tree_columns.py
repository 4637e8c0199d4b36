"""Trees and their words written out, as the script of the page does it (web/src/treecolumns.ts)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

__all__ = ["aligned", "with_trees"]

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
    others: Sequence[int] = (),
    spurious: Sequence[int] = (),
) -> None:
    names = names or [f"{form}-{number}" for number, form in enumerate(gold["tokens"], 1)]
    predicted = {field: list(own) for field, own in values.items()}
    for field, own in changed.items():
        for word, value in zip(*own, strict=True):
            predicted[field][word] = value
    listed: dict[tuple[str, ...], list[int]] = {}
    for alignment, column in zip(system["alignments"], system.pop("columns"), strict=False):
        if "edges" in column:
            alignment[:] = _align_edges(system, gold, names, **column)
            continue
        if "units" in column:
            units = _units(gold, column["units"])
            alignment[0] = [
                [len(parts["shown"]) + unit for parts in system["parts"]] for unit in range(len(units))
            ]
            for parts in system["parts"]:
                _add_units(parts, units)
            continue
        fields = tuple(column["fields"])
        if fields not in listed:
            listed[fields] = [len(parts["shown"]) for parts in system["parts"]]
            sides = zip(system["parts"], (gold, system["pred"]), (values, predicted), strict=True)
            for parts, side, own in sides:
                _add_words(parts, names, side["drawn"], fields, own)
        golds, preds = listed[fields]
        pairs: list[list[Any]] = [[golds + word, preds + word] for word in range(len(names))]
        for word, bits in zip(column["wrong"], column["reasons"], strict=True):
            reasons = ", ".join(name for bit, name in _COMPARED.items() if bits & bit)
            pairs[word] += [0, f"wrong: {reasons}"]
        if column.get("content"):
            pairs = [pair for word, pair in enumerate(pairs) if word not in others]
            alignment[2] = [preds + word for word in spurious]
        alignment[0] = pairs


def _align_edges(
    system: dict[str, Any],
    gold: dict[str, Any],
    names: list[str],
    edges: Any,
    changed: Any,
    subtypes: bool = True,
) -> list[list[Any]]:
    tree = [
        [(head, relation if subtypes else ">".join(step.split(":")[0] for step in relation.split(">")))]
        for _, _, _, head, relation in gold["drawn"]
    ]
    golds = _with_edges(tree, *edges)
    preds = _with_edges(golds, *changed)
    gold_parts, pred_parts = (
        _add_edges(parts, names, side) for parts, side in zip(system["parts"], (golds, preds), strict=True)
    )
    return [
        [[gold_parts[edge], pred_parts[edge]] for edge in _listed(golds) if edge in pred_parts],
        [gold_parts[edge] for edge in _listed(golds) if edge not in pred_parts],
        [pred_parts[edge] for edge in _listed(preds) if edge not in gold_parts],
    ]


def _listed(side: list[list[Any]]) -> list[tuple[int, int, str]]:
    return [(word, *edge) for word, own in enumerate(side) for edge in own]


def _with_edges(
    side: list[list[Any]], words: list[int], counts: list[int], heads: list[int], labels: list[str]
) -> list[list[Any]]:
    edges = iter(zip(heads, labels, strict=True))
    changed = {word: [next(edges) for _ in range(count)] for word, count in zip(words, counts, strict=True)}
    assert next(edges, None) is None
    return [changed.get(word, own) for word, own in enumerate(side)]


def _add_edges(
    parts: dict[str, Any], names: list[str], side: list[list[Any]]
) -> dict[tuple[int, int, str], int]:
    numbers: dict[tuple[int, int, str], int] = {}
    for edge in dict.fromkeys(_listed(side)):
        word, head, label = edge
        row = [["word", names[word]], ["relation", label], ["head", names[head] if head >= 0 else "ROOT"]]
        numbers[edge] = len(parts["shown"])
        parts["shown"].append(" ".join(value for _, value in row))
        parts["at"].append([[word, word]])
        parts["fields"].append(row)
        parts["heads"].append(head)
    return numbers


def _units(side: dict[str, Any], kind: str) -> list[list[str]]:
    tokens = {word: _BLANKS.sub("", form) for word, form in enumerate(side["tokens"])}
    for first, last, form in side.get("multiword", ()):
        for word in range(first, last + 1):
            del tokens[word]
        tokens[first] = form
    texts = [tokens[word] for word in sorted(tokens)]
    if kind == "sentences":
        text = json.dumps(" ".join(texts), ensure_ascii=False) if len(texts) > 1 else texts[0]
        return [[text, "0", str(len("".join(texts)) - 1)]]
    ends = list(accumulate(map(len, texts)))
    return [[text, str(end - len(text)), str(end - 1)] for text, end in zip(texts, ends, strict=True)]


def _add_units(parts: dict[str, Any], units: list[list[str]]) -> None:
    for unit in units:
        parts["shown"].append(" ".join(unit))
        parts["at"].append([])
        parts["fields"].append([list(field) for field in zip(("text", "first", "last"), unit, strict=True)])
        parts["heads"].append(None)


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


def aligned(system: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return what a page shows of a prediction, whatever the order of the parts."""
    tables = [
        list(zip(*(parts[name] for name in ("shown", "at", "fields", "heads")), strict=True))
        for parts in system["parts"]
    ]
    alignments = {}
    for metric, index in system["metrics"].items():
        pairs, missed, spurious = system["alignments"][index]
        alignments[metric] = (
            [(tables[0][gold], tables[1][pred], rest) for gold, pred, *rest in pairs],
            [tables[0][part] for part in missed],
            [tables[1][part] for part in spurious],
        )
    return system["pred"], alignments
