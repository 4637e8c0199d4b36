# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The cells outside a restricted problem that its prices do not rule out.

Prices u of rows and v of columns bound every alignment if no cell is worth more than u + v. Most cells are ruled out
without a look at each: nodes with equal labels at their edges are taken together, in the order of their prices. A node
of one small group is compared with the members of that group instead.
"""

from __future__ import annotations

from array import array
from math import inf

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.large.outside import Outside
else:
    from tallystick.solve.align.large.outside import Outside

from tallystick.limits import Limits
from tallystick.solve.align.large.incidence import IndexedPair, bucket, gather
from tallystick.solve.align.large.profiles import Profiles, profiles_of
from tallystick.solve.align.large.restricted import Restricted

__all__ = ["Candidates"]

# Where a row is to get a few cells, the worst of so many times as many will do.
LOOKS_PER_CELL = 100
# The members of a group are compared one by one if they are no more than this.
SMALL_GROUP = 64


@cython.cclass
class Candidates:
    """The graphs, and the search for cells that are missing."""

    rows: cython.int
    cols: cython.int
    outside: Outside
    pair: IndexedPair
    pred_profiles: Profiles
    gold_profiles: Profiles
    small_group: cython.int[::1]  # of a row: its only group, if that has few members, else -1
    member_start: cython.int[::1]  # the gold nodes of a group
    member: cython.int[::1]
    listed_rows: array[int]
    listed_cols: array[int]
    listed_excess: array[float]
    listed_in_row: cython.int[::1]
    complete: cython.bint

    def __init__(self, pair: IndexedPair) -> None:
        self.pair = pair
        self.rows = pair.pred.nodes
        self.cols = pair.gold.nodes
        self.outside = Outside(pair)
        self.pred_profiles = profiles_of(pair.pred)
        self.gold_profiles = profiles_of(pair.gold)
        self.small_group = array("i", [-1]) * self.rows
        self.list_members()

    @cython.cfunc
    def list_members(self) -> object:
        """List the gold nodes of each group, and find the rows that belong to one small group only."""
        i: cython.int
        k: cython.int
        groups = self.pair.groups
        if groups is None:
            return None
        start: cython.int[::1] = groups.start
        group: cython.int[::1] = groups.group
        gold_set: cython.int[::1] = groups.gold
        pred_set: cython.int[::1] = groups.pred
        nodes, owners = array("i"), array("i")
        for i in range(self.cols):
            # Nodes of a large set are in many groups, which are then not small.
            for k in range(start[gold_set[i]], start[gold_set[i] + 1]):
                nodes.append(i)
                owners.append(group[k])
        member_start, order = bucket(owners, max(groups.group, default=-1) + 1)
        self.member_start = member_start
        self.member = gather(nodes, order)
        for i in range(self.rows):
            k = group[start[pred_set[i]]]
            if start[pred_set[i] + 1] - start[pred_set[i]] == 1 and (
                self.member_start[k + 1] - self.member_start[k] <= SMALL_GROUP
            ):
                self.small_group[i] = k
        return None

    def weighted(self) -> tuple[array[int], array[int]]:
        """Return the allowed cells that earn something by themselves: where rows start, and columns."""
        i: cython.int
        k: cython.int
        count: cython.int = 0
        weight_start: cython.int[::1] = self.pair.row_start
        weight_col: cython.int[::1] = self.pair.col
        starts: array[int] = array("i", bytes(4 * (self.rows + 1)))
        cols: array[int] = array("i", bytes(4 * len(weight_col)))
        start: cython.int[::1] = starts
        col: cython.int[::1] = cols
        for i in range(self.rows):
            for k in range(weight_start[i], weight_start[i + 1]):
                if self.outside.groups.allow(i, weight_col[k]):
                    col[count] = weight_col[k]
                    count += 1
            start[i + 1] = count
        return starts, cols[:count]

    def load(
        self, problem: Restricted, row_price: array[float], col_price: array[float], slack: array[float]
    ) -> array[float]:
        """Take the cells, splits and prices of a restricted problem; return what each cell can spare for every slot."""
        return self.outside.load(problem, row_price, col_price, slack)

    def missing(
        self, room: cython.double, most: cython.int, limit: cython.int, limits: Limits
    ) -> tuple[array[int], array[int], float]:
        """Return cells outside (rows, columns) worth more than their prices less some room: the worst of each row.

        Also returned is by how much the prices of the rows would have to rise to exceed all cells, returned or not:
        infinity if not all were checked, because time was up, there were more than `limit`, or many more in a row.
        """
        i: cython.int
        k: cython.int
        worst: cython.double
        total: cython.double = 0.0
        self.complete = True
        self.listed_rows, self.listed_cols, self.listed_excess = array("i"), array("i"), array("d")
        self.listed_in_row = array("i", bytes(4 * self.rows))
        self.check_groups(room, limits)
        self.check_profiles(room, LOOKS_PER_CELL * most if most < self.cols else self.cols, limit, limits)
        rows, cols, excesses = self.listed_rows, self.listed_cols, self.listed_excess
        start_array, order_array = bucket(rows, self.rows)
        start: cython.int[::1] = start_array
        order: cython.int[::1] = order_array
        excess: cython.double[::1] = excesses
        kept = array("i")
        for i in range(self.rows):
            worst = 0.0
            for k in range(start[i], start[i + 1]):
                worst = max(worst, excess[order[k]])
            total += worst
            if start[i + 1] - start[i] <= most:
                kept.extend(order_array[start[i] : start[i + 1]])
            else:
                kept.extend(self.worst_of(order[start[i] : start[i + 1]], excess, most))
        return gather(rows, kept), gather(cols, kept), total if self.complete else inf

    @cython.cfunc
    def worst_of(self, members: cython.int[::1], excess: cython.double[::1], most: cython.int) -> object:
        """Return the members with the largest excess."""
        k: cython.int
        at: cython.int
        count: cython.int = 0
        result: array[int] = array("i", bytes(4 * most))
        chosen: cython.int[::1] = result
        for k in range(len(members)):
            if count == most and excess[members[k]] <= excess[chosen[most - 1]]:
                continue
            at = count if count < most else most - 1
            while at > 0 and excess[chosen[at - 1]] < excess[members[k]]:
                chosen[at] = chosen[at - 1]
                at -= 1
            chosen[at] = members[k]
            count = min(count + 1, most)
        return result

    @cython.cfunc
    def check(self, i: cython.int, j: cython.int, room: cython.double) -> object:
        """List a cell outside if its prices do not rule it out."""
        excess: cython.double
        if self.outside.cell_at(i, j) < 0:
            excess = self.outside.worth(i, j) - self.outside.row_price[i] - self.outside.col_price[j]
            if excess > -room:
                self.listed_rows.append(i)
                self.listed_cols.append(j)
                self.listed_excess.append(excess)
                self.listed_in_row[i] += 1
        return None

    @cython.cfunc
    def check_groups(self, room: cython.double, limits: Limits) -> object:
        """Check the cells of the rows that belong to one small group."""
        i: cython.int
        k: cython.int
        for i in range(self.rows):
            if self.small_group[i] < 0:
                continue
            if i & 255 == 255 and limits.expired():
                self.complete = False
                break
            for k in range(
                self.member_start[self.small_group[i]], self.member_start[self.small_group[i] + 1]
            ):
                self.check(i, self.member[k], room)
        return None

    @cython.cfunc
    def check_profiles(
        self, room: cython.double, row_limit: cython.int, limit: cython.int, limits: Limits
    ) -> object:
        """Check the cells of all other rows, profile by profile."""
        i: cython.int
        j: cython.int
        k: cython.int
        p: cython.int
        q: cython.int
        m: cython.int
        x: cython.int
        touched_count: cython.int
        least: cython.double
        estimate: cython.double
        profiles: cython.int = len(self.pred_profiles.start) - 1
        gold_profiles: cython.int = len(self.gold_profiles.start) - 1
        start: cython.int[::1] = self.pred_profiles.start
        key: cython.int[::1] = self.pred_profiles.key
        edges: cython.int[::1] = self.pred_profiles.edges
        key_start: cython.int[::1] = self.gold_profiles.key_start
        bearer: cython.int[::1] = self.gold_profiles.bearer
        bearer_edges: cython.int[::1] = self.gold_profiles.bearer_edges
        row_price: cython.double[::1] = self.outside.row_price
        col_price: cython.double[::1] = self.outside.col_price
        rows = array("i", [row for row, group in enumerate(self.small_group) if group < 0])
        cols = array("i", range(self.cols))
        row_first_array, row_at_array = by_price(rows, self.pred_profiles.profile, profiles, row_price)
        col_first_array, col_at_array = by_price(cols, self.gold_profiles.profile, gold_profiles, col_price)
        row_first: cython.int[::1] = row_first_array
        row_at: cython.int[::1] = row_at_array
        col_first: cython.int[::1] = col_first_array
        col_at: cython.int[::1] = col_at_array
        most_together: cython.double[::1] = array("d", bytes(8 * gold_profiles))
        touched: cython.int[::1] = array("i", bytes(4 * gold_profiles))
        for p in range(profiles):
            if row_first[p] == row_first[p + 1]:
                continue
            if len(self.listed_rows) > limit or (p & 63 == 63 and limits.expired()):
                self.complete = False
                break
            touched_count = 0
            for k in range(start[p], start[p + 1]):
                for m in range(key_start[key[k]], key_start[key[k] + 1]):
                    q = bearer[m]
                    if most_together[q] == 0.0:
                        touched[touched_count] = q
                        touched_count += 1
                    most_together[q] += self.outside.largest[key[k] >> 1] * min(edges[k], bearer_edges[m])
            for m in range(touched_count):
                q = touched[m]
                estimate = most_together[q] + room
                most_together[q] = 0.0
                least = col_price[col_at[col_first[q]]]
                # Both sides in the order of their prices: what is ruled out rules out all that follow.
                for k in range(row_first[p], row_first[p + 1]):
                    i = row_at[k]
                    if estimate <= row_price[i] + least:
                        break
                    if self.listed_in_row[i] >= row_limit:
                        self.complete = False
                        continue
                    for x in range(col_first[q], col_first[q + 1]):
                        j = col_at[x]
                        if estimate <= row_price[i] + col_price[j]:
                            break
                        if self.outside.groups.allow(i, j):
                            self.check(i, j, room)
        return None


def by_price(
    nodes: array[int], profile: array[int], profiles: cython.int, price: cython.double[::1]
) -> tuple[array[int], array[int]]:
    """Return where the nodes of each profile begin, and the nodes, the cheapest first."""
    cheapest_first = array("i", sorted(nodes, key=list(price).__getitem__))
    start, order = bucket(gather(profile, cheapest_first), profiles)
    return start, gather(cheapest_first, order)
