"""Completing an alignment, against its definition; compiled and interpreted."""

import random
from array import array


def random_problem(generator):
    """Keys with many ties, anchors, edges of both sides, and orders."""
    rows, cols = generator.randrange(1, 9), generator.randrange(1, 9)
    keys = array("d", [generator.choice((0.0, 1.0, 1.0, 2.0)) for _ in range(rows * cols)])
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


def flat(edges):
    return array("i", [number for edge in edges for number in edge])


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
        sides = flat(edges[0]), flat(edges[1])
        found = solve.broadcast.finishing.finish_in_order(
            keys, anchors, sides, *(array("i", order) for order in orders)
        )
        assert list(found) == expected
        strict = solve.broadcast.finishing.finish(rows, cols, keys, anchors)
        assert strict is None or list(strict) == expected


def test_equal_keys_that_compete_are_not_settled_without_orders(solve):
    keys, free = array("d", [1.0, 1.0, 0.0, 0.5]), array("i", [-1, -1])
    assert solve.broadcast.finishing.finish(2, 2, keys, free) is None
    nothing = array("i"), array("i")
    for order, expected in (([0, 1], [0, 1]), ([1, 0], [1, 0])):
        found = solve.broadcast.finishing.finish_in_order(
            keys, free, nothing, array("i", [0, 1]), array("i", order)
        )
        assert list(found) == expected


def test_a_tie_follows_a_matched_neighbour(solve):
    # Rows 1 and 2 are equal but for their edges: row 1 is joined to the anchor as column 2 is.
    edges = array("i", [0, 0, 1]), array("i", [0, 0, 2])
    keys, anchors = array("d", [1.0] * 9), array("i", [0, -1, -1])
    order = array("i", [0, 1, 2])
    assert list(solve.broadcast.finishing.finish_in_order(keys, anchors, edges, order, order)) == [0, 2, 1]
