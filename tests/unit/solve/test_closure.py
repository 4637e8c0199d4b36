"""Paths that an automaton accepts, against all walks of a small graph."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

from tallystick.solve.closure import Automaton, reached, shortest_path

STATES = 3
LABELS = 2


@st.composite
def automata(draw):
    step = st.integers(-1, STATES - 1)
    steps = draw(st.tuples(*[st.tuples(*[step] * LABELS)] * STATES))
    return Automaton(steps, draw(st.frozensets(st.integers(1, STATES - 1))))


@st.composite
def problems(draw):
    n = draw(st.integers(1, 5))
    node = st.integers(0, n - 1)
    edges = draw(st.lists(st.tuples(node, st.integers(0, LABELS - 1), node), max_size=9))
    return draw(automata()), edges, n


def walks(automaton, edges, n, source):
    """The length of the shortest accepted walk to each node: no shortest one visits a node twice in one state."""
    here = {(source, 0)}
    found = {}
    for length in range(1, n * STATES + 1):
        here = {
            (target, automaton.steps[state][label])
            for node, state in here
            for start, label, target in edges
            if start == node and automaton.steps[state][label] >= 0
        }
        for node, state in here:
            if state in automaton.accepting:
                found.setdefault(node, length)
    return found


@settings(max_examples=examples(400), deadline=None)
@given(problems())
def test_agrees_with_walks(problem):
    automaton, edges, n = problem
    rows = reached(automaton, edges, [1 << node for node in range(n)])
    for source in range(n):
        lengths = walks(automaton, edges, n, source)
        assert [node for node in range(n) if rows[source] >> node & 1] == sorted(lengths)
        for target in range(n):
            path = shortest_path(automaton, edges, source, target)
            assert (None if path is None else len(path)) == lengths.get(target)
            state, node = 0, source
            for number in path or ():
                start, label, end = edges[number]
                assert start == node
                state, node = automaton.steps[state][label], end
            assert path is None or (node == target and state in automaton.accepting)


@settings(max_examples=examples(100), deadline=None)
@given(problems(), st.data())
def test_marks_are_joined(problem, data):
    automaton, edges, n = problem
    marks = data.draw(st.lists(st.integers(0, 7), min_size=n, max_size=n))
    plain = reached(automaton, edges, [1 << node for node in range(n)])
    for row, joined in zip(plain, reached(automaton, edges, marks), strict=True):
        expected = 0
        for node in range(n):
            if row >> node & 1:
                expected |= marks[node]
        assert joined == expected


def test_long_paths_need_no_recursion():
    n = 5_000
    chain = Automaton(((1,), (1,)), frozenset([1]))
    edges = [(node, 0, node + 1) for node in range(n - 1)]
    rows = reached(chain, edges, [1 << node for node in range(n)])
    assert [row.bit_count() for row in rows] == [n - 1 - node for node in range(n)]
    assert shortest_path(chain, edges, 0, n - 1) == list(range(n - 1))


def test_no_nodes():
    assert reached(Automaton(((1,), (1,)), frozenset([1])), [], []) == []
