"""The metrics of coreference by name, as declarations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tallystick.coref import counts
from tallystick.coref.blanc import EDGE, blanc_reading
from tallystick.coref.bridging import ANTECEDENTS, bridging
from tallystick.coref.comparison import Comparison
from tallystick.coref.nonreferring import WHICH, nonreferring
from tallystick.coref.overlap import mention_overlap
from tallystick.coref.parameters import BETA, DELTA, MATCHING, SELECTION, SPLIT, match_options
from tallystick.coref.scorers import ComparisonScorer, DocumentScorer, SideScorer
from tallystick.coref.spans import bridging_sides, nonreferring_sides
from tallystick.coref.zeros import zeros
from tallystick.declare import Composite, Metric, Options, Scorer
from tallystick.formats.coref_document import CorefDocument
from tallystick.tally import READ_RATIOS, READ_SIDES, Reading, Tally

__all__ = ["METRICS"]

_PAPER = "Paun et al. (2023)"
_COMMON = (*MATCHING, SPLIT)


def _counted(
    count: Callable[[Comparison], Tally], reading: Reading = READ_SIDES
) -> Callable[[Options], Scorer]:
    """The builder of a metric that has no parameters of its own."""

    def build(options: Options) -> Scorer:
        return ComparisonScorer(match_options(options), count, reading)

    return build


def _ceaf(options: Options, *, by_entity: bool) -> Scorer:
    count = partial(counts.ceaf, by_entity=by_entity, delta=str(options["set-credit"]))
    return ComparisonScorer(match_options(options), count)


def _lea(options: Options) -> Scorer:
    beta = options["beta"]
    assert isinstance(beta, float)
    return ComparisonScorer(match_options(options), partial(counts.lea, beta=beta))


def _blanc(options: Options) -> Scorer:
    count = partial(counts.blanc, delta=str(options["set-credit"]))
    return ComparisonScorer(match_options(options), count, blanc_reading(options["blanc-edge"]))


def _split_blanc(options: Options) -> Scorer:
    return ComparisonScorer(match_options(options), counts.split_blanc, blanc_reading(options["blanc-edge"]))


def _zeros(options: Options) -> Scorer:
    return SideScorer(match_options(options), zeros)


def _mor(options: Options) -> Scorer:
    matching = match_options(options)

    def count(gold: CorefDocument, pred: CorefDocument) -> Tally:
        overlap = mention_overlap(gold, pred, matching)
        return Tally.of(overlap.common, pred=overlap.pred_words, gold=overlap.gold_words)

    return DocumentScorer(count)


def _bridging(options: Options, *, level: str) -> Scorer:
    def count(gold: CorefDocument, pred: CorefDocument) -> Tally:
        return bridging(level, *bridging_sides(gold, pred), options["antecedents"])

    return DocumentScorer(count)


def _nonreferring(options: Options) -> Scorer:
    def count(gold: CorefDocument, pred: CorefDocument) -> Tally:
        return nonreferring(*nonreferring_sides(gold, pred), options["nonreferring-mentions"])

    return DocumentScorer(count)


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of three F1; an undefined one counts as 0, unless all are undefined."""
    if all(value is None for value in values):
        return None
    return sum(value or 0.0 for value in values) / len(values)


def _conll(options: Options) -> Scorer:
    parts = {
        "muc": _counted(counts.muc)(options),
        "b3": _counted(counts.b3)(options),
        "ceaf-e": _ceaf(options, by_entity=True),
    }
    return Composite(parts, _mean)


def _split(metric: str) -> Metric:
    return Metric(
        f"split.{metric}", f"split antecedents alone, under {metric}",
        _counted(partial(counts.split, metric=metric)),
        f"{metric} over the elements of aligned sets; a set without a partner meets nothing", f"{_PAPER}, Section 7",
        MATCHING, occasional=True,
    )  # fmt: skip


METRICS = (
    Metric("mentions", "mentions found, whatever their entity", _counted(counts.mentions, READ_RATIOS),
           "F↔ over mentions[δ]", "", _COMMON),
    Metric("muc", "links between mentions of an entity", _counted(counts.muc),
           "F~ entities[max(0, |A ∩ B| − 1)]", f"Vilain et al. (1995); {_PAPER}, Section 5.2", _COMMON),
    Metric("b3", "each mention by the overlap of its two entities", _counted(counts.b3),
           "P, R ↔ over mentions[δ mention × P, R of the entity]",
           f"Bagga and Baldwin (1998); {_PAPER}, Section 5.1", _COMMON),
    Metric("ceaf-m", "mentions in common, entities matched one to one", partial(_ceaf, by_entity=False),
           "F↔ entities[|A ∩ B|]", f"Luo (2005), φ3; {_PAPER}, Section 5.3", (*_COMMON, DELTA)),
    Metric("ceaf-e", "similarity of entities, matched one to one", partial(_ceaf, by_entity=True),
           "F↔ entities[2|A ∩ B| / (|A| + |B|)]", f"Luo (2005), φ4; {_PAPER}, Section 5.3", (*_COMMON, DELTA)),
    Metric("lea", "resolved links of each entity, weighted by its size", _lea,
           "Σ |K| · links(K ∩ R) / links(K) over Σ |K|",
           f"Moosavi and Strube (2016); {_PAPER}, Section 5.4", (*_COMMON, BETA)),
    Metric("blanc", "links within and links across entities, their mean", _blanc,
           "mean of P, of R, of F over pairs within and over pairs across entities",
           f"Recasens and Hovy (2011), Luo et al. (2014); {_PAPER}, Section 5.5", (*_COMMON, DELTA, EDGE)),
    Metric("conll", "mean F1 of muc, b3 and ceaf-e; an undefined part counts as 0", _conll,
           "(F of muc + F of b3 + F of ceaf-e) / 3", "Pradhan et al. (2012)", (*_COMMON, DELTA)),
    Metric("mor", "words that mentions have in common under the best pairing", _mor,
           "F↔ mentions[words in common]", "Žabokrtský et al. (2022)", (*SELECTION, SPLIT)),
    Metric("zeros", "zeros that are anaphors, resolved one by one", _zeros,
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
    Metric("bridging.anaphor", "bridging anaphors recognised", partial(_bridging, level="anaphor"),
           "F↔ over anaphors", "Yu et al. (2023)", (ANTECEDENTS,), occasional=True),
    Metric("bridging.mention", "bridging anaphors with their antecedent", partial(_bridging, level="mention"),
           "F↔ over pairs of anaphor and antecedent", "Yu et al. (2023)", (ANTECEDENTS,), occasional=True),
    Metric("bridging.entity", "bridging anaphors with a mention of the antecedent's entity",
           partial(_bridging, level="entity"), "F↔ over pairs of anaphor and gold entity of the antecedent",
           "Yu et al. (2023)", (ANTECEDENTS,), occasional=True,
           asymmetric="which antecedents are one is decided by the gold entities"),
    Metric("nonreferring", "mentions recognised as referring to nothing", _nonreferring,
           "F↔ over mentions", "Yu et al. (2023)", (WHICH,), occasional=True),
)  # fmt: skip
