"""Completing an alignment, against its definition; compiled and interpreted."""

import random
from array import array


def random_problem(generator):
    """Keys with many ties, anchors, edges of both sides, and orders."""
    rows, cols = generator.randrange(1, 9), generator.randrange(1, 9)
    keys = array("i", [generator.choice((0, 1, 1, 2)) for _ in range(rows * cols)])
    columns = list(range(cols)) + [-1] * rows
    generator.shuffle(columns)
    anchors = array("i", [column if generator.random() < 0.3 else -1 for column in columns[:rows]])
    edges = []
    for size in (rows, cols):
        found = {
            (generator.randrange(size), generator.randrange(3), generator.randrange(-2, size))
            for _ in range(generator.randrange(2 * size))
        }
        edges.append(sorted(found))
    orders = [generator.sample(range(size), size) for size in (rows, cols)]
    return rows, cols, keys, anchors, edges, orders


def shape(solve, size, edges):
    return solve.broadcast.shape.Shape(size, 3, array("i", [number for edge in edges for number in edge]))


def finished(solve, keys, anchors, shapes, orders):
    """The column of each row by context and order; `keys` are those of all nodes, row by row."""
    rows = array("i", [row for row in orders[0] if anchors[row] < 0])
    cols = array("i", [col for col in orders[1] if col not in anchors])
    free = array("i", [keys[row * len(orders[1]) + col] for row in rows for col in cols])
    module = solve.broadcast.finishing
    strict = module.finish(free, rows, cols, anchors)
    found = module.finish_in_order(free, rows, cols, anchors, shapes)
    assert strict is None or strict == found
    return list(found), strict


def context(i, j, column, edges):
    """The labelled edges of i to matched nodes that j has to their images."""
    there = set(edges[1])
    return sum(
        (head == i and tail >= 0 and column[tail] >= 0 and (j, role, column[tail]) in there)
        + (tail == i and column[head] >= 0 and (column[head], role, j) in there)
        for head, role, tail in edges[0]
    )


def by_definition(rows, cols, keys, anchors, edges, orders):
    column = list(anchors)
    while True:
        free = [
            (keys[i * cols + j], context(i, j, column, edges), -orders[0].index(i), -orders[1].index(j))
            for i in range(rows)
            if column[i] < 0
            for j in range(cols)
            if j not in column
        ]
        if not free:
            return column
        _, _, row, col = max(free)
        column[orders[0][-row]] = orders[1][-col]


def test_the_greatest_first_then_context_then_order(solve, cases):
    generator = random.Random(5)
    for _ in range(cases // 2):
        rows, cols, keys, anchors, edges, orders = random_problem(generator)
        expected = by_definition(rows, cols, keys, anchors, edges, orders)
        shapes = shape(solve, rows, edges[0]), shape(solve, cols, edges[1])
        assert finished(solve, keys, anchors, shapes, orders)[0] == expected


def test_many_keys_and_keys_of_many_pairs(solve, monkeypatch):
    """In small pieces, so that there are several passes, and keys that more pairs have than are sorted."""
    monkeypatch.setattr(solve.broadcast.ranking, "FEW", 3)
    generator = random.Random(6)
    for _ in range(60):
        rows, cols, _, anchors, edges, orders = random_problem(generator)
        greatest = generator.choice((1, 5, 40, 5000))
        keys = array("i", [generator.randrange(greatest + 1) for _ in range(rows * cols)])
        expected = by_definition(rows, cols, keys, anchors, edges, orders)
        shapes = shape(solve, rows, edges[0]), shape(solve, cols, edges[1])
        assert finished(solve, keys, anchors, shapes, orders)[0] == expected


def test_large_tables_of_keys(solve):
    generator = random.Random(7)
    for greatest in (0, 3, 10**6):
        keys = array("i", [generator.randrange(greatest + 1) for _ in range(130 * 120)])
        orders = list(range(130)), list(range(120))
        shapes = shape(solve, 130, []), shape(solve, 120, [])
        ranked = sorted(range(130 * 120), key=lambda cell: (-keys[cell], cell))
        expected = [-1] * 130
        taken = set()
        for cell in ranked:
            if expected[cell // 120] < 0 and cell % 120 not in taken:
                expected[cell // 120] = cell % 120
                taken.add(cell % 120)
        assert finished(solve, keys, array("i", [-1]) * 130, shapes, orders)[0] == expected


def test_equal_keys_that_compete_are_not_settled_without_orders(solve):
    keys, free = array("i", [2, 2, 0, 1]), array("i", [-1, -1])
    shapes = shape(solve, 2, []), shape(solve, 2, [])
    for order, expected in (([0, 1], [0, 1]), ([1, 0], [1, 0])):
        assert finished(solve, keys, free, shapes, ([0, 1], order)) == (expected, None)


def test_a_tie_follows_a_matched_neighbour(solve):
    # Rows 1 and 2 are equal but for their edges: row 1 is joined to the anchor as column 2 is.
    shapes = shape(solve, 3, [(0, 0, 1)]), shape(solve, 3, [(0, 0, 2)])
    order = [0, 1, 2]
    assert finished(solve, array("i", [1] * 9), array("i", [0, -1, -1]), shapes, (order, order))[0] == [
        0,
        2,
        1,
    ]
