"""What holds for DocSmatch on any document graph, and on the golden ones in any layout."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.property.relaying import relaid
from tests.shared import SHARED, needs_shared
from tests.tiers import examples

from tallystick.formats.penman.reader import Graph, load
from tallystick.tally import Score
from tallystick.tasks.docamr.metrics import METRICS

SCORERS = {metric.name: metric.build(metric.settle({})) for metric in METRICS}
quickly = settings(max_examples=examples(60), deadline=None, derandomize=True, database=None,
                   suppress_health_check=list(HealthCheck))  # fmt: skip


@st.composite
def documents(draw):
    """Up to four sentences, entities over them, bridges, and edges from anywhere to anywhere."""
    roles = st.sampled_from(["ARG0", "ARG1", "mod", "domain", "time"])
    concepts = ["document"]
    branches = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        top = len(concepts)
        for node in range(top, top + draw(st.integers(1, 3))):
            concepts.append(draw(st.sampled_from(["see-01", "boy", "he", "name"])))
            if node == top:
                branches.append((0, f"snt{number}", node))
            else:
                branches.append((draw(st.integers(top, node - 1)), draw(roles), node))
    anywhere = st.integers(1, len(concepts) - 1)
    branches += draw(st.lists(st.tuples(anywhere, roles, anywhere), max_size=3))
    branches += draw(st.lists(st.tuples(anywhere, st.sampled_from(["part", "subset"]), anywhere), max_size=1))
    for _ in range(draw(st.integers(0, 2))):
        entity = len(concepts)
        concepts.append(draw(st.sampled_from(["coref-entity", "interlocutor-entity"])))
        members = draw(st.lists(anywhere, min_size=1, max_size=3, unique=True))
        branches += [(entity, "coref", member) for member in members]
    sources, names, targets = zip(*branches, strict=True)
    variables = tuple(f"x{node}" for node in range(len(concepts)))
    return Graph(variables, tuple(concepts), sources, names, targets, (None,) * len(branches))


def is_perfect(scorer, gold, pred):
    """Whether every number is 1 or undefined; in the mean of the CoNLL score an undefined part counts as 0."""
    tally = scorer.tally(gold, pred)
    undefined_part = any(Score(part).f1 is None for part in tally.parts)
    return undefined_part or set(scorer.reading(tally).values()) <= {1, None}


@pytest.mark.parametrize("name", SCORERS)
@quickly
@given(graph=documents(), seed=st.integers(0, 10**6))
def test_two_layouts_of_one_graph_score_1_or_nothing(name, graph, seed):
    assert is_perfect(SCORERS[name], graph, relaid(graph, Random(seed)))


@pytest.mark.parametrize("name", SCORERS)
@quickly
@given(gold=documents(), pred=documents(), seed=st.integers(0, 10**6))
def test_layout_and_sides_never_matter(name, gold, pred, seed):
    scorer = SCORERS[name]
    found = scorer.tally(gold, pred)
    random = Random(seed)
    assert scorer.tally(relaid(gold, random), relaid(pred, random)) == found
    assert scorer.tally(pred, gold) == found.swapped()
    assert found.matched_pred <= min(found.pred_total, found.gold_total)
    assert found.proved == found.items


@needs_shared
def test_every_golden_document_in_any_layout_scores_1_or_nothing():
    random = Random(4)
    seen = 0
    for path in sorted((SHARED / "goldens" / "docamr").glob("*.gold.amr")):
        for graph in load(path):
            other = relaid(graph, random)
            for scorer in SCORERS.values():
                assert is_perfect(scorer, graph, other), (path.name, graph.id, scorer)
            seen += 1
    assert seen > 100
