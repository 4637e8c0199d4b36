# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The neighbourhoods of a graph, each distinct one once, and the nodes that share them.

The broadcast value of two nodes depends on nothing but the sets of nodes above and below each of them (Equations 5–7).
Siblings without children share both sets, and all nodes without children the set below. So values are computed for
sets and for classes of nodes, not for nodes: that saves most of the work on trees, and nearly all of it on hubs.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
else:
    from tallystick.solve.broadcast.shape import Shape

__all__ = ["Neighbourhoods"]


@cython.cclass
class Neighbourhoods:
    """The sets of nodes within two steps above and below a node, and the classes of nodes that share theirs.

    A class is *inner* if its nodes have others below them, else it is the class of the *leaves* below one upper set.
    The upper set 0 is empty. A set contains the whole of a class or nothing of it.
    """

    nodes: cython.int
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
    family_start: cython.int[::1]  # the upper sets of all nodes that it contains, and how many nodes have each
    family: cython.int[::1]
    family_size: cython.int[::1]
    plain: cython.bint  # whether every inner class is a single node
    label_set: cython.int[::1]  # the labels of a node: 2·role of edges that leave it, 2·role + 1 of those that arrive
    label_sets: cython.int
    label_node: cython.int[::1]  # the first node that has a set
    labels: cython.int  # one more than the greatest number of a label
    label_start: cython.int[::1]  # the labels of each node
    label: cython.int[::1]

    def __init__(self, shape: Shape) -> None:
        nodes: cython.int = shape.nodes
        self.nodes = nodes
        self.upper = array("i", bytes(4 * nodes + 4))
        below: cython.int[::1] = array("i", bytes(4 * nodes + 4))
        up_start, up_nodes = _two_steps(nodes, shape.in_start, shape.head, self.upper)
        down_start, down_nodes = _two_steps(nodes, shape.out_start, shape.tail, below)
        self.uppers = len(up_start) - 1
        self.lowers = len(down_start) - 2
        self.classify(below)
        self.collect(up_start, up_nodes, down_start, down_nodes)
        self.collect_labels(shape)

    @cython.cfunc
    def classify(self, below: cython.int[::1]) -> cython.void:
        """Number the classes of nodes that share both sets."""
        v: cython.int
        c: cython.int
        count: cython.int = 0
        nodes: cython.int = self.nodes
        block: cython.int[::1] = array("i", bytes(4 * (5 * nodes + self.lowers + 2 * self.uppers + 3)))
        self.inner = block[:nodes]
        self.inner_upper = block[nodes : 2 * nodes]
        self.inner_lower = block[2 * nodes : 3 * nodes]
        self.inner_size = block[3 * nodes : 4 * nodes]
        following: cython.int[::1] = block[4 * nodes : 5 * nodes]
        first: cython.int[::1] = block[5 * nodes : 5 * nodes + self.lowers + 1]
        rest: cython.int[::1] = block[5 * nodes + self.lowers + 1 :]
        self.leaves = rest[: self.uppers]
        self.others = rest[self.uppers : 2 * self.uppers]
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
    def collect(
        self,
        up_start: cython.int[::1],
        up_nodes: cython.int[::1],
        down_start: cython.int[::1],
        down_nodes: cython.int[::1],
    ) -> cython.void:
        """Write the sets as lists of classes instead of nodes."""
        s: cython.int
        k: cython.int
        v: cython.int
        total: cython.int = 0
        leaf_total: cython.int = 0
        uppers: cython.int = self.uppers
        lowers: cython.int = self.lowers
        up_room: cython.int = up_start[uppers]
        down_room: cython.int = down_start[lowers + 1]
        block: cython.int[::1] = array(
            "i", bytes(4 * (3 * uppers + 3 * lowers + self.inners + up_room + 2 * down_room + 3))
        )
        self.upper_start = block[: uppers + 1]
        self.upper_size = block[uppers + 1 : 2 * uppers + 1]
        block = block[2 * uppers + 1 :]
        self.lower_start = block[: lowers + 1]
        self.leaf_start = block[lowers + 1 : 2 * lowers + 2]
        self.lower_size = block[2 * lowers + 2 : 3 * lowers + 2]
        block = block[3 * lowers + 2 :]
        seen: cython.int[::1] = block[: self.inners]
        seen_leaves: cython.int[::1] = block[self.inners : self.inners + uppers]
        block = block[self.inners + uppers :]
        self.upper_inner = block[:up_room]
        self.lower_inner = block[up_room : up_room + down_room]
        self.lower_leaf = block[up_room + down_room :]
        for s in range(uppers):
            self.upper_size[s] = up_start[s + 1] - up_start[s]
            for k in range(up_start[s], up_start[s + 1]):
                v = self.inner[up_nodes[k]]
                if seen[v] != s:
                    seen[v] = s
                    self.upper_inner[total] = v
                    total += 1
            self.upper_start[s + 1] = total
        total = 0
        for s in range(lowers):
            self.lower_size[s] = down_start[s + 2] - down_start[s + 1]
            for k in range(down_start[s + 1], down_start[s + 2]):
                v = self.inner[down_nodes[k]]
                if v >= 0:
                    if seen[v] != uppers + s:
                        seen[v] = uppers + s
                        self.lower_inner[total] = v
                        total += 1
                    continue
                v = self.upper[down_nodes[k]]
                if seen_leaves[v] != s + 1:
                    seen_leaves[v] = s + 1
                    self.lower_leaf[leaf_total] = v
                    leaf_total += 1
            self.lower_start[s + 1] = total
            self.leaf_start[s + 1] = leaf_total
        self.collect_families(down_start, down_nodes)

    @cython.cfunc
    def collect_families(self, down_start: cython.int[::1], down_nodes: cython.int[::1]) -> cython.void:
        """Group the nodes of each lower set by their own upper sets."""
        s: cython.int
        k: cython.int
        t: cython.int
        total: cython.int = 0
        room: cython.int = down_start[self.lowers + 1]
        block: cython.int[::1] = array("i", bytes(4 * (self.lowers + 1 + 2 * room + self.uppers)))
        self.family_start = block[: self.lowers + 1]
        self.family = block[self.lowers + 1 : self.lowers + 1 + room]
        self.family_size = block[self.lowers + 1 + room : self.lowers + 1 + 2 * room]
        known: cython.int[::1] = block[self.lowers + 1 + 2 * room :]
        for s in range(self.lowers):
            for k in range(down_start[s + 1], down_start[s + 2]):
                t = self.upper[down_nodes[k]]
                # The index of the family, if it is one of this set.
                if known[t] <= self.family_start[s]:
                    self.family[total] = t
                    total += 1
                    known[t] = total
                self.family_size[known[t] - 1] += 1
            self.family_start[s + 1] = total

    @cython.cfunc
    def collect_labels(self, shape: Shape) -> cython.void:
        """List the distinct sets of labels; relations to constants have none."""
        k: cython.int
        v: cython.int
        x: cython.int
        total: cython.int = 0
        nodes: cython.int = self.nodes
        block: cython.int[::1] = array("i", bytes(4 * (2 * nodes + 2 + 2 * shape.edges + 2 * shape.roles)))
        self.label_set = block[:nodes]
        start: cython.int[::1] = block[nodes : 2 * nodes + 1]
        label: cython.int[::1] = block[2 * nodes + 1 : 2 * nodes + 1 + 2 * shape.edges]
        seen: cython.int[::1] = block[2 * nodes + 1 + 2 * shape.edges :]
        for v in range(nodes):
            for k in range(shape.out_start[v], shape.out_start[v + 1]):
                x = 2 * shape.role[k]
                if shape.tail[k] >= 0 and seen[x] != v + 1:
                    seen[x] = v + 1
                    label[total] = x
                    total += 1
            for k in range(shape.in_start[v], shape.in_start[v + 1]):
                x = 2 * shape.in_role[k] + 1
                if seen[x] != v + 1:
                    seen[x] = v + 1
                    label[total] = x
                    total += 1
            start[v + 1] = total
        self.labels = 2 * shape.roles
        self.label_start = start
        self.label = label
        self.label_sets = _distinct(nodes, start, label, 2 * shape.roles, self.label_set)
        self.label_node = array("i", bytes(4 * self.label_sets + 4))
        for v in range(nodes - 1, -1, -1):
            self.label_node[self.label_set[v]] = v


@cython.cfunc
def _distinct(
    count: cython.int,
    start: cython.int[::1],
    member: cython.int[::1],
    universe: cython.int,
    number: cython.int[::1],
) -> cython.int:
    """Number equal sets alike, in the order in which they occur; return how many differ."""
    x: cython.int
    k: cython.int
    entry: cython.int
    first: cython.int
    slots: cython.int = 4
    total: cython.int = 0
    code: cython.longlong
    value: cython.longlong
    equal: cython.bint
    while slots < 2 * count:
        slots *= 2
    # The first set of each number, the number that each slot of the hash table holds, and the members of one set.
    block: cython.int[::1] = array("i", bytes(4 * (count + slots + universe + 1)))
    leader: cython.int[::1] = block[:count]
    slot: cython.int[::1] = block[count : count + slots]
    mark: cython.int[::1] = block[count + slots :]
    for x in range(count):
        code = start[x + 1] - start[x]
        for k in range(start[x], start[x + 1]):
            # The sum over a set does not depend on the order of its members, and must not be linear in them.
            value = (member[k] + 1) * 2654435761 & 0xFFFFFFFF
            code = (code + value * (value >> 12)) & 0xFFFFFFFFFFFFF
            mark[member[k]] = x + 1
        entry = cython.cast(cython.int, (code ^ (code >> 21)) & (slots - 1))
        while True:
            first = slot[entry] - 1
            if first < 0:
                slot[entry] = total + 1
                leader[total] = x
                number[x] = total
                total += 1
                break
            k = leader[first]
            equal = start[k + 1] - start[k] == start[x + 1] - start[x]
            if equal:
                for k in range(start[k], start[k + 1]):
                    if mark[member[k]] != x + 1:
                        equal = False
                        break
            if equal:
                number[x] = first
                break
            entry = (entry + 1) & (slots - 1)
    return total


@cython.cfunc
def _two_steps(
    nodes: cython.int, start: cython.int[::1], near: cython.int[::1], set_of: cython.int[::1]
) -> tuple[array[int], array[int]]:
    """Number the distinct sets of other nodes one or two steps away; the empty one is 0.

    Return where each set starts, and the nodes. Nodes with the same direct neighbours have the same neighbours two
    steps away, but for themselves: a set is worked out once for all of them.
    """
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
    block: cython.int[::1] = array("i", bytes(4 * (6 * nodes + start[nodes] + 3)))
    direct_start: cython.int[::1] = block[: nodes + 1]
    seen: cython.int[::1] = block[nodes + 1 : 2 * nodes + 1]
    group: cython.int[::1] = block[2 * nodes + 1 : 3 * nodes + 1]
    first: cython.int[::1] = block[3 * nodes + 1 : 4 * nodes + 1]
    following: cython.int[::1] = block[4 * nodes + 1 : 5 * nodes + 1]
    direct: cython.int[::1] = block[5 * nodes + 1 :]
    for v in range(nodes):
        for k in range(start[v], start[v + 1]):
            w = near[k]
            if w >= 0 and seen[w] != v + 1:
                seen[w] = v + 1
                direct[total] = w
                total += 1
        direct_start[v + 1] = total
    groups: cython.int = _distinct(nodes, direct_start, direct, nodes, group)
    for v in range(nodes - 1, -1, -1):
        following[v] = first[group[v]]
        first[group[v]] = v + 1
    starts: array[int] = array("i", bytes(4 * nodes + 12))
    set_start: cython.int[::1] = starts
    room = 4 * total + 16
    members: array[int] = array("i", bytes(4 * room))
    far: cython.int[::1] = members
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
            members, room = _grown(members, total + part)
            far = members
        stamp += 1
        part = total
        for k in range(direct_start[v], direct_start[v + 1]):
            w = direct[k]
            if seen[w] != stamp:
                seen[w] = stamp
                far[total] = w
                total += 1
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
                    members, room = _grown(members, total + x - part + 1)
                    far = members
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
    return starts[: sets + 1], members


@cython.cfunc
def _grown(members: array[int], needed: cython.int) -> tuple[array[int], int]:
    """Return a longer copy of a list, and its length."""
    room = 2 * needed
    return members + array("i", bytes(4 * (room - len(members)))), room
