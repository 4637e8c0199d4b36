"""Reification: a role written as a node, and back."""

import pytest

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.metrics import SMATCH
from tallystick.tasks.graphs.reification import dereified, reified, table
from tallystick.tasks.graphs.to_triples import of_graph, triple_reader
from tallystick.tasks.graphs.vocabulary import Vocabulary


def view(text, **options):
    return triple_reader(SMATCH.settle(options))(Graph.of(text), Vocabulary()).triples()


def scored(pred, gold, **options):
    tally = SMATCH.build(SMATCH.settle(options)).tally(Graph.of(gold), Graph.of(pred))
    return tally.matched_pred, tally.pred_total, tally.gold_total


def triples_of(triples):
    """The triples with the names of the nodes."""
    names = triples.names
    return sorted(
        [(names[node], "/", concept) for node, concept in enumerate(triples.concepts) if concept is not None]
        + [(names[node], role, value) for node, role, value in triples.attributes]
        + [(names[s], role, names[t]) for s, role, t in triples.relations]
    )


def test_the_table():
    # spec: 28 rows, each role and each frame once
    assert len(table()) == 28
    assert len({frame.role for frame in table()}) == len({frame.frame for frame in table()}) == 28
    poss = next(frame for frame in table() if frame.role == "poss")
    assert poss == ("poss", "own-01", "arg1", "arg0")


@pytest.mark.parametrize("frame", table(), ids=lambda frame: frame.role)
def test_there_and_back(frame):
    text = f'(a / and :op1 (b / boy :{frame.role} (c / city)) :op2 (d / dog :{frame.role} "x"))'
    plain = of_graph(Graph.of(text))
    longer = reified(plain)
    assert len(longer) == len(plain) + 4  # for each role a concept, and one relation more
    assert frame.frame in longer.concepts
    back = view(text, reify="yes", dereify="yes")
    assert triples_of(back) == triples_of(longer)  # first dereified, then reified: the longer spelling
    written = dereified(longer)
    if frame.role == "mod":  # the table's mod is not turned round
        assert ("b", "mod", "c") in triples_of(written)
    else:
        assert triples_of(written) == triples_of(plain)


def test_both_spellings_are_the_same_under_either_option():
    short = "(l / live-01 :ARG0 (b / boy :mod (s / small)) :location (c / city) :quant 3)"
    long = (
        "(l / live-01 :ARG0 (b / boy :ARG1-of (h / have-mod-91 :ARG2 (s / small)))"
        " :ARG1-of (x / be-located-at-91 :ARG2 (c / city)) :ARG1-of (q / have-quant-91 :ARG2 3))"
    )
    for option in ("reify", "dereify"):
        matched, pred, gold = scored(short, long, **{option: "yes"})
        assert matched == pred == gold
    assert scored(short, long)[0] < len(of_graph(Graph.of(short)))


@pytest.mark.parametrize("root", ["node", "concept", "none"])
def test_the_root_is_never_replaced(root):
    text = "(x / be-located-at-91 :ARG1 (b / boy) :ARG2 (c / city))"
    assert triples_of(view(text, dereify="yes", root=root)) == triples_of(view(text, root=root))


@pytest.mark.parametrize(
    "text",
    [
        # something points to the frame
        "(a / and :op1 (x / be-located-at-91 :ARG1 (b / boy) :ARG2 (c / city)))",
        # an argument is missing
        "(b / boy :ARG1-of (x / be-located-at-91))",
        # there is more to be said of it
        "(b / boy :ARG1-of (x / be-located-at-91 :ARG2 (c / city) :polarity -))",
        # the same argument twice
        "(b / boy :ARG1-of (x / be-located-at-91 :ARG1 (c / city)))",
        # other arguments
        "(b / boy :ARG1-of (x / be-located-at-91 :ARG3 (c / city)))",
        # no frame of the table
        "(b / boy :ARG1-of (x / live-01 :ARG2 (c / city)))",
    ],
)
def test_nothing_is_lost(text):
    assert triples_of(view(text, dereify="yes")) == triples_of(view(text))


def test_a_role_written_beside_its_frame_counts_once():
    text = "(b / boy :location (c / city) :ARG1-of (x / be-located-at-91 :ARG2 c))"
    assert len(view(text, dereify="yes")) == 4  # 2 concepts, location, TOP
    assert len(view(text, dereify="yes", duplicates="count")) == 5


def test_a_frame_of_a_constant_is_an_inverse_role_on_it():
    frame = '(b / boy :ARG2-of (x / be-located-at-91 :ARG1 "here"))'
    assert triples_of(view(frame, dereify="yes")) == triples_of(view('(b / boy :location-of "here")'))
    frame = "(b / boy :ARG2-of (x / have-mod-91 :ARG1 5))"
    assert triples_of(view(frame, dereify="yes")) == triples_of(view("(b / boy :mod-of 5)"))
