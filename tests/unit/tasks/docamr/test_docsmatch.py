"""DocSmatch and its subscores, on graphs small enough to count by hand."""

from itertools import permutations

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.solve.align.node_groups import expand
from tallystick.tally import Score
from tallystick.tasks.docamr.docsmatch import align_documents, align_for_coreference, node_groups
from tallystick.tasks.docamr.document_triples import default_view
from tallystick.tasks.docamr.task import TASK

ONE = "(d / document :snt1 (s1.a / come-01 :ARG1 (s1.h / he)) :snt2 (s2.g / go-02 :ARG0 s1.h))"
LAYOUT_A = """(d / document
  :snt1 (s1.v / visit-01 :ARG0 (s1.p / person :name (s1.n / name :op1 "Bo") :ARG0-of s2.p) :ARG1 (s1.c / country))
  :snt2 (s2.p / praise-01 :ARG1 s1.c)
  :snt3 (s3.l / leave-11 :ARG0 s1.p))"""
LAYOUT_B = """(d / document
  :snt1 (s1.v / visit-01 :ARG0 (s1.p / person :name (s1.n / name :op1 "Bo")) :ARG1 (s1.c / country))
  :snt2 (s2.p / praise-01 :ARG0 s1.p :ARG1 s1.c)
  :snt3 (s3.l / leave-11 :ARG0 s1.p))"""


def score(metric, gold, pred, **options):
    declared = TASK.metric(metric)
    scorer = declared.build(declared.settle(options))
    return Score(scorer.tally(Graph.of(gold), Graph.of(pred)), scorer.reading)


@pytest.mark.parametrize("metric", ["docsmatch", "docsmatch.coref", "docsmatch.reentrancy"])
def test_two_layouts_of_one_graph_are_one_graph(metric):
    assert score(metric, LAYOUT_A, LAYOUT_B).f1 == 1


def test_the_layout_matters_to_the_released_program():
    # docAMR 0.1.1 prints precision 1, recall 0.6, F 0.75 for a pair like this.
    assert score("docsmatch.coref", LAYOUT_B, LAYOUT_A, convention="docamr-0.1.1").f1 < 1


def test_nodes_of_different_sentences_are_never_aligned():
    # The two sentences are exchanged: within their sentences only the root and the roles of its sentences fit.
    swapped = "(d / document :snt1 (a / go-02 :ARG0 (h / he)) :snt2 (b / come-01 :ARG1 h))"
    found = score("docsmatch", ONE, swapped)
    # document, TOP, he, :snt1 and :snt2: 5 of 10 triples (4 instances, TOP, 2 + 3 relations).
    assert (found.tally.matched_pred, found.tally.pred_total) == (5, 9)
    assert score("smatch", ONE, swapped).tally.matched_pred == 7


def test_a_surplus_sentence_counts_as_missed():
    short = "(d / document :snt1 (s1.a / come-01 :ARG1 (s1.h / he)))"
    found = score("docsmatch", ONE, short)
    assert (found.precision, found.tally.matched_pred, found.tally.gold_total) == (1, 6, 9)


def test_a_single_graph_is_a_document_of_one_sentence():
    found = score(
        "docsmatch", "(d / document :snt1 (a / come-01 :ARG1 (h / he)))", "(a / come-01 :ARG1 (h / he))"
    )
    assert found.tally.matched_pred == 3  # both instances and the relation; TOP is at another node


def test_coreference_counts_edges_into_nodes_of_several_sentences():
    found = score("docsmatch.coref", ONE, ONE)
    assert (found.f1, found.tally.gold_total) == (1, 2)
    split = "(d / document :snt1 (s1.a / come-01 :ARG1 (s1.h / he)) :snt2 (s2.g / go-02 :ARG0 (x / he)))"
    assert score("docsmatch.coref", ONE, split).recall == 0


def test_no_coreference_on_either_side_is_undefined():
    plain = "(d / document :snt1 (a / come-01) :snt2 (g / go-02))"
    found = score("docsmatch.coref", plain, plain)
    assert (found.precision, found.recall, found.f1) == (None, None, None)


def test_interlocutors_count_as_entities():
    text = "(d / document :snt1 (a / like-01 :ARG0 (p / interlocutor-entity)) :snt2 (b / like-01 :ARG1 p))"
    assert score("docsmatch.coref", text, text).tally.gold_total == 3


def test_strings_are_read_to_their_end():
    one, other = (f'(d / document :snt1 (s / string-entity :value "a {x}"))' for x in "bc")
    assert score("docsmatch", one, other).f1 < 1


def best_by_trying(pred, gold):
    """The most matched triples, and the most coreference credit among such maps, by trying every map."""
    cols, rows = expand(node_groups(gold, pred))
    allowed = set(zip(rows, cols, strict=True))
    size, width = len(pred.triples.names), len(gold.triples.names)
    there = set(gold.triples.relations)
    counted = {gold.triples.relations[place] for place in gold.counted.relations}
    attributes = set(gold.triples.attributes)
    best = (0, 0)
    for image in set(permutations([*range(width), *[-1] * size], size)):
        if any(column >= 0 and (row, column) not in allowed for row, column in enumerate(image)):
            continue
        same = [pred.triples.concepts[r] == gold.triples.concepts[c] for r, c in enumerate(image) if c >= 0]
        mapped = [(image[s], role, image[t]) for s, role, t in pred.triples.relations]
        triples = sum(same) + sum(one in there for one in mapped)
        triples += sum((image[n], role, value) in attributes for n, role, value in pred.triples.attributes)
        credit = sum(
            image[n] in gold.counted.nodes and pred.triples.concepts[n] == gold.triples.concepts[image[n]]
            for n in pred.counted.nodes
        )
        credit += sum(mapped[place] in counted for place in pred.counted.relations)
        best = max(best, (triples, credit))
    return best


@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        # he may be either of two nodes; only one of them tells of coreference.
        ("(d / document :snt1 (a / see-01 :ARG0 (h / he) :ARG1 (i / he)) :snt2 (b / go-02 :ARG0 h))",
         "(d / document :snt1 (a / see-01 :ARG1 (h / he)) :snt2 (b / go-02 :ARG1 h))"),
        ("(d / document :snt1 (a / see-01 :ARG0 (e / coref-entity :coref (x / man))) :snt2 (b / boy :coref-of e))",
         "(d / document :snt1 (a / see-01 :ARG0 (x / man :coref-of (e / coref-entity))) :snt2 (b / boy :coref-of e))"),
        (LAYOUT_B, ONE),
    ],
)  # fmt: skip
def test_of_the_best_alignments_the_one_with_most_coreference(gold, pred):
    ours, theirs = default_view(Graph.of(pred)), default_view(Graph.of(gold))
    triples, credit = best_by_trying(ours, theirs)
    result = align_documents(theirs, ours)
    assert (result.score, result.optimal) == (triples, True)
    found = align_for_coreference(theirs, ours)
    assert (found.matched, found.proved) == (credit, True)


def test_chains_are_told_as_found_split_fused_or_missed():
    metric = TASK.metric("docsmatch.coref")
    scorer = metric.build(metric.settle({}))
    gold = (
        "(d / document :snt1 (a / see-01 :ARG0 (m / man) :ARG1 (c / car))"
        " :snt2 (b / go-02 :ARG0 m :ARG1 c) :snt3 (e / end-01 :ARG0 m))"
    )
    split = (
        "(d / document :snt1 (a / see-01 :ARG0 (m / man) :ARG1 (c / car))"
        " :snt2 (b / go-02 :ARG0 m :ARG1 (x / it)) :snt3 (e / end-01 :ARG0 (h / he)))"
    )
    told = scorer.align(Graph.of(gold), Graph.of(split))
    (found,) = told.matched
    assert (found.gold, found.credit) == ("m/man", pytest.approx(2 / 3))
    assert list(found.inner[""].missed) == [("e", "arg0", "m")]
    assert [name for name, _ in told.missed] == ["c/car"]
    fused = (
        "(d / document :snt1 (a / see-01 :ARG0 (m / man) :ARG1 m)"
        " :snt2 (b / go-02 :ARG0 m :ARG1 m) :snt3 (e / end-01 :ARG0 m))"
    )
    notes = {pair.gold: pair.note for pair in scorer.align(Graph.of(gold), Graph.of(fused)).matched}
    assert notes == {"m/man": "fused with c/car", "c/car": "fused with m/man"}


def test_bridging_edges_into_nodes_of_several_sentences_tell_of_coreference():
    # Both chains reach over both sentences, so the part edge has equal sets at its ends and counts all the same.
    text = (
        "(d / document :snt1 (s / see-01 :ARG0 (h / house :coref-of (e / coref-entity :coref b{}))"
        " :ARG1 (r / roof :coref-of (e2 / coref-entity :coref t)))"
        " :snt2 (f / fall-01 :ARG1 (t / top) :ARG2 (b / building)))"
    )
    scorer = TASK.metric("docsmatch.coref")
    built = scorer.build(scorer.settle({}))
    with_part, without = Graph.of(text.format(" :part e2")), Graph.of(text.format(""))
    tally = built.tally(with_part, without)
    assert (tally.matched_gold, tally.pred_total, tally.gold_total) == (6, 6, 7)


def test_documents_that_overlap_in_part_are_reduced_to_common_sentences():
    gold = Graph.of(
        "(d / document :snt1 (a / see-01 :ARG1 (b / boy)) :snt2 (c / go-02 :ARG0 b) :snt3 (x / sing-01))"
    )
    pred = Graph.of("(d / document :snt2 (c / go-02 :ARG0 (b / boy)) :snt4 (y / sleep-01))")
    scorer = TASK.metric("docsmatch")
    everything, common = (
        scorer.build(scorer.settle({"overlap": overlap})).tally(gold, pred) for overlap in ("all", "common")
    )
    # Two nodes with the root, two instances' edges, TOP: the rest belongs to sentences of one side.
    assert (common.matched_pred, common.pred_total, common.gold_total) == (6, 6, 6)
    assert everything.pred_total > 6
    assert everything.gold_total > 6
