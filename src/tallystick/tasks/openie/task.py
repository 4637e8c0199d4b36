"""Open information extraction, scored as CaRB does."""

from __future__ import annotations

from math import isnan

from tallystick.errors import UsageError
from tallystick.formats.json.choice import json_lines
from tallystick.tasks.base import Metric, Options, Parameter, Scorer, Task
from tallystick.tasks.openie.document import Extraction, ExtractionDocument, RatedExtraction
from tallystick.tasks.records.common import example_files

__all__ = ["TASK", "Extraction", "ExtractionDocument", "RatedExtraction"]


def _carb(options: Options) -> Scorer:
    from tallystick.tasks.openie.carb import CarbScorer

    least = options["min-confidence"]
    if least is None:
        return CarbScorer()
    confidence = float(str(least))
    if isnan(confidence):
        raise UsageError("min-confidence=nan is not a number")
    return CarbScorer(confidence)


TASK = Task(
    name="openie",
    summary="Open IE: tuples of a relation and its arguments, as text",
    formats=(json_lines(ExtractionDocument, "extractions", frozenset({"rel", "args"})),),
    metrics=(
        Metric("carb", "words that two tuples share, slot by slot: one to one for precision, many to one for recall",
               _carb, "P = Σ pred P(its gold) / pred, R = Σ gold max R(pred) / gold",
               "Bhardwaj, Aggarwal, Mausam (2019): CaRB: A Crowdsourced Benchmark for Open IE",
               (Parameter("min-confidence", None, "lowest confidence of predicted tuples to score. Default: all",
                          kind=float, fingerprint=lambda value: "none" if value is None else str(value)),),
               asymmetric="several gold tuples may match one prediction, but not the reverse"),
    ),
    empty=lambda: ExtractionDocument(()),
    typology="tallystick.tasks.openie.error_kinds:ERRORS",
    example=example_files("openie"),
)  # fmt: skip
