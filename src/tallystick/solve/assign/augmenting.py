# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Shortest augmenting paths with dual prices (Jonker and Volgenant 1987), the core of every float assignment.

Prices u (rows) and v (columns) stay >= 0 with u + v >= worth in every cell, so their sum bounds every assignment. A
cell is chosen only where equality holds. An assignment that leaves no row or column of a positive price free is
therefore optimal. Subclasses build the cells and decide which rows and columns to satisfy.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Augmenter", "Vertices"]


@cython.cclass
class Vertices:
    """The rows of an assignment problem, or its columns. A vertex is one of them."""

    start: cython.int[::1]  # where the cells of a vertex begin in `cell`
    cell: cython.int[::1]
    vertex: cython.int[::1]  # of a cell
    price: cython.double[::1]
    choice: cython.int[::1]  # the chosen cell of a vertex; negative for none


@cython.cclass
class Augmenter:
    """The two sides of a problem, the worth of its cells, and the scratch space of the searches."""

    rows: Vertices
    cols: Vertices
    worth: cython.double[::1]
    distance: cython.double[::1]  # of a far vertex from the vertex where the search began
    reached_by: cython.int[::1]  # the cell before a far vertex on its shortest path
    seen: cython.int[::1]  # 0 not reached, 1 waiting in the heap, 2 final
    heap: cython.int[::1]
    heap_index: cython.int[::1]  # of a waiting vertex
    touched: cython.int[::1]

    @cython.cfunc
    def make_room(self, vertices: cython.int) -> cython.void:
        """Allocate the scratch space for sides of at most so many vertices."""
        room: cython.int[::1] = array("i", bytes(4 * 5 * vertices))
        self.distance = array("d", bytes(8 * vertices))
        self.reached_by = room[:vertices]
        self.seen = room[vertices : 2 * vertices]
        self.heap = room[2 * vertices : 3 * vertices]
        self.heap_index = room[3 * vertices : 4 * vertices]
        self.touched = room[4 * vertices :]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def augment(self, start: cython.int, near: Vertices, far: Vertices) -> cython.longlong:
        """Satisfy a free vertex of the near side whose price is positive; return how many cells were visited.

        The path ends at a free vertex of the far side, or at a near vertex (perhaps the first) that is cheapest to
        leave free.
        """
        visited: cython.longlong = 0
        i: cython.int = start
        j: cython.int
        k: cython.int
        x: cython.int
        waiting: cython.int = 0
        touched: cython.int = 0
        end_far: cython.int = -1
        end_near: cython.int = start
        here: cython.double = 0.0
        reach: cython.double
        shortest: cython.double = near.price[start]
        while True:
            visited += near.start[i + 1] - near.start[i]
            for k in range(near.start[i], near.start[i + 1]):
                x = near.cell[k]
                j = far.vertex[x]
                if self.seen[j] == 2:
                    continue
                reach = near.price[i] + far.price[j] - self.worth[x]
                reach = here + max(reach, 0.0)
                if reach >= shortest or (self.seen[j] == 1 and reach >= self.distance[j]):
                    continue
                self.reached_by[j] = x
                if far.choice[j] < 0:
                    # A free vertex is an end: nothing beyond this distance needs a look.
                    shortest = reach
                    end_far = j
                    continue
                self.distance[j] = reach
                if self.seen[j] == 0:
                    self.seen[j] = 1
                    self.touched[touched] = j
                    touched += 1
                    self.heap_index[j] = waiting
                    self.heap[waiting] = j
                    waiting += 1
                self.sift_up(self.heap_index[j])
            if waiting == 0 or self.distance[self.heap[0]] >= shortest:
                break
            j = self.heap[0]
            waiting -= 1
            if waiting > 0:
                self.heap[0] = self.heap[waiting]
                self.heap_index[self.heap[0]] = 0
                self.sift_down(waiting)
            self.seen[j] = 2
            i = near.vertex[far.choice[j]]
            here = self.distance[j]
            if here + near.price[i] < shortest:
                shortest = here + near.price[i]
                end_far = -1
                end_near = i
        near.price[start] = max(0.0, near.price[start] - shortest)
        self.reprice(touched, shortest, near, far)
        if end_far < 0:
            x = near.choice[end_near]
            near.choice[end_near] = -1
            if end_near == start:
                return visited
            end_far = far.vertex[x]
        self.switch(start, end_far, near, far)
        return visited

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reprice(
        self, touched: cython.int, shortest: cython.double, near: Vertices, far: Vertices
    ) -> cython.void:
        """Move the prices along the search, so that the path becomes tight, and forget what was seen."""
        i: cython.int
        j: cython.int
        k: cython.int
        change: cython.double
        for k in range(touched):
            j = self.touched[k]
            if self.seen[j] == 2:
                change = shortest - self.distance[j]
                far.price[j] += change
                i = near.vertex[far.choice[j]]
                near.price[i] = max(0.0, near.price[i] - change)
            self.seen[j] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def switch(self, start: cython.int, end: cython.int, near: Vertices, far: Vertices) -> cython.void:
        """Exchange chosen and unchosen cells along the path from the far vertex `end` back to `start`."""
        i: cython.int
        j: cython.int = end
        x: cython.int
        before: cython.int
        while True:
            x = self.reached_by[j]
            i = near.vertex[x]
            before = near.choice[i]
            near.choice[i] = x
            far.choice[j] = x
            if i == start:
                return
            j = far.vertex[before]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sift_up(self, index: cython.int) -> cython.void:
        """Move a vertex of the heap towards the front until its parent is no farther away."""
        j: cython.int = self.heap[index]
        parent: cython.int
        while index > 0:
            parent = (index - 1) >> 1
            if self.distance[self.heap[parent]] <= self.distance[j]:
                break
            self.heap[index] = self.heap[parent]
            self.heap_index[self.heap[index]] = index
            index = parent
        self.heap[index] = j
        self.heap_index[j] = index

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sift_down(self, waiting: cython.int) -> cython.void:
        """Move the front of the heap backwards until no child is nearer."""
        j: cython.int = self.heap[0]
        index: cython.int = 0
        child: cython.int = 1
        while child < waiting:
            if child + 1 < waiting and self.distance[self.heap[child + 1]] < self.distance[self.heap[child]]:
                child += 1
            if self.distance[self.heap[child]] >= self.distance[j]:
                break
            self.heap[index] = self.heap[child]
            self.heap_index[self.heap[index]] = index
            index = child
            child = 2 * index + 1
        self.heap[index] = j
        self.heap_index[j] = index
