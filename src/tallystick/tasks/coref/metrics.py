"""The metrics of coreference by name, as declarations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from tallystick.errors import UsageError
from tallystick.tally import READ_RATIOS, READ_SIDES, Reading, Tally
from tallystick.tasks.base import Composite, Metric, Options, Scorer
from tallystick.tasks.coref.anaphora.bridging import ANTECEDENTS
from tallystick.tasks.coref.anaphora.empty_nodes import ASPECTS, empty_scorer
from tallystick.tasks.coref.anaphora.metrics import bridging_scorer, nonreferring_scorer, overlap_scorer
from tallystick.tasks.coref.anaphora.nonreferring import WHICH
from tallystick.tasks.coref.anaphora.success import CANDIDATES, success_scorer
from tallystick.tasks.coref.anaphora.zeros import zeros
from tallystick.tasks.coref.entities import counts, credits
from tallystick.tasks.coref.entities import split_alternatives as alternatives
from tallystick.tasks.coref.entities.blanc import EDGE, blanc_reading
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.credits import PairCredits
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.parameters import BETA, DELTA, MATCHING, SELECTION, SPLIT, match_options
from tallystick.tasks.coref.scorers import MENTIONS, EntityScorer, Explained
from tallystick.tasks.scorer import mean_of_f1

__all__ = ["METRICS"]

_PAPER = "Paun et al. (2023)"
_COMMON = (*MATCHING, SPLIT)


def _mentions(options: Options) -> Scorer:
    return EntityScorer(match_options(options), counts.mentions, MENTIONS, READ_RATIOS)


def _by_entities(
    options: Options,
    count: Callable[[EntityComparison], Tally],
    credit: Callable[[EntityComparison], PairCredits],
    reading: Reading = READ_SIDES,
) -> Scorer:
    """A metric that compares entities, explained by what each pair of them earned."""

    explained = Explained(
        lambda explainer: explainer.entities(credit(explainer.compared)),
        lambda chains: chains.entities(credit(chains.compared)),
    )
    return EntityScorer(match_options(options), count, explained, reading)


def _muc(options: Options) -> Scorer:
    return _by_entities(options, counts.muc, credits.muc, READ_RATIOS)


def _b3(options: Options) -> Scorer:
    return _by_entities(options, counts.b3, credits.b3)


def _ceaf(options: Options, *, by_entity: bool) -> Scorer:
    delta = str(options["set-credit"])
    count = partial(counts.ceaf, by_entity=by_entity, delta=delta)
    credit = partial(credits.ceaf, by_entity=by_entity, delta=delta)
    return _by_entities(options, count, credit, READ_RATIOS)


def _lea(options: Options) -> Scorer:
    beta = options["beta"]
    assert isinstance(beta, float)
    if not 0 <= beta < inf:
        raise UsageError(f"beta={beta} is not a number from 0 on")
    return _by_entities(options, partial(counts.lea, beta=beta), partial(credits.lea, beta=beta))


def _blanc(options: Options) -> Scorer:
    delta, reading = str(options["set-credit"]), blanc_reading(options["blanc-edge"])
    return _by_entities(
        options, partial(counts.blanc, delta=delta), partial(credits.blanc, delta=delta), reading
    )


def _zeros(options: Options) -> Scorer:
    def count(compared: EntityComparison) -> Tally:
        return zeros(*compared.sides)

    explained = Explained(Explainer.zeros, lambda chains: chains.zeros())
    return EntityScorer(match_options(options), count, explained, READ_RATIOS)


def _mor(options: Options) -> Scorer:
    return overlap_scorer(match_options(options))


def _conll(options: Options) -> Scorer:
    parts = {"muc": _muc(options), "b3": _b3(options), "ceaf-e": _ceaf(options, by_entity=True)}
    return Composite(parts, mean_of_f1)


def _by_sets(
    options: Options, count: Callable[[EntityComparison], Tally], metric: str, reading: Reading
) -> Scorer:
    """A metric over accommodated sets alone, explained by their alignment."""

    explained = Explained(
        lambda explainer: explainer.sets(credits.split(explainer.compared, metric)),
        lambda chains: chains.sets(credits.split(chains.compared, metric)),
    )
    return EntityScorer(match_options(options), count, explained, reading)


def _split_blanc(options: Options) -> Scorer:
    reading = blanc_reading(options["blanc-edge"])
    return _by_sets(options, counts.split_blanc, "blanc-other", reading)


def _split(metric: str) -> Metric:
    reading = READ_SIDES if metric in ("b3", "lea") else READ_RATIOS

    def build(options: Options) -> Scorer:
        return _by_sets(options, partial(counts.split, metric=metric), metric, reading)

    return Metric(
        f"split.{metric}", f"split antecedents alone, under {metric}", build,
        f"{metric} over the elements of aligned sets; a set without a partner meets nothing", f"{_PAPER}, Section 7",
        MATCHING, occasional=True,
    )  # fmt: skip


def _by_mentions(options: Options, count: Callable[[EntityComparison], Tally], reading: Reading) -> Scorer:
    """A metric that is explained by the mentions that matched."""
    return EntityScorer(match_options(options), count, MENTIONS, reading)


def _split_links(options: Options) -> Scorer:
    return _by_mentions(options, partial(alternatives.links, aligned=False), READ_RATIOS)


def _split_lenient(options: Options) -> Scorer:
    return _by_mentions(options, partial(alternatives.links, aligned=True), READ_RATIOS)


def _distributed_b3(options: Options) -> Scorer:
    return _by_mentions(options, alternatives.distributed_b3, READ_SIDES)


def _distributed_ceaf(options: Options) -> Scorer:
    return _by_mentions(options, alternatives.distributed_ceaf, READ_RATIOS)


def _distributed_blanc(options: Options) -> Scorer:
    return _by_mentions(options, alternatives.distributed_blanc, blanc_reading(options["blanc-edge"]))


METRICS = (
    Metric("mentions", "mentions found, whatever their entity", _mentions,
           "F↔ over mentions[δ]", "", _COMMON),
    Metric("muc", "links between mentions of an entity", _muc,
           "F~ entities[max(0, |A ∩ B| − 1)]", f"Vilain et al. (1995); {_PAPER}, Section 5.2", _COMMON),
    Metric("b3", "each mention by the overlap of its two entities", _b3,
           "P, R ↔ over mentions[δ mention × P, R of the entity]",
           f"Bagga and Baldwin (1998); {_PAPER}, Section 5.1", _COMMON),
    Metric("ceaf-m", "mentions in common, entities matched one to one", partial(_ceaf, by_entity=False),
           "F↔ entities[|A ∩ B|]", f"Luo (2005), φ3; {_PAPER}, Section 5.3", (*_COMMON, DELTA)),
    Metric("ceaf-e", "similarity of entities, matched one to one", partial(_ceaf, by_entity=True),
           "F↔ entities[2|A ∩ B| / (|A| + |B|)]", f"Luo (2005), φ4; {_PAPER}, Section 5.3", (*_COMMON, DELTA)),
    Metric("lea", "resolved links of each entity, weighted by its size", _lea,
           "Σ |K| · links(K ∩ R) / links(K) over Σ |K|",
           f"Moosavi and Strube (2016); {_PAPER}, Section 5.4", (*_COMMON, BETA)),
    Metric("blanc", "mean of the scores for links within and across entities", _blanc,
           "mean of P, of R, of F over pairs within and over pairs across entities",
           f"Recasens and Hovy (2011), Luo et al. (2014); {_PAPER}, Section 5.5", (*_COMMON, DELTA, EDGE)),
    Metric("conll", "mean F1 of muc, b3 and ceaf-e; an undefined part counts as 0", _conll,
           "(F of muc + F of b3 + F of ceaf-e) / 3", "Pradhan et al. (2012)", (*_COMMON, DELTA)),
    Metric("mor", "words that mentions have in common under the best pairing", _mor,
           "F↔ mentions[words in common]", "Žabokrtský et al. (2022)", (*SELECTION, SPLIT)),
    Metric("zeros", "anaphoric zeros, scored one by one", _zeros,
           "resolved / (resolved + wrongly linked + missed or spurious)", "Žabokrtský et al. (2022)", MATCHING,
           asymmetric="a zero is resolved by an earlier mention of its gold entity, whatever that of the prediction",
           occasional=True),
    _split("muc"),
    _split("b3"),
    _split("ceaf-m"),
    _split("ceaf-e"),
    _split("lea"),
    Metric("split.blanc", "split antecedents alone, under blanc", _split_blanc,
           "blanc over the elements of sets, aligned for each type of link", f"{_PAPER}, Section 7", (*MATCHING, EDGE),
           occasional=True),
    Metric("split.links", "links from split-antecedent anaphors to their antecedents", _split_links,
           "F↔ over pairs of an anaphor and an element of its set, elements of the same mentions",
           f"Vala et al. (2016), Yu et al. (2020); {_PAPER}, Section 6", MATCHING, standard=False),
    Metric("split.lenient", "split.links with elements aligned by ceaf-e", _split_lenient,
           "F↔ over pairs of an anaphor and the gold entity that an element of its set is aligned with",
           f"Yu et al. (2021); {_PAPER}, Section 6", MATCHING, standard=False,
           asymmetric="of several best alignments of entities, the first in the order of the gold counts"),
    Metric("distributed.b3", "b3 with plural mentions added to the entities of their sets", _distributed_b3,
           "P, R over mentions of entities[share of the entity with most in common]",
           f"Zhou and Choi (2018); {_PAPER}, Section 6", MATCHING, standard=False),
    Metric("distributed.ceaf-e", "ceaf-e with plural mentions added to the entities of their sets", _distributed_ceaf,
           "F↔ entities[2|A ∩ B| / (|A| + |B|)]", f"Zhou and Choi (2018); {_PAPER}, Section 6", MATCHING,
           standard=False),
    Metric("distributed.blanc", "blanc with plural mentions added to the entities of their sets", _distributed_blanc,
           "mean over pairs that share an entity and pairs that share none",
           f"Zhou and Choi (2018); {_PAPER}, Section 6", (*MATCHING, EDGE), standard=False),
    Metric("success", "anaphors with the right sentence among the first N candidates", success_scorer,
           "F↔ over anaphors[the sentence of the antecedent is among those of the N nearest predicted]",
           f"Kolhatkar et al. (2013); {_PAPER}, Section 2", (*MATCHING, CANDIDATES), standard=False,
           asymmetric="the prediction may name N sentences, the gold one"),
    *(Metric(f"empty.{aspect}", f"empty nodes: {summary}", partial(empty_scorer, aspect=aspect),
             "F↔ over empty nodes, sentence by sentence", "", (), standard=False)
      for aspect, summary in ASPECTS.items()),
    Metric("bridging.anaphor", "bridging anaphors recognised", partial(bridging_scorer, level="anaphor"),
           "F↔ over anaphors", "Yu et al. (2023)", (ANTECEDENTS,), occasional=True),
    Metric("bridging.mention", "bridging anaphors with their antecedent", partial(bridging_scorer, level="mention"),
           "F↔ over pairs of anaphor and antecedent", "Yu et al. (2023)", (ANTECEDENTS,), occasional=True),
    Metric("bridging.entity", "bridging anaphors with a mention of the antecedent's entity",
           partial(bridging_scorer, level="entity"), "F↔ over pairs of anaphor and gold entity of the antecedent",
           "Yu et al. (2023)", (ANTECEDENTS,), occasional=True,
           asymmetric="which antecedents are one is decided by the gold entities"),
    Metric("nonreferring", "non-referring mentions recognised", nonreferring_scorer,
           "F↔ over mentions", "Yu et al. (2023)", (WHICH,), occasional=True),
)  # fmt: skip
