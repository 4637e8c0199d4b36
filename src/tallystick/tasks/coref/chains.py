"""Chains of graph nodes scored as coreference.

Node alignment decides which mentions are the same: an aligned node has one key on both sides. The chains of the two
sides become documents whose words are the mentions, and every metric of coreference can count and explain them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.formats.base import Item
from tallystick.formats.coref.builder import tokens_of
from tallystick.formats.coref.document import CorefDocument, Layer, Origin, Tokens, position
from tallystick.tally import Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Parameter, Scorer, Written

__all__ = ["AlignedChains", "ChainFinder", "chain_document", "chain_metrics", "write_chains"]

#: Mentions by key, with the name that is displayed.
Mentions = Mapping[Hashable, str]


@dataclass(frozen=True, slots=True)
class AlignedChains:
    """The chains of two documents, each a sequence of mention keys."""

    gold: Sequence[Sequence[Hashable]]
    pred: Sequence[Sequence[Hashable]]
    names: Mentions
    """The displayed name of every mention of either side."""
    proved: bool = True
    """Whether the node alignment is proved to be optimal."""


#: Finds the chains of a pair of documents; it is hashable, so that all metrics share its result.
ChainFinder = Callable[[PairAnalysis], AlignedChains]


def chain_document(chains: Iterable[Sequence[Hashable]], names: Mentions, title: str = "") -> CorefDocument:
    """A document whose words are mentions, in the order of `names`, and whose entities are chains.

    >>> document = chain_document([["boy", "he"]], {"boy": "s1b/boy", "now": "s1n/now", "he": "s2h/he"})
    >>> document.tokens.count, [first >> 20 for first in document.identity.first]
    (3, [1, 3])
    """
    number_of = {key: number for number, key in enumerate(names)}
    mentions = sorted(
        (number_of[key], entity) for entity, chain in enumerate(chains) for key in dict.fromkeys(chain)
    )
    at = array("q", (position(number) for number, _ in mentions))
    entities = array("i", (entity for _, entity in mentions))
    words = list(names.values())
    text = "\n".join(words)
    return CorefDocument(
        title,
        tokens_of(words, Tokens(forms=_lines)),
        Layer(tuple(map(str, range(1 + max(entities, default=-1)))), at, at[:], entities),
        origin=Origin(text=text),
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for word in text.split("\n"):
        yield start, word
        start += len(word) + 1


def write_chains(
    documents: Iterable[tuple[str, Iterable[Sequence[Hashable]], Mentions]], options: Options
) -> Written:
    """Documents as JSON lines of coreference: the name, the chains and the mentions of each."""
    from tallystick.tasks.coref.writers import WRITERS  # only `convert` needs it

    items = [Item(chain_document(chains, names, title), title or None) for title, chains, names in documents]
    return WRITERS["jsonl-sentences"].write(items, options)


def _documents(pair: PairAnalysis, find: ChainFinder) -> tuple[PairAnalysis, bool]:
    """The chains of both sides as documents of coreference, and whether their alignment is proved: a step."""
    chains = find(pair)
    gold, pred = (chain_document(side, chains.names) for side in (chains.gold, chains.pred))
    return PairAnalysis(gold, pred), chains.proved


class ChainScorer(Scorer):
    """A metric of coreference over the chains of a graph."""

    def __init__(self, scorer: Scorer, find: ChainFinder) -> None:
        self.scorer = scorer
        self.find = find
        self.reading = scorer.reading

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what the chains of two documents share."""
        documents, proved = pair.once(_documents, self.find)
        tally = self.scorer.count(documents)
        return tally if proved else replace(tally, proved=0)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List which chains matched, and the errors by kind."""
        return self.scorer.explain(pair.once(_documents, self.find)[0])


#: The metrics of coreference that are offered for chains, and what they compare.
_SUMMARIES = {
    "mentions": "mentions found, whatever their chain",
    "muc": "links between mentions of a chain",
    "b3": "each mention by the overlap of its two chains",
    "ceaf-m": "mentions in common, chains matched one to one",
    "ceaf-e": "similarity of chains, matched one to one",
    "lea": "resolved links of each chain, weighted by its size",
    "conll": "mean F1 of muc, b3 and ceaf-e over chains",
}


def chain_metrics(
    finder: Callable[[Options], ChainFinder], parameters: tuple[Parameter, ...], aligned_by: str
) -> tuple[Metric, ...]:
    """The metrics ``chains.muc``, ``chains.b3``, … of a task whose nodes are aligned in some way."""

    def metric(name: str, summary: str) -> Metric:
        def build(options: Options) -> Scorer:
            from tallystick.tasks.coref.metrics import METRICS  # few runs request these

            own = next(metric for metric in METRICS if metric.name == name)
            return ChainScorer(own.scorer(own.settle({"repeated-mentions": "first"})), finder(options))

        definition = f"{name} of the task coref; nodes that {aligned_by} aligns are one mention"
        return Metric(f"chains.{name}", summary, build, definition, "", parameters, standard=False)

    return tuple(metric(name, summary) for name, summary in _SUMMARIES.items())
