"""Documents of any number of sentences, with long chains, and predictions made from them by random edits.

Sentences come from a file of graphs; chains, edits and the clusters of the prediction are drawn with a seed.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.build.build import build_docamr

__all__ = ["Edits", "chained_document", "document_pair", "edited_sentences", "unrelated_pair"]

Triple = tuple[str, str, str]
#: A mention: the number of its sentence and its variable.
Mention = tuple[int, str]

_FRAME = re.compile(r"-\d\d+$")
_PRONOUNS = frozenset({"i", "you", "he", "she", "it", "they", "we"})
#: The share of nominal nodes that are mentions.
_MENTIONED = 0.6
#: Mentions of one noun in so many sentences are one entity.
_NEIGHBOURHOOD = 100


@dataclass(frozen=True, slots=True)
class Edits:
    """How a prediction differs from its gold document."""

    triples: float = 0.1
    """The share of triples that are changed or lost."""
    mentions: float = 0.15
    """The share of mentions that move to another chain."""
    seed: int = 1


_DEFAULT_EDITS = Edits()


def document_pair(
    sentences: Sequence[Graph],
    representation: str,
    edits: Edits = _DEFAULT_EDITS,
    *,
    entities: int | None = None,
) -> tuple[Graph, Graph]:
    """Return a gold document of the sentences and an edited prediction.

    Mentions of one word are one entity, or are drawn from a number of entities that go through the whole document.
    """
    gold = [(graph.variables[0], graph.triples()) for graph in sentences]
    chains = _chains(sentences, entities)
    pred = edited_sentences(gold, edits)
    moved = _moved(chains, edits)
    return (
        chained_document(gold, chains, representation),
        chained_document(pred, moved, representation),
    )


def unrelated_pair(
    golds: Sequence[Graph], preds: Sequence[Graph], representation: str, *, entities: int | None = None
) -> tuple[Graph, Graph]:
    """Return two documents of different sentences."""
    gold, pred = (
        chained_document(
            [(graph.variables[0], graph.triples()) for graph in sentences],
            _chains(sentences, entities),
            representation,
        )
        for sentences in (golds, preds)
    )
    return gold, pred


def chained_document(
    sentences: Sequence[tuple[str, Iterable[Triple]]],
    chains: Iterable[Sequence[Mention]],
    representation: str,
) -> Graph:
    """Return a document graph of sentences (their tops and triples) and chains of mentions."""
    triples: list[Triple] = [("d", ":instance", "document")]
    known: set[Mention] = set()
    for number, (top, members) in enumerate(sentences, 1):
        members = list(members)
        variables = {source for source, role, _ in members if role == ":instance"}
        known |= {(number, variable) for variable in variables}
        triples.append(("d", f":snt{number}", _name(number, top)))
        for source, role, target in members:
            refers = role != ":instance" and target in variables
            triples.append((_name(number, source), role, _name(number, target) if refers else target))
    for index, chain in enumerate(chains):
        present = [mention for mention in chain if mention in known]
        if len(present) > 1:
            triples.append((f"rel-{index}", ":instance", "coref-entity"))
            triples += [(f"rel-{index}", ":coref", _name(*mention)) for mention in present]
    return build_docamr(Graph.of(triples), to=representation).graph


def edited_sentences(
    sentences: Sequence[tuple[str, Iterable[Triple]]], edits: Edits
) -> list[tuple[str, list[Triple]]]:
    """Change concepts, roles, targets and constants of some triples, and drop some attributes and relations.

    A relation is dropped only if its ends are connected otherwise.
    """
    generator = random.Random(edits.seed)
    concepts = sorted(
        {target for _, triples in sentences for _, role, target in triples if role == ":instance"}
    )
    roles = sorted({role for _, triples in sentences for _, role, _ in triples if role != ":instance"})
    result = []
    for top, members in sentences:
        triples = list(members)
        variables = [source for source, role, _ in triples if role == ":instance"]
        kept = []
        for index, (source, role, target) in enumerate(triples):
            if generator.random() >= edits.triples:
                kept.append((source, role, target))
            elif role == ":instance":
                kept.append((source, role, generator.choice(concepts)))
            elif target not in variables:
                if generator.random() < 0.5:
                    kept.append((source, role, generator.choice("1234567890")))
            elif generator.random() < 0.4:
                kept.append((source, generator.choice(roles), target))
            else:
                other = (generator.choice(variables), role, target)
                rest = [*kept, *triples[index + 1 :]]
                if other[0] != target and _connected(variables, [*rest, other]):
                    kept.append(other)
                elif not _connected(variables, rest):
                    kept.append((source, role, target))
        result.append((top, kept))
    return result


def _connected(variables: Sequence[str], triples: Iterable[Triple]) -> bool:
    """Tell whether relations connect all variables."""
    leader = {variable: variable for variable in variables}

    def find(variable: str) -> str:
        while leader[variable] != variable:
            variable = leader[variable]
        return variable

    for source, role, target in triples:
        if role != ":instance" and target in leader:
            leader[find(source)] = find(target)
    return len({find(variable) for variable in variables}) == 1


def _chains(sentences: Sequence[Graph], entities: int | None) -> list[list[Mention]]:
    """Return chains of nominal nodes.

    By default pronouns go through the whole document, and nouns through their neighbourhood. With a number of entities
    the k-th is drawn with a weight of 1 / k.
    """
    generator = random.Random(0)
    ranks = range(1, 1 + (entities or 0))
    weights = [1 / rank for rank in ranks]
    chains: dict[tuple[str, int], list[Mention]] = {}
    for number, graph in enumerate(sentences, 1):
        seen = set()
        for variable, concept in zip(graph.variables, graph.concepts, strict=True):
            if _FRAME.search(concept) or concept in ("and", "or", "name") or generator.random() >= _MENTIONED:
                continue
            entity = (concept, 0 if concept in _PRONOUNS else 1 + number // _NEIGHBOURHOOD)
            if entities:
                entity = ("", generator.choices(ranks, weights)[0])
            if entity not in seen:
                seen.add(entity)
                chains.setdefault(entity, []).append((number, variable))
    return [chain for chain in chains.values() if len(chain) > 1]


def _moved(chains: Sequence[Sequence[Mention]], edits: Edits) -> list[list[Mention]]:
    """Move some mentions to the chains of other mentions."""
    generator = random.Random(edits.seed)
    homes = [index for index, chain in enumerate(chains) for _ in chain]
    moved: list[list[Mention]] = [[] for _ in chains]
    for index, chain in enumerate(chains):
        for mention in chain:
            moved[generator.choice(homes) if generator.random() < edits.mentions else index].append(mention)
    return moved


def _name(number: int, variable: str) -> str:
    return f"s{number}.{variable}"
