# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Aligns one pair of graphs after the other, in arrays that are kept, without the interpreter's lock.

Only a part whose bounds do not meet takes the lock, to be searched by branch and bound.
"""

from __future__ import annotations

from math import inf

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import INFINITY
    from cython.cimports.tallystick.solve.align.climbing import Climber
    from cython.cimports.tallystick.solve.align.clock import Clock
    from cython.cimports.tallystick.solve.align.pair_columns import PairColumns
    from cython.cimports.tallystick.solve.align.pairing import Builder
    from cython.cimports.tallystick.solve.align.problem import AlignmentProblem
    from cython.cimports.tallystick.solve.align.reduction import Reducer
    from cython.cimports.tallystick.solve.align.relaxation import Relaxation, rounded_down, settled
else:
    from tallystick.solve.align.climbing import Climber
    from tallystick.solve.align.clock import Clock
    from tallystick.solve.align.pair_columns import PairColumns
    from tallystick.solve.align.pairing import Builder
    from tallystick.solve.align.problem import AlignmentProblem
    from tallystick.solve.align.reduction import Reducer
    from tallystick.solve.align.relaxation import Relaxation, rounded_down, settled

    INFINITY = inf

from tallystick.limits import Limits, current
from tallystick.solve.align.graph_pair import AlignmentResult, GraphPair
from tallystick.solve.align.input_checks import fill
from tallystick.solve.align.room import ample, integers, is_kept
from tallystick.solve.align.search import Search

__all__ = ["Aligner"]

# Steps at the root: a few per node, where they cost more than branching would.
ROOT_STEPS = cython.declare(cython.int, 60)
ROOT_STEPS_PER_ROW = cython.declare(cython.int, 3)
MOST_STEPS = cython.declare(cython.int, 600)


@cython.final
@cython.cclass
class Stage:
    """A problem, or one after the other, with the kernels that bound it and climb in it."""

    problem: AlignmentProblem
    climber: Climber
    relaxation: Relaxation

    def __init__(self, clock: Clock) -> None:
        self.problem = AlignmentProblem()
        self.climber = Climber(self.problem, clock)
        self.relaxation = Relaxation(self.problem, clock)


@cython.final
@cython.cclass
class Aligner:
    """The kernels of an alignment and their arrays; the result of the last one.

    Not thread-safe: use one per thread.
    """

    clock: Clock
    columns: PairColumns
    builder: Builder
    reducer: Reducer
    whole: Stage
    reduced: Stage  # what the allowed cells leave of the whole
    part: Stage  # one part after the other
    problem: AlignmentProblem  # of the whole
    climber: Climber
    node_limit: int | None
    room: cython.int
    choice: cython.int[::1]  # the cell of each row
    # The result: the gold node of each pred node, -1 for none; its score, and how much better another could be.
    rows: cython.int
    mapping: cython.int[::1]
    score: cython.double
    upper_bound: cython.double
    optimal: cython.bint
    branches: cython.int
    iterations: cython.int

    def __init__(self) -> None:
        self.clock = Clock(current())
        self.columns = PairColumns()
        self.whole = Stage(self.clock)
        self.reduced = Stage(self.clock)
        self.part = Stage(self.clock)
        self.problem = self.whole.problem
        self.climber = self.whole.climber
        self.builder = Builder(self.problem, self.clock)
        self.reducer = Reducer(self.clock)
        self.node_limit = None
        self.room = -1

    def start(self, limits: Limits, node_limit: int | None = None) -> None:
        """Set the limits of what follows."""
        self.clock.start(limits)
        self.node_limit = node_limit

    def solve(self, graphs: GraphPair) -> AlignmentResult:
        """Return a best mapping of pred nodes to gold nodes."""
        fill(self.columns, graphs)
        with cython.nogil:
            self.align(self.columns)
        return self.result()

    def solve_columns(self, columns: PairColumns) -> AlignmentResult:
        """Return a best mapping of pred nodes to gold nodes; the columns are trusted to be sound."""
        with cython.nogil:
            self.align(columns)
        return self.result()

    def climb(self, graphs: GraphPair, restarts: int, seed: int) -> AlignmentResult:
        """Return the best mapping that hill climbing finds from the first bound's assignment and from random ones."""
        bound: cython.double
        fill(self.columns, graphs)
        with cython.nogil:
            self.begin(self.columns)
            self.climber.begin()
            self.whole.relaxation.begin()
            bound = self.whole.relaxation.sharpen(self.climber, -INFINITY, 1)
        climbs = 1
        # No restart beats a score that meets its bound.
        while climbs <= restarts and not settled(self.problem, bound, self.climber.best_score):
            if self.clock.limits.expired():
                break
            self.climber.restart(seed + climbs - 1)
            climbs += 1
        self.choice[: self.rows] = self.climber.best_choice[: self.rows]
        self.finish(bound)
        self.iterations = climbs
        return self.result()

    def result(self) -> AlignmentResult:
        """Return the result as a separate object."""
        i: cython.int
        mapping = integers(self.rows)
        image: cython.int[::1] = mapping
        for i in range(self.rows):
            image[i] = self.mapping[i]
        return AlignmentResult(
            mapping, self.score, self.upper_bound, bool(self.optimal), self.branches, self.iterations
        )

    def is_worth_keeping(self) -> bool:
        """Return whether the arrays are small enough to be kept for the next alignment."""
        return is_kept(max(self.problem.row_room, self.problem.cell_room, self.problem.pairs.room))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def align(self, columns: PairColumns) -> cython.int:
        """Align a pair of graphs; the result stays here."""
        upper: cython.double
        self.begin(columns)
        if columns.restricted:
            upper = self.align_restricted()
        elif self.problem.pairs.size > 0 or self.problem.cells == 0:
            upper = self.align_parts(self.whole)
        else:
            # Without edge pairs the problem is an assignment, whole as well as in parts.
            upper = self.align_part(self.whole)
        self.finish(upper)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def begin(self, columns: PairColumns) -> cython.int:
        """Build the problem, with nothing chosen."""
        i: cython.int
        self.rows = columns.pred.nodes
        self.branches = 0
        self.iterations = 0
        self.builder.build(columns)
        if self.rows > self.room:
            with cython.gil:
                self.make_room(self.rows)
        for i in range(self.rows):
            self.choice[i] = -1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_room(self, rows: cython.int) -> cython.int:
        """Make larger arrays."""
        self.room = ample(rows)
        self.choice = integers(self.room)
        self.mapping = integers(self.room)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def align_restricted(self) -> cython.double:
        """Align what the allowed cells leave, as not all of them can earn something; return the upper bound."""
        x: cython.int
        upper: cython.double
        self.reducer.open_all(self.problem)
        upper = self.reducer.settle(self.problem)
        for x in range(self.problem.cells):
            if self.reducer.is_fixed(x):
                self.choice[self.problem.cell_row[x]] = x
        self.reducer.extract(self.problem, 0, self.reduced.problem)
        return upper + self.align_parts(self.reduced)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def align_parts(self, stage: Stage) -> cython.double:
        """Align the independent parts of a problem one after the other; return the upper bound of all."""
        k: cython.int
        upper: cython.double = 0.0
        parts: cython.int = self.reducer.separate(stage.problem)
        if parts == 1:
            return self.align_part(stage)
        self.reducer.open_all(stage.problem)
        self.reducer.arrange(stage.problem, parts)
        for k in range(parts):
            self.reducer.extract(stage.problem, k, self.part.problem)
            upper += self.align_part(self.part)
        return upper

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def align_part(self, stage: Stage) -> cython.double:
        """Choose the cells of a problem that is not to be split; return its upper bound."""
        i: cython.int
        x: cython.int
        bound: cython.double
        stage.climber.begin()
        stage.relaxation.begin()
        bound = stage.relaxation.sharpen(
            stage.climber, -INFINITY, min(MOST_STEPS, ROOT_STEPS + ROOT_STEPS_PER_ROW * stage.problem.rows)
        )
        self.iterations += stage.relaxation.steps
        if settled(stage.problem, bound, stage.climber.best_score):
            bound = stage.climber.best_score
            for i in range(stage.problem.rows):
                x = stage.climber.best_choice[i]
                if x >= 0:
                    self.choose(stage.problem.row_name[i], stage.problem.col_name[stage.problem.cell_col[x]])
        else:
            with cython.gil:
                bound = self.search_part(stage, bound)
        return bound

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def search_part(self, stage: Stage, bound: cython.double) -> cython.double:
        """Search a part by branch and bound, and choose its cells; return its upper bound."""
        search = Search(self.clock, self.clock.limits, self.node_limit, self.branches)
        value, upper, cells = search.refine(stage.problem, -inf, stage.climber, stage.relaxation, bound)
        for row, col in cells:
            self.choose(row, col)
        self.branches = search.branches
        self.iterations += search.iterations
        return max(value, upper)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, row: cython.int, col: cython.int) -> cython.void:
        """Choose a cell by the names of its row and column."""
        self.choice[row] = self.problem.cell_at(row, col)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def finish(self, upper: cython.double) -> cython.int:
        """Make the result: without cells that earn nothing, and with a bound as sharp as may be."""
        i: cython.int
        self.climber.fit()
        self.score = self.climber.settle(self.choice)
        for i in range(self.rows):
            self.mapping[i] = self.problem.cell_col[self.choice[i]] if self.choice[i] >= 0 else -1
        self.optimal = settled(self.problem, upper, self.score)
        self.upper_bound = self.score if self.optimal else rounded_down(self.problem, upper)
        # A bound that is rounded down may meet the score.
        self.optimal = self.upper_bound <= self.score
        return 0
