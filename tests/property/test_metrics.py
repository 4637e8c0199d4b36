"""What holds for every registered metric: house rule 8. A new metric is picked up by itself."""

import os
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from random import Random
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from tests.property.strategies import shuffled, strategy_for
from tests.tiers import examples

from tallystick import registry
from tallystick.core.corpus import CorpusScore
from tallystick.tally import Score, total
from tallystick.tasks.base import Task
from tallystick.tasks.records.judgements import Judgement, Judgements
from tallystick.tasks.templates.task import Ontology

#: Values of parameters that have no list of choices, beside their defaults.
VALUES = {
    "ontology": [Ontology({"a": "b", "c": "b"}, premodifiers=("c",), key_slots=("a", "b"), generic_type="b")],
    "judgements": [Judgements((Judgement("a", "b", 0.5), Judgement("c", "a b", 0.25)))],
}
#: Metrics whose swapped scores differ by definition.
ASYMMETRIC = {
    "ceaf-ree",
    "ceaf-rme",
    "scirex",
    "muc4",
    "muc4-original",
    "better",
    "sembleu",
    "zeros",
    "bridging.entity",
    "split.lenient",
    "success",
    "ner-strict",
    "ner-exact",
    "ner-partial",
    "ner-type",
    "relation-ign",
    "lemmas",
    "blex",
    "argument-coref",
    "anls-star",
    "carb",
}
#: Options under which swapped scores differ by definition: a weight relative to the gold mention, a rule for the gold.
ASYMMETRIC_OPTIONS = (
    "match=partial",
    "match=head",
    "match=minimal",
    "documents=with-sets",
    "blanc-edge=reference",
)
#: Variants that may exceed 1: the formula as printed.
UNBOUNDED = "recall=literal"
#: Options that reproduce other programs, faults included, or search without proof: exempt from the rules.
EXEMPT = (
    "standardize=none", "standardize=generic", "standardize=amr", "standardize=smatch-1.0.4", "duplicates=multiply",
    "convention=ancast-0.1.1", "solver=climb",
    "antecedents=last", "nonreferring-mentions=first", "calls=bfcl",
    "pairing=greedy",
    # Items are calls, not any documents.
    "calls=tools",
    # Refused: a strict reading needs a scheme.
    "tags=strict,scheme=any",
    # Means over predictions, not shares of what matched.
    "valid(", "confidence(",
)  # fmt: skip
#: Options that reproduce programs which compare roles as they are written: respelling them changes scores.
AS_WRITTEN = ("convention=docamr-0.1.1", "modifiers=as-written")
#: All combinations of a metric's options are tried up to this number; beyond it, one option at a time.
MOST_COMBINATIONS = 12
#: So many variants in a row share their examples: drawing documents takes ten times as long as scoring them.
MOST_SHARING = 10
#: Metrics of a task that share an option are many, and what it does is the same for all: so many of them try a value.
MOST_METRICS = 3


@dataclass(frozen=True)
class Variant:
    task: Task
    chosen: registry.Chosen

    def __repr__(self) -> str:
        options = self.chosen.options.items()
        shown = ",".join(f"{k}={len(v.parent) if isinstance(v, Ontology) else v}" for k, v in options)
        return f"{self.chosen.metric.name}({shown})"

    @property
    def hint(self) -> type:
        return type(self.task.empty())


def needs_words(task, metric):
    """Whether a metric compares the words or tags of one text, which random trees and spans lack; see test_conllu."""
    return metric.name == "tag-accuracy" or (
        task.name == "dependencies" and metric.name not in ("uas", "las")
    )


def variants():
    tried = set()
    times = Counter()
    for task in registry.tasks().values():
        for metric in task.metrics:
            if needs_words(task, metric):
                continue
            values = [
                [(p.name, value) for value in (p.choices or (p.default, *VALUES.get(p.name, ())))]
                for p in metric.parameters
            ]
            defaults = metric.settle({})
            combinations = [dict(options) for options in product(*values)]
            if len(combinations) > MOST_COMBINATIONS:
                combinations = [
                    defaults,
                    *(defaults | {n: v} for column in values for n, v in column if defaults[n] != v),
                ]
                combinations = [
                    options
                    for options in combinations
                    if options == defaults or _is_rare(task.name, options, defaults, times)
                ]
            if metric.name in tried:  # the metric of another task over larger items: its options are the same
                combinations = [defaults]
            tried.add(metric.name)
            for options in combinations:
                yield Variant(task, registry.Chosen(metric.name, metric, options))


def _is_rare(task, options, defaults, times):
    """Whether the value by which options differ from the defaults has been tried with few metrics so far."""
    (changed,) = [name for name in options if options[name] != defaults[name]]
    key = task, changed, str(options[changed])
    times[key] += 1
    return times[key] <= MOST_METRICS


ALL = [variant for variant in variants() if not any(option in repr(variant) for option in EXEMPT)]
# The same cases in every run: a test that fails now and then helps nobody.
quickly = settings(
    max_examples=int(os.environ.get("TALLYSTICK_EXAMPLES", examples(40))),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def blocks(variants):
    """Return the block of each variant: up to ten variants of a type of document, which share their examples."""
    seen = Counter()
    for variant in variants:
        name = variant.hint.__name__
        yield f"{name} {seen[name] // MOST_SHARING}"
        seen[name] += 1


def call_with_examples(check, strategy, name):
    """Call `check` with the examples of this name: the same ones each time."""

    @quickly
    @seed(crc32(name.encode()))
    @given(strategy)
    def each(example):
        check(example)

    each()


#: Examples by name.
DRAWN = {}


def drawn(strategy, name):
    """Return the examples of this name."""
    if name not in DRAWN:
        found = []
        call_with_examples(found.append, strategy, name)
        DRAWN[name] = found
    return DRAWN[name]


def holds_for(arguments):
    """Test a rule with every variant; `arguments` makes a strategy of its arguments from a strategy of documents."""

    def decorate(rule):
        @pytest.mark.parametrize(
            ("variant", "block"), list(zip(ALL, blocks(ALL), strict=True)), ids=[*map(repr, ALL)]
        )
        def test(variant, block):
            strategy, name = arguments(strategy_for(variant.hint)), f"{rule.__name__} {block}"
            try:
                for example in drawn(strategy, name):
                    # A copy: what a metric may keep in a document must not reach the next one.
                    rule(variant, *deepcopy(example))
            except Exception:
                # Hypothesis draws the same examples again, and shows the smallest one that fails.
                call_with_examples(lambda example: rule(variant, *example), strategy, name)
                raise

        return test

    return decorate


def one_document(documents):
    return st.tuples(documents)


def two_documents(documents):
    return st.tuples(documents, documents)


def two_documents_and_a_seed(documents):
    return st.tuples(documents, documents, st.integers(0, 10**6))


def up_to_three_pairs(documents):
    return st.tuples(st.lists(st.tuples(documents, documents), min_size=1, max_size=3))


def numbers(scorer, gold, pred):
    return scorer.reading(scorer.tally(gold, pred))


def is_perfect(variant, tally):
    """Whether a value is a perfect match of itself."""
    name = repr(variant)
    if name.startswith(("conll", "chains.conll")):  # an undefined part counts as 0
        return all(Score(part).f1 is not None for part in tally.parts)
    # A single mention never has the whole F1 (φ4) with an entity of several.
    return UNBOUNDED not in name and not name.startswith("ceaf-rme(phi=4")


@holds_for(one_document)
def test_a_value_matches_itself(variant, value):
    scorer = variant.chosen.scorer()
    tally = scorer.tally(value, value)
    found = scorer.reading(tally)
    if is_perfect(variant, tally):
        assert all(number is None or number == pytest.approx(1) for number in found.values())
    align = scorer.align(value, value)
    # AnCast aligns nodes that have nothing in common, and shows it; everywhere else a pair earned something.
    least = -1 if variant.chosen.metric.name == "ancast.concept" else 0
    assert all(pair.credit > least for pair in align.matched)


@holds_for(two_documents)
def test_scores_lie_between_0_and_1(variant, gold, pred):
    for name, number in numbers(variant.chosen.scorer(), gold, pred).items():
        assert number is None or number >= 0, name
        assert number is None or UNBOUNDED in repr(variant) or number <= 1 + 1e-9, name


@holds_for(two_documents)
def test_exchanging_gold_and_pred_exchanges_precision_and_recall(variant, gold, pred):
    if variant.chosen.metric.asymmetric or any(option in repr(variant) for option in ASYMMETRIC_OPTIONS):
        return
    scorer = variant.chosen.scorer()
    there, back = scorer.tally(gold, pred), scorer.tally(pred, gold).swapped()
    assert scorer.reading(there) == {
        name: pytest.approx(number, abs=1e-9) if number is not None else None
        for name, number in scorer.reading(back).items()
    }


@holds_for(two_documents_and_a_seed)
def test_order_and_layout_never_matter(variant, gold, pred, number):
    if any(option in repr(variant) for option in AS_WRITTEN):
        return
    scorer, random = variant.chosen.scorer(), Random(number)
    again = scorer.tally(shuffled(gold, variant.hint, random), shuffled(pred, variant.hint, random))
    assert scorer.reading(again) == {
        name: pytest.approx(number, abs=1e-9) if number is not None else None
        for name, number in numbers(scorer, gold, pred).items()
    }


@holds_for(up_to_three_pairs)
def test_items_add(variant, pairs):
    scorer = variant.chosen.scorer()
    tallies = [scorer.tally(gold, pred) for gold, pred in pairs]
    corpus = CorpusScore([Score(tally, scorer.reading) for tally in tallies], scorer.reading)
    added = total(tallies)
    assert corpus.micro.tally == added
    assert added.items == added.proved == len(pairs)
    for whole, parts in [
        (added, tallies),
        *zip(added.parts, zip(*[t.parts for t in tallies], strict=True), strict=True),
    ]:
        for count in ("matched_pred", "matched_gold", "pred_total", "gold_total"):
            assert getattr(whole, count) == pytest.approx(sum(getattr(part, count) for part in parts))
    if "recall" in scorer.reading.fields and not added.parts and added.gold_total:
        assert corpus.micro.recall == pytest.approx(sum(t.matched_gold for t in tallies) / added.gold_total)


def test_which_metrics_are_asymmetric():
    metrics = [metric for task in registry.tasks().values() for metric in task.metrics]
    assert {metric.name for metric in metrics if metric.asymmetric} == ASYMMETRIC


@pytest.mark.parametrize("name", sorted(ASYMMETRIC))
def test_an_asymmetric_metric_says_why(name):
    (metric,) = [m for task in registry.tasks().values() for m in task.metrics if m.name == name]
    assert len(metric.asymmetric) > 20


SCRIPT = """
import tallystick as ts
from tallystick.tasks.coref.algebra import OVER_ENTITIES
words = [f"w{n}" for n in range(12)]
gold, pred = set(words[:8]), set(words[4:])
print(ts.bag(ts.exact).tally(gold, pred))
near = ts.similarity(lambda g, p: 1 / (1 + abs(int(p[1:]) - int(g[1:]))))
for match in ("1:1", "N:1", "1:N", "N:N"):
    print(ts.bag(near, match).tally(gold, pred))
clusters = [set(words[i::3]) for i in range(3)], [set(words[i : i + 5]) for i in (0, 5, 10)]
for name, metric in OVER_ENTITIES.items():
    print(name, metric.tally(*clusters))
triples = [
    {(ts.Var(f"{v}{i}"), "abc"[k], ts.Var(f"{v}{i * (k + 2) % 5}")) for i in range(5) for k in range(3)}
    for v in "xy"
]
print(ts.bag(ts.exact).tally(triples[0], triples[1] - set(list(sorted(triples[1], key=repr))[:4])))
print(ts.digraph(ts.exact).tally(ts.Digraph("abca", [(0, 1), (1, 3)]), ts.Digraph("aabc", [(0, 2), (3, 1)])))
"""


def test_hash_seeds_never_matter():
    outputs = set()
    for hash_seed in "012":
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        outputs.add(run.stdout)
    (output,) = outputs
    assert len(output.splitlines()) == 12
