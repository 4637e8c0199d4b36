"""Aligns large graphs by generating cells.

The bound of a restricted problem is sharpened for some steps. Then its prices are checked against all other cells, and
those that they do not rule out are added. As soon as there are none, the bound holds for the whole problem.
"""

from __future__ import annotations

from array import array
from math import floor, inf
import os

from tallystick.limits import Limits
from tallystick.solve.align.graph_pair import GraphPair
from tallystick.solve.align.large.ascent import Ascent
from tallystick.solve.align.large.candidates import Candidates
from tallystick.solve.align.large.hill import Hill
from tallystick.solve.align.large.incidence import index_pair
from tallystick.solve.align.large.restricted import merged, restricted

STEPS = 20
CAP=int(os.environ.get('CAP','12'))
ROUNDS=int(os.environ.get('ROUNDS','20'))

def align_large(graphs: GraphPair, limits: Limits):
    from time import process_time as pt
    T=pt()
    pair = index_pair(graphs)
    t0=pt()-T
    candidates = Candidates(pair)
    cells = candidates.weighted()
    t1=pt()-T
    problem = restricted(pair, *cells)
    print('index %.3f weighted %.3f restricted %.3f'%(t0,t1,pt()-T), len(cells[1]), len(problem.head))
    price = array("d", bytes(8 * problem.cols))
    mapping = array("i", [-1]) * problem.rows
    upper = inf
    steps = 0
    for round in range(ROUNDS):
        t0=pt()
        ascent = Ascent(problem, price, limits)
        hill = Hill(problem, limits)
        hill.start_from(mapping)
        t1=pt()
        n = STEPS if round<8 else 40 if round<10 else 80
        bound = ascent.run(hill, n, 0.5 if pair.integral else 0.0)
        t2=pt()
        share, u, v = ascent.settle()
        mapping, price = hill.mapping(), v
        problem = problem._replace(share=share)
        t3=pt()
        spare = candidates.load(problem, u, v, ascent.slacks())
        t4=pt()
        rows, cols, excess = candidates.missing(1e-9, CAP if round < 2 else 1000, limits)
        t5=pt()
        upper = min(upper, sum(u)+sum(v) + excess)
        cells = merged(problem, rows, cols)
        new = restricted(pair, *cells, problem, spare) if rows else problem
        t6=pt()
        print(round,'cells',len(problem.cell_col),'pairs',len(problem.head),'score',hill.best_value(),'bound',round_(bound),'upper',round_(upper),'missing',len(rows),'init %.3f run %.3f settle %.3f load %.3f price %.3f new %.3f T %.3f'%(t1-t0,t2-t1,t3-t2,t4-t3,t5-t4,t6-t5,pt()-T),flush=True)
        problem=new
        if floor(upper+1e-6)<=hill.best_value(): break
    return mapping, hill.best_value(), upper
def round_(x): return f'{x:.2f}'
