"""Scores pairs of graphs with smatch 1.0.4 and Smatch++ 1.8.0: run by the Python that has them.

Takes a JSON list of [pred, gold] on standard input. Gives, for each pair and program, the matched triples and the
totals of pred and gold; for Smatch++ the objective of its integer programme too.
"""

import contextlib
import io
import json
import logging
import sys


def counted(measure, pred, gold):
    found, status, _ = measure.process_pair(pred, gold)
    matched, matched_gold, *totals = (int(number) for number in found["main"])
    assert matched == matched_gold
    return [matched, *totals, int(status[0])]


def main():
    # Here, not at the top: the Python that runs the tests has none of them.
    import smatch
    from smatchpp import Smatchpp, solvers
    from smatchpp.formalism.amr import tools as amr
    from smatchpp.formalism.generic import tools as generic

    logging.disable(logging.CRITICAL)
    standardisers = {"none": None, "generic": generic.GenericStandardizer(), "amr": amr.AMRStandardizer()}
    measures = {
        name: Smatchpp(alignmentsolver=solvers.ILP(), graph_standardizer=standardiser)
        for name, standardiser in standardisers.items()
    }
    rows = []
    with contextlib.redirect_stdout(io.StringIO()):
        for pred, gold in json.load(sys.stdin):
            smatch.match_triple_dict.clear()
            row = {name: counted(measure, pred, gold) for name, measure in measures.items()}
            row["smatch-1.0.4"] = list(smatch.get_amr_match(pred, gold))
            rows.append(row)
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
