"""The paper's other scores for split antecedents, success@N, and empty nodes by themselves."""

from fractions import Fraction

import pytest

import tallystick as ts
from tallystick.formats.base import Source
from tallystick.formats.coref.corefud.reader import CorefudDocuments
from tallystick.formats.coref.ua.reader import UaDocuments
from tallystick.tasks.coref.entities import split_alternatives as alternatives
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.mentions.sides import MentionSide

# Section 6: John 1-4, Mary 5, Bill 6, they 7, them 8, their 9.
GOLD = MentionSide(((1, 2, 3, 4), (5,), (6,), (7, 8, 9)), ((), (), (), (0, 1, 2)))
PRED = MentionSide(((1,), (5,), (7, 8, 9)), ((), (), (0, 1)))


def numbers(tally):
    return tally.matched_gold, tally.gold_total, tally.matched_pred, tally.pred_total


def test_distribution_as_in_the_paper():
    # R1 = {1, 7, 8, 9} goes with K3 = {6, 7, 8, 9}: 2 · 3/8 is more than 2 · 4/11.
    tally = alternatives.distributed_ceaf(EntityComparison(GOLD, PRED))
    assert numbers(tally) == (pytest.approx(1 + 6 / 8), 3, pytest.approx(1 + 6 / 8), 2)


def test_distributed_b3_is_one_for_equals_and_never_more():
    same = EntityComparison(GOLD, GOLD)
    assert numbers(alternatives.distributed_b3(same)) == (15, 15, 15, 15)
    found = alternatives.distributed_b3(EntityComparison(GOLD, PRED))
    # Recall: K1 4 of 7 for four mentions; K2 4 of 4 for four; K3 three mentions with 3 of 4.
    assert found.matched_gold == pytest.approx(float(Fraction(16, 7) + 4 + Fraction(9, 4)))
    assert found.matched_gold <= found.gold_total
    assert found.matched_pred <= found.pred_total


def test_distributed_blanc():
    within, across = alternatives.distributed_blanc(EntityComparison(GOLD, PRED)).parts
    # Gold: 21 pairs of K1, 3 more with 5, 3 more with 6; prediction: 6 pairs of R1, 3 more with 5.
    assert numbers(within) == (9, 27, 9, 9)
    assert numbers(across) == (1, 9, 1, 1)


def test_links_to_the_elements_of_sets():
    compared = EntityComparison(GOLD, PRED)
    # Mary is the same entity on both sides, John has lost three mentions.
    assert numbers(alternatives.links(compared, aligned=False)) == (1, 3, 1, 2)
    assert numbers(alternatives.links(compared, aligned=True)) == (2, 3, 2, 2)


def test_the_hard_alignment_of_the_lenient_score():
    gold = MentionSide(((1, 2, 3, 4), (5,), (6,)), ((), (), (0, 1)))
    halves = ((1, 3), (2, 4), (5,), (6,))
    one = EntityComparison(gold, MentionSide(halves, ((), (), (), (0, 2))))
    two = EntityComparison(gold, MentionSide(halves, ((), (), (), (1, 2))))
    assert alternatives.links(one, aligned=True).matched_gold == 2
    assert alternatives.links(two, aligned=True).matched_gold == 1


def ua(*cells):
    rows = "".join(
        "\n" if cell is None else f"{at} w{at} _ _ _ _ _ _ _ _ _ _ {cell}\n"
        for at, cell in enumerate(cells, 1)
    )
    reader = UaDocuments()
    (block,) = reader.blocks(Source("x.ua", f"# newdoc id = d\n{rows}"))
    return reader.item(block).value


def dd(entity, markable):
    return f"(EntityID={entity}|MarkableID={markable})"


def test_success_at_n():
    gold = ua(dd(1, "a"), None, dd(2, "b"), None, dd(1, "c"))
    pred = ua(dd(1, "a"), None, dd(1, "b"), None, dd(1, "c"))
    options = {"task": "coref", "layer": "discourse-deixis"}
    assert numbers(ts.score([gold], [pred], "success", **options)["success"].tally) == (0, 1, 0, 2)
    assert numbers(ts.score([gold], [pred], "success(n=2)", **options)["success(n=2)"].tally) == (1, 1, 1, 2)
    with pytest.raises(ts.UsageError):
        ts.score([gold], [pred], "success(n=0)", **options)


def nodes(*empty):
    reader = CorefudDocuments()
    rows = "".join(
        f"{number}\t{form}\t{lemma}\t_\t_\t_\t_\t_\t{deps}\t_\n" for number, form, lemma, deps in empty
    )
    words = "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n"
    (block,) = reader.blocks(
        Source("x.conllu", f"# newdoc id = d\n{words}{rows}2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n")
    )
    item = reader.item(block)
    assert item.value is not None, item.problems
    return item.value


def test_empty_nodes():
    gold = nodes(("1.1", "él", "él", "1:nsubj"), ("1.2", "_", "_", "2:obj"))
    pred = nodes(("1.1", "él", "ella", "2:nsubj"))
    report = ts.score([gold], [pred], "empty", task="coref")
    found = {
        name.removeprefix("empty."): report[name].tally.matched_gold for name in report.to_dict()["scores"]
    }
    assert found == {"existence": 1, "form": 1, "lemma": 0, "dependency": 0, "order": 1, "all": 0}
    assert report["empty.form"].tally.gold_total == 2
    assert ts.score([gold], [gold], "empty.all", task="coref")["empty.all"].f1 == 1
