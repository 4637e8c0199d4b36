"""Anchor broadcast against dense matrices, and compiled against interpreted."""

import random
import sys
from array import array
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

import tallystick.solve
from tallystick.solve import broadcast as installed


def load_interpreted():
    """The source of the kernel, with the stand-in instead of Cython."""
    path = str(Path(next(iter(tallystick.solve.__path__)), "broadcast.py"))
    saved = sys.modules.get("cython")
    sys.modules["cython"] = None
    try:
        loader = SourceFileLoader("broadcast_interpreted", path)
        spec = spec_from_file_location("broadcast_interpreted", path, loader=loader)
        module = module_from_spec(spec)
        loader.exec_module(module)
    finally:
        del sys.modules["cython"]
        if saved is not None:
            sys.modules["cython"] = saved
    return module


@pytest.fixture(scope="module", params=["compiled", "interpreted"])
def kernel(request):
    if request.param == "interpreted":
        return load_interpreted()
    if installed.__file__.endswith(".py"):
        pytest.skip("the extensions are not built here")
    return installed


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


def shape(kernel, size, edges):
    return kernel.Shape(size, 4, array("i", [number for edge in edges for number in edge]))


def caster(kernel, problem, **options):
    rows, cols, (head, tail), similarity, _ = problem
    return kernel.Caster(
        shape(kernel, rows, head), shape(kernel, cols, tail), array("d", similarity), **options
    )


def neighbours(size, edges):
    """Rows: who is one or two steps below each node."""
    step = np.zeros((size, size), int)
    for head, _, tail in edges:
        if tail >= 0:
            step[head, tail] = 1
    near = (step + step @ step) > 0
    np.fill_diagonal(near, False)
    return near.astype(float)


def dense_broadcast(problem):
    """Equations 10–12, 8 and 9 as they are printed."""
    rows, cols, (head, tail), _, anchors = problem
    fixed = np.zeros((rows, cols))
    for row, column in enumerate(anchors):
        if column >= 0:
            fixed[row, column] = 1
    below, other_below = neighbours(rows, head), neighbours(cols, tail)
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


def test_broadcast_agrees_with_dense_matrices(kernel):
    generator = random.Random(1)
    for _ in range(150):
        problem = random_problem(generator)
        made = caster(kernel, problem)
        made.broadcast(array("i", problem[4]))
        assert made.broadcast_values() == pytest.approx(dense_broadcast(problem).ravel().tolist(), abs=1e-9)


def test_nothing_to_broadcast(kernel):
    problem = (2, 2, ([(0, 0, 1)], [(0, 0, 1)]), [1.0, 0.0, 0.0, 1.0], [-1, -1])
    made = caster(kernel, problem)
    assert made.broadcast(array("i", [-1, -1])) == 0
    # (1 + 0.2) · 0.01 and 0.2 · 0.01, in steps of 10⁻⁴
    assert made.adjusted() == [120.0, 20.0, 20.0, 120.0]
    alone = caster(kernel, (1, 1, ([], []), [1.0], [0]))
    assert alone.broadcast(array("i", [0])) == 1
    assert alone.adjusted() == [12120.0]


def test_mutual_is_strict(kernel):
    made = caster(kernel, (2, 2, ([], []), [1.0, 1.0, 0.0, 0.5], [-1, -1]))
    made.broadcast(array("i", [-1, -1]))
    assert list(made.mutual()) == [-1, -1]  # row 0 is tied; row 1 prefers a column that prefers row 0


def test_labels_in_common(kernel):
    # 0 –r0→ 1, 0 –r1→ 2 against the same with another second role: the roots share one label.
    one, other = [(0, 0, 1), (0, 1, 2)], [(0, 0, 1), (0, 2, 2)]
    made = caster(kernel, (3, 3, (one, other), [0.0] * 9, [-1] * 3))
    made.broadcast(array("i", [-1] * 3))
    # All F are equal; only the labels tell roots and first children.
    assert list(made.mutual()) == [0, 1, -1]


def test_descendants_and_weights(kernel):
    made = shape(kernel, 4, [(0, 0, 1), (1, 0, 2), (2, 0, 0), (2, 1, -1), (3, 0, 0), (3, 1, 3)])
    below = made.descendants()
    assert list(below) == [2, 2, 2, 3]
    assert kernel.edge_weights(made, below) == [3.0, 3.0, 3.0, 1.0, 6**0.5 + 1, 4.0]


def test_met_pairs_and_credits(kernel):
    # 0 has two labels on 1 and a constant; the mirror has one of the labels, another one, and the constant.
    one = shape(kernel, 2, [(0, 0, 1), (0, 1, 1), (0, 2, -1)])
    other = shape(kernel, 2, [(0, 1, 1), (0, 3, 1), (0, 2, -1), (1, 0, 0)])
    similarity, columns = array("d", [1.0, 0.0, 0.0, 0.5]), array("i", [0, 1])
    assert sorted(kernel.met_pairs(one, other, similarity, columns)) == [
        (0, -1, 0, -1, 1.0, 1, 1),
        (0, 1, 0, 1, 0.75, 1, 2),
    ]
    common, labelled, unlabelled, by_one, by_other = kernel.credits(
        one, other, similarity, columns, one.descendants(), other.descendants()
    )
    assert common == 2
    assert sorted(labelled) == [0.75, 1.0]
    assert sorted(unlabelled) == [1.0, 1.5]
    assert sorted(by_one) == [0.75, 1.0]  # √(1·0) + 1
    assert sorted(by_other) == [1.0, 1.5]  # √(1·1) + 1: the mirror image is a cycle


def test_both_speeds_agree_to_the_last_digit():
    if installed.__file__.endswith(".py"):
        pytest.skip("the extensions are not built here")
    interpreted = load_interpreted()
    generator = random.Random(11)
    for _ in range(150):
        problem = random_problem(generator)
        results = []
        for kernel in (installed, interpreted):
            made = caster(kernel, problem)
            rounds = made.broadcast(array("i", problem[4]))
            anchors = made.mutual()
            columns = array("i", problem[4])
            head, tail = shape(kernel, problem[0], problem[2][0]), shape(kernel, problem[1], problem[2][1])
            worth = kernel.credits(
                head, tail, array("d", problem[3]), columns, head.descendants(), tail.descendants()
            )
            results.append((rounds, made.broadcast_values(), made.adjusted(), anchors, columns, worth))
        assert results[0] == results[1]


def test_the_order_of_nodes_moves_nothing(kernel):
    generator = random.Random(13)
    for _ in range(60):
        problem = random_problem(generator)
        rows, cols, sides, similarity, anchors = problem
        made = caster(kernel, problem)
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
        turned = caster(kernel, (cols, rows, (sides[1], moved), turned_similarity, turned_anchors))
        turned.broadcast(array("i", turned_anchors))
        turned_values = turned.broadcast_values()
        for i in range(rows):
            for j in range(cols):
                assert values[i * cols + j] == turned_values[j * rows + place[i]]


def test_tables_that_cannot_be_counted_are_refused(kernel):
    # 30,000² pairs of nodes, with four numbers each, are more than 31 bits can count.
    large = kernel.Shape(30_000, 0, array("i"))
    with pytest.raises(MemoryError):
        kernel.Caster(large, large, array("d"))
