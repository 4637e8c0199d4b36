# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Mentions and entities as columns of numbers, and the errors among them.

A mention has an index in its layer, a number (the same on both sides for partners), and a row among the parts of its
side. Columns by number have −1 for the mentions of the other side.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def add_rows(numbers: array[int], row_of: array[int], mentions: array[int]) -> array[int]:
    """Give each mention that has a number a row; return the row of each number.

    `numbers` and `row_of` are by index; `mentions` has the index of each row that there is. Of mentions with one number
    the last one counts.

    >>> row_of, mentions = array("i", [-1] * 4), array("i")
    >>> list(add_rows(array("i", [3, -1, 0, 3]), row_of, mentions)), list(row_of), list(mentions)
    ([0, -1, -1, 1], [-1, -1, 0, 1], [2, 3])
    """
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(numbers)
    before: cython.int = len(mentions)
    fresh: cython.int = 0
    number: cython.int[::1] = numbers
    row: cython.int[::1] = row_of
    result: array[int] = index_by_number(numbers)
    by_number: cython.int[::1] = result
    added: array[int] = array("i", bytes(4 * count))
    new: cython.int[::1] = added
    for at in range(count):
        if number[at] >= 0 and by_number[number[at]] == at and row[at] < 0:
            row[at] = before + fresh
            new[fresh] = at
            fresh += 1
    for at in range(len(result)):
        if by_number[at] >= 0:
            by_number[at] = row[by_number[at]]
    mentions.extend(added[:fresh])
    return result


def gather_rows(
    entities: tuple[tuple[int, ...], ...], by_number: array[int]
) -> tuple[array[int], array[int]]:
    """Return the rows of the mentions of all entities in one column, and where each entity begins there.

    >>> [list(column) for column in gather_rows(((0, 2), (), (1,)), array("i", [5, 6, 4]))]
    [[4, 5, 6], [0, 2, 2, 3]]
    """
    index: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    total: cython.Py_ssize_t = 0
    mention: cython.int
    begin: cython.Py_ssize_t
    ascending: cython.bint
    own: tuple[int, ...]
    for own in entities:
        total += len(own)
    members: array[int] = array("i", bytes(4 * total))
    begins: array[int] = array("i", bytes(4 * (len(entities) + 1)))
    member: cython.int[::1] = members
    start: cython.int[::1] = begins
    row: cython.int[::1] = by_number
    for index in range(len(entities)):
        own = entities[index]
        begin = k
        ascending = True
        for mention in own:
            member[k] = row[mention]
            if k > begin and member[k] < member[k - 1]:
                ascending = False
            k += 1
        if not ascending:
            members[begin:k] = array("i", sorted(members[begin:k]))
        start[index + 1] = k
    return members, begins


def largest(positions: array[int]) -> int:
    """Return the largest of some positions.

    >>> largest(array("q", [3, 9, 4]))
    9
    """
    k: cython.Py_ssize_t
    position: cython.longlong[::1] = positions
    most: cython.longlong = 0
    for k in range(len(positions)):
        if position[k] > most:
            most = position[k]
    return most


def index_by_number(numbers: array[int]) -> array[int]:
    """Return the index of each number; of mentions with one number the last one counts.

    >>> list(index_by_number(array("i", [3, -1, 0, 3])))
    [2, -1, -1, 3]
    """
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t = 0
    number: cython.int[::1] = numbers
    for at in range(len(numbers)):
        if number[at] >= size:
            size = number[at] + 1
    result: array[int] = array("i", [-1]) * size
    by_number: cython.int[::1] = result
    for at in range(len(numbers)):
        if number[at] >= 0:
            by_number[number[at]] = at
    return result


def owners(
    golds: tuple[tuple[int, ...], ...], preds: tuple[tuple[int, ...], ...]
) -> tuple[array[int], array[int]]:
    """Return the entity of each number on both sides, −1 for none; of several entities the last one.

    >>> [list(column) for column in owners(((0, 2), (3,)), ((2, 4),))]
    [[0, -1, 0, 1, -1], [-1, -1, 0, -1, 0]]
    """
    index: cython.int
    size: cython.int = 0
    mention: cython.int
    own: tuple[int, ...]
    for own in golds:
        for mention in own:
            size = max(size, mention + 1)
    for own in preds:
        for mention in own:
            size = max(size, mention + 1)
    result: tuple[array[int], array[int]] = array("i", [-1]) * size, array("i", [-1]) * size
    gold_owner: cython.int[::1] = result[0]
    pred_owner: cython.int[::1] = result[1]
    for index in range(len(golds)):
        own = golds[index]
        for mention in own:
            gold_owner[mention] = index
    for index in range(len(preds)):
        own = preds[index]
        for mention in own:
            pred_owner[mention] = index
    return result


def partner_rows(
    gold: tuple[array[int], array[int]], pred: tuple[array[int], array[int]], golds: int
) -> array[int]:
    """Return the predicted row of each gold row, −1 for none.

    A side is the row and the entity of each number; mentions without an entity have no partner.
    """
    number: cython.Py_ssize_t
    gold_row: cython.int[::1] = gold[0]
    gold_owner: cython.int[::1] = gold[1]
    pred_row: cython.int[::1] = pred[0]
    pred_owner: cython.int[::1] = pred[1]
    result: array[int] = array("i", [-1]) * golds
    partner: cython.int[::1] = result
    for number in range(len(gold[1])):
        if gold_owner[number] >= 0 and pred_owner[number] >= 0:
            partner[gold_row[number]] = pred_row[number]
    return result


def without_partner(own: array[int], other: array[int]) -> array[int]:
    """Return the numbers that have an entity on the own side alone.

    >>> list(without_partner(array("i", [0, 0, -1]), array("i", [1, -1, 1])))
    [1]
    """
    number: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    owner: cython.int[::1] = own
    elsewhere: cython.int[::1] = other
    found: array[int] = array("i", bytes(4 * len(own)))
    numbers: cython.int[::1] = found
    for number in range(len(own)):
        if owner[number] >= 0 and elsewhere[number] < 0:
            numbers[count] = number
            count += 1
    return found[:count]


def gather_values(values: array[int], by_number: array[int], own: array[int]) -> array[int]:
    """Return the values of the mentions of a side that have an entity; values are by row.

    >>> list(gather_values(array("i", [7, 8, 9]), array("i", [2, 0, 1]), array("i", [0, -1, 1])))
    [9, 8]
    """
    number: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    value: cython.int[::1] = values
    row: cython.int[::1] = by_number
    owner: cython.int[::1] = own
    found: array[int] = array("i", bytes(4 * len(own)))
    chosen: cython.int[::1] = found
    for number in range(len(own)):
        if owner[number] >= 0:
            chosen[count] = value[row[number]]
            count += 1
    return found[:count]


def values_of_pairs(values: array[int], partners: array[int]) -> array[int]:
    """Return the values of the gold rows that have a partner.

    >>> list(values_of_pairs(array("i", [7, 8]), array("i", [-1, 3])))
    [8]
    """
    row: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    value: cython.int[::1] = values
    partner: cython.int[::1] = partners
    found: array[int] = array("i", bytes(4 * len(partners)))
    chosen: cython.int[::1] = found
    for row in range(len(partners)):
        if partner[row] >= 0:
            chosen[count] = value[row]
            count += 1
    return found[:count]


def pair_by_heads(
    golds: array[int],
    preds: array[int],
    gold: tuple[array[int], array[int], array[int], dict[int, object]],
    pred: tuple[array[int], array[int], array[int], dict[int, object]],
) -> dict[int, int]:
    """Pair mentions that share a head, those with most words in common first.

    `golds` and `preds` are the numbers of the mentions. A side is the first and the last position of each mention of
    the layer, the index of each number, and the heads by index: those that are annotated, None for no head. Without an
    entry, mentions that begin or end at the same position share a head.

    >>> gold = array("q", [1, 5]), array("q", [3, 6]), array("i", [0, 1]), {}
    >>> pred = array("q", [1, 2, 5]), array("q", [2, 3, 9]), array("i", [-1, -1, 0, 1, 2]), {}
    >>> pair_by_heads(array("i", [0, 1]), array("i", [2, 3, 4]), gold, pred)
    {0: 2, 1: 4}
    """
    k: cython.Py_ssize_t
    at: cython.int
    number: cython.int
    begin: cython.longlong
    end: cython.longlong
    common: cython.longlong
    all_words: cython.longlong
    first: cython.longlong[::1] = pred[0]
    last: cython.longlong[::1] = pred[1]
    index: cython.int[::1] = pred[2]
    heads: dict[int, object] = pred[3]
    waiting: dict[object, list[int]] = {}
    if len(golds) == 0 or len(preds) == 0:
        return {}
    for k in range(len(preds)):
        number = preds[k]
        at = index[number]
        # Heads are tuples: no number is equal to one.
        if at in heads:
            if heads[at] is not None:
                waiting.setdefault(heads[at], []).append(number)
        else:
            waiting.setdefault(2 * first[at], []).append(number)
            waiting.setdefault(2 * last[at] + 1, []).append(number)
    gold_first: cython.longlong[::1] = gold[0]
    gold_last: cython.longlong[::1] = gold[1]
    gold_index: cython.int[::1] = gold[2]
    heads = gold[3]
    candidates: list[tuple[float, int, int]] = []
    for k in range(len(golds)):
        at = gold_index[golds[k]]
        begin = gold_first[at]
        end = gold_last[at]
        if at not in heads:
            near = waiting.get(2 * begin, ()), waiting.get(2 * end + 1, ())
        elif heads[at] is not None:
            near = waiting.get(heads[at], ()), ()
        else:
            continue
        for found in near:
            for number in found:
                common = min(end, last[index[number]]) - max(begin, first[index[number]]) + 1
                all_words = max(end, last[index[number]]) - min(begin, first[index[number]]) + 1
                candidates.append((-max(0, common) / float(all_words), golds[k], number))
    candidates.sort()
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, own, other in candidates:
        if own not in pairs and other not in taken:
            pairs[own] = other
            taken.add(other)
    return dict(sorted(pairs.items()))


def divide_alone(
    entities: tuple[tuple[int, ...], ...], alone: array[int], size: int, most: int
) -> tuple[int, list[int], int, list[int]]:
    """Divide mentions without a partner: mentions of other entities, and entities of nothing else.

    `alone` are their numbers, which are below `size`. Return how many mentions and the first ones, how many entities
    and the first ones: so many of each.

    >>> divide_alone(((0, 1), (2,), (3, 4)), array("i", [1, 2, 3, 4]), 5, 1)
    (1, [1], 2, [1])
    """
    index: cython.Py_ssize_t
    mention: cython.int
    k: cython.Py_ssize_t
    mentions: cython.int = 0
    count: cython.int = 0
    limit: cython.Py_ssize_t = most
    whole: cython.bint
    own: tuple[int, ...]
    # 1 for a mention without a partner, 2 if it is in an entity of such mentions.
    state: cython.uchar[::1] = bytearray(size)
    number: cython.int[::1] = alone
    first: list[int] = []
    first_entities: list[int] = []
    if len(alone) == 0:
        return 0, first, 0, first_entities
    for k in range(len(alone)):
        state[number[k]] = 1
    for index in range(len(entities)):
        own = entities[index]
        whole = len(own) > 0
        for mention in own:
            if state[mention] == 0:
                whole = False
                break
        if whole:
            if count < limit:
                first_entities.append(index)
            count += 1
            for mention in own:
                state[mention] = 2
    for k in range(len(alone)):
        if state[number[k]] == 1:
            if mentions < limit:
                first.append(number[k])
            mentions += 1
    return mentions, first, count, first_entities


def divided(
    owner: array[int], other: array[int], size: int, most: int
) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
    """Return how many entities share mentions with several of the other side, and the first ones with these.

    `owner` and `other` are the two entities of each cell, in the order of `other` for each owner; owners are below
    `size`.

    >>> divided(array("i", [0, 0, 1, 2, 2]), array("i", [0, 3, 1, 0, 2]), 3, 1)
    (2, [(0, (0, 3))])
    """
    k: cython.Py_ssize_t
    entity: cython.Py_ssize_t
    count: cython.int = 0
    limit: cython.Py_ssize_t = most
    owners: cython.int[::1] = owner
    others: cython.int[::1] = other
    cells: cython.int[::1] = array("i", bytes(4 * size))
    parts: dict[int, list[int]] = {}
    for k in range(len(owner)):
        cells[owners[k]] += 1
    for entity in range(size):
        if cells[entity] > 1:
            if count < limit:
                parts[entity] = []
            else:
                cells[entity] = 0
            count += 1
    if parts:
        for k in range(len(owner)):
            if cells[owners[k]] > 1:
                parts[owners[k]].append(others[k])
    return count, [(owned, tuple(found)) for owned, found in parts.items()]
