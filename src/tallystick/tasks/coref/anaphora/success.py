"""Success@N: anaphors whose antecedent is in one of the first N sentences that the prediction offers.

Kolhatkar et al. (2013), for discourse deixis. A prediction has no ranked list of candidates here: its candidates are
the sentences of the earlier mentions of the anaphor's entity, the nearest first.
"""

from __future__ import annotations

from itertools import islice

from tallystick.errors import UsageError
from tallystick.formats.coref.document import CorefDocument
from tallystick.tally import Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Parameter, Scorer
from tallystick.tasks.coref.mentions.sentences import sentences_of_mentions
from tallystick.tasks.coref.mentions.sides import MentionSide
from tallystick.tasks.coref.parameters import match_options
from tallystick.tasks.coref.scorers import DocumentScorer, compare_entities, explainer, matched_documents

__all__ = ["CANDIDATES", "success_scorer"]

CANDIDATES = Parameter("n", 1, "number of candidate sentences per anaphor", kind=int)


def success_scorer(options: Options) -> Scorer:
    """The scorer of success@N."""
    matching, most = match_options(options), options["n"]
    assert isinstance(most, int)
    if most < 1:
        raise UsageError(f"n={most} is not a whole number from 1 on")

    def count(pair: PairAnalysis) -> Tally:
        sides = pair.once(compare_entities, matching).sides
        documents = pair.once(matched_documents, matching)
        golds, preds = (
            _antecedents(document, side, matching.layer)
            for document, side in zip(documents, sides, strict=True)
        )
        right = sum(
            sentences[0] in islice(dict.fromkeys(preds.get(anaphor, ())), most)
            for anaphor, sentences in golds.items()
        )
        return Tally.of(right, pred=len(preds), gold=len(golds))

    def explain(pair: PairAnalysis) -> Alignment:
        return pair.once(explainer, matching).mentions()

    return DocumentScorer(count, explain, matching)


def _antecedents(document: CorefDocument, side: MentionSide, name: str) -> dict[int, list[int]]:
    """For each mention that has one before it in its entity, the sentences of these, the nearest first."""
    by_index = sentences_of_mentions(document, document.layer(name))
    sentence = {number: by_index[at] for at, number in enumerate(side.numbers) if number >= 0}
    antecedents: dict[int, list[int]] = {}
    for own in side.entities:
        for index, mention in enumerate(own):
            if index:
                antecedents[mention] = [sentence[before] for before in reversed(own[:index])]
    return antecedents
