# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The neighbourhoods of a graph, each distinct one once, and the nodes that share them.

The broadcast value of two nodes depends on nothing but the sets of nodes above and below each of them (Equations 5–7).
Siblings without children share both sets, and all nodes without children the set below. So values are computed for
sets and for classes of nodes, not for nodes: that saves most of the work on trees, and nearly all of it on hubs.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
    from cython.cimports.tallystick.solve.broadcast.distinct import number_sets
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from tallystick.solve.arena import Arena
    from tallystick.solve.broadcast.distinct import number_sets
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["Neighbourhoods"]


@cython.cclass
class Neighbourhoods:
    """The sets of nodes within one or two steps above and below a node, and the classes of nodes that share theirs.

    A class is *inner* if its nodes have others below them, else it is the class of the *leaves* below one upper set.
    The upper set 0 is empty. A set contains the whole of a class or nothing of it.
    """

    arena: Arena
    nodes: cython.int
    steps: cython.int  # how far a neighbourhood reaches: 1 or 2
    uppers: cython.int  # the upper sets, the empty one included
    lowers: cython.int  # the lower sets that are not empty
    inners: cython.int  # the inner classes
    inner: cython.int[::1]  # the inner class of a node, or -1
    upper: cython.int[::1]  # the upper set of a node
    inner_upper: cython.int[::1]  # the sets of an inner class
    inner_lower: cython.int[::1]
    inner_size: cython.int[::1]  # its number of nodes
    leaves: cython.int[::1]  # how many leaves have an upper set
    others: cython.int[::1]  # how many inner nodes have it
    upper_size: cython.int[::1]  # how many nodes an upper set contains
    lower_size: cython.int[::1]
    upper_start: cython.int[::1]  # the classes that an upper set contains: all are inner
    upper_inner: cython.int[::1]
    lower_start: cython.int[::1]  # the inner classes that a lower set contains
    lower_inner: cython.int[::1]
    leaf_start: cython.int[::1]  # the leaves that it contains, by their upper sets
    lower_leaf: cython.int[::1]
    family_start: cython.int[
        ::1
    ]  # the upper sets of all nodes that it contains, and how many nodes have each
    family: cython.int[::1]
    family_size: cython.int[::1]
    plain: cython.bint  # whether every inner class is a single node
    far_start: cython.int[::1]  # the nodes within these steps in one direction, by sets
    far: cython.int[::1]

    def __init__(self, shape: Shape, steps: cython.int, arena: Arena) -> None:
        nodes: cython.int = shape.nodes
        self.arena = arena
        self.nodes = nodes
        self.steps = steps
        self.upper = arena.ints(nodes)
        below: cython.int[::1] = arena.ints(nodes)
        self.uppers = self.near_sets(shape.in_start, shape.head, self.upper)
        up_start: cython.int[::1] = self.far_start
        up_nodes: cython.int[::1] = self.far
        self.lowers = self.near_sets(shape.out_start, shape.tail, below) - 1
        self.classify(below)
        self.collect_uppers(up_start, up_nodes)
        self.collect_lowers(self.far_start, self.far)
        self.collect_families(self.far_start, self.far)

    @cython.cfunc
    def classify(self, below: cython.int[::1]) -> cython.void:
        """Number the classes of nodes that share both sets."""
        v: cython.int
        c: cython.int
        count: cython.int = 0
        nodes: cython.int = self.nodes
        arena: Arena = self.arena
        self.inner = arena.ints(nodes)
        self.inner_upper = arena.ints(nodes)
        self.inner_lower = arena.ints(nodes)
        self.inner_size = arena.ints(nodes)
        self.leaves = arena.ints(self.uppers)
        self.others = arena.ints(self.uppers)
        following: cython.int[::1] = arena.ints(nodes)
        first: cython.int[::1] = arena.ints(self.lowers + 1)
        for v in range(nodes):
            if below[v] == 0:
                self.inner[v] = -1
                self.leaves[self.upper[v]] += 1
                continue
            self.others[self.upper[v]] += 1
            c = first[below[v]] - 1
            while c >= 0 and self.inner_upper[c] != self.upper[v]:
                c = following[c] - 1
            if c < 0:
                c = count
                self.inner_upper[c] = self.upper[v]
                self.inner_lower[c] = below[v] - 1
                following[c] = first[below[v]]
                first[below[v]] = c + 1
                count += 1
            self.inner[v] = c
            self.inner_size[c] += 1
        self.inners = count
        self.plain = True
        for c in range(count):
            if self.inner_size[c] > 1:
                self.plain = False

    @cython.cfunc
    def collect_uppers(self, start: cython.int[::1], node: cython.int[::1]) -> cython.void:
        """Write the upper sets as lists of classes instead of nodes."""
        s: cython.int
        k: cython.int
        c: cython.int
        total: cython.int = 0
        self.upper_start = self.arena.ints(self.uppers + 1)
        self.upper_size = self.arena.ints(self.uppers)
        self.upper_inner = self.arena.ints(start[self.uppers])
        seen: cython.int[::1] = self.arena.ints(self.inners)
        for s in range(self.uppers):
            self.upper_size[s] = start[s + 1] - start[s]
            for k in range(start[s], start[s + 1]):
                c = self.inner[node[k]]
                if seen[c] != s + 1:
                    seen[c] = s + 1
                    self.upper_inner[total] = c
                    total += 1
            self.upper_start[s + 1] = total

    @cython.cfunc
    def collect_lowers(self, start: cython.int[::1], node: cython.int[::1]) -> cython.void:
        """Write the lower sets as lists of classes, those of leaves apart."""
        s: cython.int
        k: cython.int
        c: cython.int
        total: cython.int = 0
        leaf_total: cython.int = 0
        lowers: cython.int = self.lowers
        arena: Arena = self.arena
        self.lower_start = arena.ints(lowers + 1)
        self.leaf_start = arena.ints(lowers + 1)
        self.lower_size = arena.ints(lowers)
        self.lower_inner = arena.ints(start[lowers + 1])
        self.lower_leaf = arena.ints(start[lowers + 1])
        seen: cython.int[::1] = arena.ints(self.inners)
        seen_leaves: cython.int[::1] = arena.ints(self.uppers)
        for s in range(lowers):
            self.lower_size[s] = start[s + 2] - start[s + 1]
            for k in range(start[s + 1], start[s + 2]):
                c = self.inner[node[k]]
                if c >= 0:
                    if seen[c] != s + 1:
                        seen[c] = s + 1
                        self.lower_inner[total] = c
                        total += 1
                    continue
                c = self.upper[node[k]]
                if seen_leaves[c] != s + 1:
                    seen_leaves[c] = s + 1
                    self.lower_leaf[leaf_total] = c
                    leaf_total += 1
            self.lower_start[s + 1] = total
            self.leaf_start[s + 1] = leaf_total

    @cython.cfunc
    def collect_families(self, start: cython.int[::1], node: cython.int[::1]) -> cython.void:
        """Group the nodes of each lower set by their own upper sets."""
        s: cython.int
        k: cython.int
        t: cython.int
        total: cython.int = 0
        room: cython.int = start[self.lowers + 1]
        self.family_start = self.arena.ints(self.lowers + 1)
        self.family = self.arena.ints(room)
        self.family_size = self.arena.ints(room)
        known: cython.int[::1] = self.arena.ints(self.uppers)
        for s in range(self.lowers):
            for k in range(start[s + 1], start[s + 2]):
                t = self.upper[node[k]]
                # The index of the family, if it is one of this set.
                if known[t] <= self.family_start[s]:
                    self.family[total] = t
                    total += 1
                    known[t] = total
                self.family_size[known[t] - 1] += 1
            self.family_start[s + 1] = total

    @cython.cfunc
    def near_sets(self, start: cython.int[::1], near: cython.int[::1], set_of: cython.int[::1]) -> cython.int:
        """Number the distinct sets of other nodes within these steps, 0 the empty one; return how many there are.

        Nodes with the same direct neighbours have the same neighbours two steps away, but for themselves: a set is
        worked out once for all of them.
        """
        nodes: cython.int = self.nodes
        arena: Arena = self.arena
        v: cython.int
        w: cython.int
        k: cython.int
        x: cython.int
        g: cython.int
        part: cython.int
        stamp: cython.int
        total: cython.int = 0
        sets: cython.int = 1
        room: cython.int
        shared: cython.bint
        direct_start: cython.int[::1] = arena.ints(nodes + 1)
        seen: cython.int[::1] = arena.ints(nodes)
        group: cython.int[::1] = arena.ints(nodes)
        first: cython.int[::1] = arena.ints(nodes)
        following: cython.int[::1] = arena.ints(nodes)
        direct: cython.int[::1] = arena.ints(start[nodes])
        for v in range(nodes):
            for k in range(start[v], start[v + 1]):
                w = near[k]
                if w >= 0 and seen[w] != v + 1:
                    seen[w] = v + 1
                    direct[total] = w
                    total += 1
            direct_start[v + 1] = total
        groups: cython.int = number_sets(nodes, direct_start, direct, seen, group, arena)
        for v in range(nodes - 1, -1, -1):
            following[v] = first[group[v]]
            first[group[v]] = v + 1
        set_start: cython.int[::1] = arena.ints(nodes + 3)
        room = 4 * total + 16
        far: cython.int[::1] = arena.ints(room)
        stamp = nodes
        total = 0
        for g in range(groups):
            v = first[g] - 1
            if direct_start[v] == direct_start[v + 1]:
                continue
            part = direct_start[v + 1] - direct_start[v]
            for k in range(direct_start[v], direct_start[v + 1]):
                part += direct_start[direct[k] + 1] - direct_start[direct[k]]
            if part > nodes:
                part = nodes
            if total + part > room:
                room = 2 * (total + part)
                far = self.grown(far, total, room)
            stamp += 1
            part = total
            for k in range(direct_start[v], direct_start[v + 1]):
                w = direct[k]
                if seen[w] != stamp:
                    seen[w] = stamp
                    far[total] = w
                    total += 1
                if self.steps == 1:
                    continue
                for x in range(direct_start[w], direct_start[w + 1]):
                    if seen[direct[x]] != stamp:
                        seen[direct[x]] = stamp
                        far[total] = direct[x]
                        total += 1
            # The nodes of the group that are not on a circle of two or a loop share this set.
            shared = False
            w = first[g]
            while w > 0:
                if seen[w - 1] != stamp:
                    set_of[w - 1] = sets
                    shared = True
                w = following[w - 1]
            if not shared:
                # It becomes that of the first one: without this node itself.
                k = part
                while far[k] != v:
                    k += 1
                total -= 1
                far[k] = far[total]
                if total == part:
                    continue
                set_of[v] = sets
            sets += 1
            set_start[sets] = total
            x = total
            w = first[g] if shared else following[v]
            while w > 0:
                if seen[w - 1] == stamp:
                    if total + x - part + 1 > room:
                        room = 2 * (total + x - part + 1)
                        far = self.grown(far, total, room)
                    for k in range(part, x):
                        if far[k] != w - 1:
                            far[total] = far[k]
                            total += 1
                    if not shared:
                        far[total] = v
                        total += 1
                    if total > set_start[sets]:
                        set_of[w - 1] = sets
                        sets += 1
                        set_start[sets] = total
                w = following[w - 1]
        self.far_start = set_start
        self.far = far
        return sets

    @cython.cfunc
    def grown(self, items: cython.int[::1], used: cython.int, room: cython.int) -> cython.int[::1]:
        """Return a longer copy of a list."""
        x: cython.int
        result: cython.int[::1] = self.arena.ints(room)
        for x in range(used):
            result[x] = items[x]
        return result
