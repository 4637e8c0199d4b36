"""The 41 edge cases of ../shared/goldens/amr/edge_cases.json: a score or a located error for each.

Expected under our defaults: (matched, triples of a, triples of b), or (code, line, column) of what is wrong with a.
Derived from the definitions of the metric, not from what any program prints; a is the prediction.
"""

import json

import pytest
from tests.shared import SHARED, needs_shared

from tallystick.errors import DataError
from tallystick.formats.base import Source
from tallystick.formats.penman.reader import Graph, PenmanReader, read_graph
from tallystick.tasks.graphs.metrics import SMATCH

EXPECTED = {
    "empty_a": ("penman-number", 0, 0),  # no text, no graph: there is no place to point at
    "ident_want": (7, 7, 7),  # 3 instances, 3 relations, TOP; names mean nothing
    "inverse": (3, 4, 4),  # 2 instances and the relation; the roots are different nodes
    "inverse_same_root": (6, 6, 7),  # only ARG1 is missing
    "mod_domain": (4, 4, 4),  # mod-of is domain
    "mod_domain2": (4, 4, 4),  # domain-of is mod
    "mod_domain_root": (3, 4, 4),  # the same relation, another root
    "consist_of": (2, 4, 4),  # consist-of is no inverse: 2 instances only
    "quote_vs_plain": (3, 3, 3),  # quotes mean nothing
    "quote_case": (3, 3, 3),  # nor does case
    "concept_case": (2, 2, 2),  # nor does it in concepts
    "quote_space": (2, 3, 3),  # a string is never shortened: New York is not New Jersey
    "quote_paren": (5, 6, 6),  # brackets inside a string are text; the wiki values differ
    "quote_colon": (3, 3, 3),  # so are colons and slashes
    "align_marks": (5, 5, 5),  # marks are kept, never compared
    "early_reent": (7, 7, 7),  # a variable may be used before it is declared
    "undef_var": (2, 3, 4),  # never declared it is a constant: instance and TOP match
    "bare_const": (4, 4, 4),  # bare words are constants like any other
    "const_eq_var": (3, 3, 3),  # a quoted string is never a variable
    "polarity": (4, 5, 4),  # one attribute too many
    "number_fmt": (2, 3, 3),  # constants are text: 1.0 is not 1
    "missing_close": ("penman-unclosed", 1, 29),  # where the text ends
    "extra_close": ("penman-bracket", 1, 30),  # at the bracket too many
    "dup_var": ("penman-twice", 1, 37),  # at the second declaration
    "dup_triple": (4, 4, 4),  # identical triples count once
    "dup_triple_both": (4, 4, 4),  # on both sides
    "dup_attr_both": (3, 3, 3),  # and for attributes: instance, polarity, TOP
    "self_loop": (3, 3, 3),  # a loop is a relation, counted once
    "two_roots": ("penman-roots", 1, 15),  # at the second graph
    "role_no_target": ("penman-target", 1, 14),  # at the role without a value
    "op_order": (4, 6, 6),  # 3 instances and TOP; either relation costs both its ends
    "paper_ex2": (3, 6, 6),  # no concept in common: 2 relations and TOP
    "paper_ex1_attr": (3, 4, 4),  # instance, month, TOP; the years differ
    "sense_only": (3, 4, 4),  # she, ARG0, TOP: another sense is another concept
    "tabs": (5, 5, 5),  # any blank will do
    "slash_concept": (4, 4, 4),  # a slash inside a quoted concept is text
    "umr_aspect": (5, 6, 6),  # singular is not plural
    "umr_as_amr": (5, 6, 6),  # the same graphs under the other name
    "inv_attr": (2, 3, 3),  # an inverse role on a constant stays an attribute, and is not its base role
    "mod_const": (3, 3, 3),  # mod on a constant counts
    "mod_const2": (2, 3, 3),  # and can differ
}

#: What the presets make of the cases that our reader rejects: the same error, since no preset mends a graph.
REJECTED = {name for name, expected in EXPECTED.items() if isinstance(expected[0], str)}
#: Our preset counts what the rarer side has; smatch 1.0.4 counts every pair of equal triples (duplicates=multiply).
PROGRAMS = {
    "smatch": {"standardize": "smatch-1.0.4", "duplicates": "multiply"},
    "smatchpp_none": {"standardize": "none"},
    "smatchpp_generic": {"standardize": "generic"},
    "smatchpp_amr": {"standardize": "amr"},
}


def _cases():
    path = SHARED / "goldens" / "amr" / "edge_cases.json"
    return {case["id"]: case for case in json.loads(path.read_text("utf-8"))} if path.is_file() else {}


def _scored(case, **options):
    tally = SMATCH.build(SMATCH.settle(options)).tally(Graph.of(case["b"]), Graph.of(case["a"]))
    assert tally.proved == 1
    return tally.matched_pred, tally.pred_total, tally.gold_total


@needs_shared
def test_the_table_is_complete():
    assert len(EXPECTED) == 41
    assert set(EXPECTED) == set(_cases())


@needs_shared
@pytest.mark.parametrize("name", EXPECTED)
def test_our_defaults(name):
    case = _cases()[name]
    if name not in REJECTED:
        assert _scored(case) == EXPECTED[name]
        return
    with pytest.raises(DataError) as caught:
        read_graph(case["a"])
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.column) == EXPECTED[name]
    assert read_graph(case["b"])


@needs_shared
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs(program):
    """What the programs themselves gave (recorded with the cases) is what our presets give."""
    for name, case in _cases().items():
        if name not in REJECTED:
            matched, *_, pred, gold = case[program]
            assert (name, *_scored(case, **PROGRAMS[program])) == (name, matched, pred, gold)


def test_an_empty_file_has_no_items():
    assert not list(PenmanReader().blocks(Source("empty", "")))
