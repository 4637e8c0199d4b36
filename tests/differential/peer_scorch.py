"""Runs scorch on pairs of clusterings: JSON in, JSON out. For the environment of the other programs."""

import json
import sys
from statistics import StatisticsError

#: The program's names of the metrics.
METRICS = {"muc": "muc", "b3": "b_cubed", "ceaf-m": "ceaf_m", "ceaf-e": "ceaf_e", "blanc": "blanc"}


def run(measure, gold, pred):
    """Recall, precision and F1; None if the program stops."""
    try:
        return list(map(float, measure([set(own) for own in gold], [set(own) for own in pred])))
    except (StatisticsError, ZeroDivisionError, ValueError):
        return None


def main():
    """All metrics of all pairs."""
    from scorch import scores

    measures = {name: getattr(scores, theirs) for name, theirs in METRICS.items()}
    pairs = json.load(sys.stdin)
    found = [{name: run(measure, *pair) for name, measure in measures.items()} for pair in pairs]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
