"""Anchor broadcast against dense matrices, and compiled against interpreted."""

import random
from array import array
from math import fsum

import numpy as np
import pytest
from tests.interpreted import are_compiled, load_interpreted

import tallystick.solve


def random_edges(generator, size):
    """Distinct edges, some to constants, some loops."""
    edges = {(generator.randrange(v), generator.randrange(4), v) for v in range(1, size)}
    for _ in range(generator.randrange(size + 1)):
        edges.add((generator.randrange(size), generator.randrange(4), generator.randrange(-3, size)))
    return sorted(edges)


def random_problem(generator):
    rows, cols = generator.randrange(1, 12), generator.randrange(1, 12)
    sides = [random_edges(generator, size) for size in (rows, cols)]
    similarity = [generator.choice((0.0, 0.0, 0.5, 0.9, 1.0)) for _ in range(rows * cols)]
    columns = list(range(cols)) + [-1] * rows
    generator.shuffle(columns)
    anchors = [column if generator.random() < 0.4 else -1 for column in columns[:rows]]
    return rows, cols, sides, similarity, anchors


def shape(solve, size, edges):
    return solve.broadcast.shape.Shape(size, 4, array("i", [number for edge in edges for number in edge]))


def table(solve, rows, cols, similarity):
    return solve.broadcast.table.full_table(rows, cols, array("d", similarity))


def caster(solve, problem, **options):
    rows, cols, (head, tail), similarity, _ = problem
    return solve.broadcast.caster.Caster(
        shape(solve, rows, head), shape(solve, cols, tail), table(solve, rows, cols, similarity), **options
    )


def neighbours(size, edges, steps=2):
    """Rows: who is one or two steps below each node."""
    step = np.zeros((size, size), int)
    for head, _, tail in edges:
        if tail >= 0:
            step[head, tail] = 1
    near = (step + step @ step if steps == 2 else step) > 0
    np.fill_diagonal(near, False)
    return near.astype(float)


def dense_broadcast(problem, steps=2):
    """Equations 10–12, 8 and 9 as they are printed."""
    rows, cols, (head, tail), _, anchors = problem
    fixed = np.zeros((rows, cols))
    for row, column in enumerate(anchors):
        if column >= 0:
            fixed[row, column] = 1
    below, other_below = neighbours(rows, head, steps), neighbours(cols, tail, steps)
    current = fixed
    for _ in range(1000):
        sums = []
        for here, there in ((below, other_below), (below.T, other_below.T)):
            one, two = here.sum(axis=1)[:, None], there.sum(axis=1)[None, :]
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = np.where(
                    np.minimum(one, two) > 0, np.maximum(one, two) / np.minimum(one, two), np.inf
                )
            sums.append(here @ current @ there.T / ratio)
        new = np.sqrt((sums[0] + 1) * (sums[1] + 1) - 1)
        if new.max() > 0:
            new = new / new.max()
        new[fixed == 1] = 1
        moved = np.abs(new - current).max()
        current = new
        if moved <= 1e-4:
            break
    return current


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("small", [1 << 11, -1])
def test_broadcast_agrees_with_dense_matrices(solve, monkeypatch, steps, small):
    monkeypatch.setattr(solve.broadcast.caster, "SMALL", small)
    generator = random.Random(1)
    for _ in range(150):
        problem = random_problem(generator)
        made = caster(solve, problem, steps=steps)
        made.broadcast(array("i", problem[4]))
        expected = dense_broadcast(problem, steps).ravel().tolist()
        assert made.broadcast_values() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("base", "bias"), [(0.2, 0.01), (0.0, 0.0), (0.5, 0.05)])
def test_adjusted_similarity(solve, base, bias):
    """Equation 13, rounded to four digits."""
    generator = random.Random(2)
    for _ in range(30):
        problem = random_problem(generator)
        made = caster(solve, problem, base=base, bias=bias)
        made.broadcast(array("i", problem[4]))
        cast = np.array(made.broadcast_values()).reshape(problem[0], problem[1])
        similarity = np.array(problem[3]).reshape(cast.shape)
        expected = (similarity + base) * (cast + bias)
        assert np.abs(np.array(made.adjusted()).reshape(cast.shape) / 1e4 - expected).max(initial=0) < 0.51e-4


def shaped_edges(generator, size):
    """Edges of a tree, a hub or a chain, sometimes with others across it."""
    kind = generator.choice(("tree", "hub", "chain", "deep"))
    parents = {
        "tree": generator.randrange,
        "hub": lambda node: 0 if node < size // 2 else generator.randrange(1, max(2, size // 2)),
        "chain": lambda node: node - 1,
        "deep": lambda node: max(0, node - generator.randint(1, 3)),
    }
    edges = {(parents[kind](node), generator.randrange(4), node) for node in range(1, size)}
    for _ in range(generator.choice((0, size // 4))):
        edges.add((generator.randrange(size), generator.randrange(4), generator.randrange(-3, size)))
    return sorted(edges)


@pytest.mark.parametrize("most", [14, 90])
def test_classes_and_pairs_of_nodes_give_the_same_numbers(solve, monkeypatch, most):
    """To the last digit, with many anchors and few, from large tables and small, twice in a row."""
    generator = random.Random(3)
    for _ in range(40 if most < 20 else 6):
        rows, cols = generator.randrange(1, most), generator.randrange(1, most)
        sides = [shaped_edges(generator, size) for size in (rows, cols)]
        similarity = [generator.choice((0.0, 0.0, 0.5, 0.9, 1.0)) for _ in range(rows * cols)]
        columns = list(range(cols)) + [-1] * rows
        generator.shuffle(columns)
        share = generator.choice((0.05, 0.4, 1.0))
        anchors = array("i", [column if generator.random() < share else -1 for column in columns[:rows]])
        results = []
        for small, tracked in ((10**9, 0), (-1, 10**9), (-1, -1)):
            monkeypatch.setattr(solve.broadcast.caster, "SMALL", small)
            monkeypatch.setattr(solve.broadcast.sums, "SMALL", tracked)
            made = caster(solve, (rows, cols, sides, similarity, anchors))
            numbers = []
            for start in (anchors, array("i", [-1]) * rows, anchors[::-1] if rows == cols else anchors):
                rounds = made.broadcast(start)
                numbers.append((rounds, made.broadcast_values(), made.adjusted(), list(made.mutual())))
            results.append(numbers)
        assert results[0] == results[1] == results[2]


def test_nothing_to_broadcast(solve):
    problem = (2, 2, ([(0, 0, 1)], [(0, 0, 1)]), [1.0, 0.0, 0.0, 1.0], [-1, -1])
    made = caster(solve, problem)
    assert made.broadcast(array("i", [-1, -1])) == 0
    # (1 + 0.2) · 0.01 and 0.2 · 0.01, in steps of 10⁻⁴
    assert made.adjusted() == [120.0, 20.0, 20.0, 120.0]
    alone = caster(solve, (1, 1, ([], []), [1.0], [0]))
    assert alone.broadcast(array("i", [0])) == 1
    assert alone.adjusted() == [12120.0]


def test_mutual_is_strict(solve):
    made = caster(solve, (2, 2, ([], []), [1.0, 1.0, 0.0, 0.5], [-1, -1]))
    made.broadcast(array("i", [-1, -1]))
    assert list(made.mutual()) == [-1, -1]  # row 0 is tied; row 1 prefers a column that prefers row 0


def test_labels_in_common(solve):
    # 0 –r0→ 1, 0 –r1→ 2 against the same with another second role: the roots share one label.
    one, other = [(0, 0, 1), (0, 1, 2)], [(0, 0, 1), (0, 2, 2)]
    made = caster(solve, (3, 3, (one, other), [0.0] * 9, [-1] * 3))
    made.broadcast(array("i", [-1] * 3))
    # All F are equal; only the labels tell roots and first children.
    assert list(made.mutual()) == [0, 1, -1]


def test_descendants_and_weights(solve):
    made = shape(solve, 4, [(0, 0, 1), (1, 0, 2), (2, 0, 0), (2, 1, -1), (3, 0, 0), (3, 1, 3)])
    below = made.descendants()
    assert list(below) == [2, 2, 2, 3]
    similarity, columns = table(solve, 4, 4, [0.0] * 16), array("i", [-1] * 4)
    sums = solve.broadcast.relations.relation_sums(made, made, similarity, columns)
    total = fsum([3.0, 3.0, 3.0, 1.0, 6**0.5 + 1, 4.0])
    assert sums[6:] == (total, total, 4.0)


def test_credits_of_pairs_that_met(solve):
    # 0 has two labels on 1 and a constant; the mirror has one of the labels, another one, and the constant.
    one = shape(solve, 2, [(0, 0, 1), (0, 1, 1), (0, 2, -1)])
    other = shape(solve, 2, [(0, 1, 1), (0, 3, 1), (0, 2, -1), (1, 0, 0)])
    similarity, columns = table(solve, 2, 2, [1.0, 0.0, 0.0, 0.5]), array("i", [0, 1])
    common, concept, labelled, unlabelled, by_one, by_other, *_ = solve.broadcast.relations.relation_sums(
        one, other, similarity, columns
    )
    assert common == 2
    assert concept == 1.0 + 0.5
    assert labelled == 0.75 + 1.0
    assert unlabelled == 1.0 + 1.5
    assert by_one == 0.75 + 1.0  # √(1·0) + 1
    assert by_other == 1.0 + 1.5  # √(1·1) + 1: the mirror image is a cycle


def test_both_speeds_agree_to_the_last_digit():
    if not are_compiled("tallystick.solve"):
        pytest.skip("the extensions are not built here")
    interpreted = load_interpreted("tallystick.solve")
    generator = random.Random(11)
    for _ in range(150):
        problem = random_problem(generator)
        results = []
        for solve in (tallystick.solve, interpreted):
            made = caster(solve, problem)
            rounds = made.broadcast(array("i", problem[4]))
            anchors = made.mutual()
            columns = array("i", problem[4])
            head, tail = shape(solve, problem[0], problem[2][0]), shape(solve, problem[1], problem[2][1])
            worth = solve.broadcast.relations.relation_sums(
                head, tail, table(solve, *problem[:2], problem[3]), columns
            )
            results.append((rounds, made.broadcast_values(), made.adjusted(), anchors, columns, worth))
        assert results[0] == results[1]


def test_the_order_of_nodes_moves_nothing(solve):
    generator = random.Random(13)
    for _ in range(60):
        problem = random_problem(generator)
        rows, cols, sides, similarity, anchors = problem
        made = caster(solve, problem)
        made.broadcast(array("i", anchors))
        values = made.broadcast_values()
        # The other way round, and with the rows renumbered.
        place = list(range(rows))
        generator.shuffle(place)
        moved = [(place[h], r, place[t] if t >= 0 else t) for h, r, t in sides[0]]
        generator.shuffle(moved)
        turned_similarity = [similarity[place.index(i) * cols + j] for j in range(cols) for i in range(rows)]
        turned_anchors = [-1] * cols
        for row, column in enumerate(anchors):
            if column >= 0:
                turned_anchors[column] = place[row]
        turned = caster(solve, (cols, rows, (sides[1], moved), turned_similarity, turned_anchors))
        turned.broadcast(array("i", turned_anchors))
        turned_values = turned.broadcast_values()
        for i in range(rows):
            for j in range(cols):
                assert values[i * cols + j] == turned_values[j * rows + place[i]]


def test_tables_that_cannot_be_counted_are_refused(solve):
    # 40,000² pairs of nodes are more than 31 bits can count.
    nodes = array("i", range(40_000))
    large = solve.broadcast.shape.Shape(40_000, 0, array("i"))
    same = solve.broadcast.table.PairTable(
        array("i", [0]) * 40_000, array("i", [0]) * 40_000, array("d", [1.0]), 1
    )
    with pytest.raises(MemoryError):
        solve.broadcast.caster.Caster(large, large, same).keys(nodes, nodes)
