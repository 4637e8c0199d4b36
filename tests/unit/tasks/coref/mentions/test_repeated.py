"""Repeated mentions as the reference scorer counts them, and how the presets of shared tasks read files."""

import pytest

import tallystick as ts
from tallystick.tasks.coref.clusters import clusters
from tallystick.tasks.coref.entities import counts
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.mentions.matching import MatchOptions, match

REFERENCE = MatchOptions(repeated="reference")
A, B, C, D = ((word, word) for word in range(4))


def compared(gold, pred, options=REFERENCE):
    return EntityComparison(*match(clusters(gold), clusters(pred), options))


def numbers(tally):
    return tally.matched_gold, tally.gold_total, tally.matched_pred, tally.pred_total


def test_a_repeat_that_the_gold_has_is_dropped_from_the_prediction():
    found = compared([[A, B], [C]], [[A, B], [C], [C, D]])
    assert numbers(counts.b3(found)) == (3, 3, 3, 4)
    assert numbers(counts.mentions(found)) == (3, 3, 3, 4)


def test_a_repeat_that_the_gold_lacks_counts_as_often_as_it_occurs():
    found = compared([[A, B]], [[A, B], [C], [C]])
    assert numbers(counts.b3(found)) == (2, 2, 2, 4)
    assert numbers(counts.ceaf(found, by_entity=True)) == (1, 1, 1, 3)
    # Mentions are detected once.
    assert numbers(counts.mentions(found)) == (2, 2, 2, 3)


def test_a_repeat_in_the_gold_counts_as_often_as_it_occurs():
    found = compared([[A, B], [C], [C]], [[A, B], [C]])
    assert numbers(counts.b3(found)) == (3, 4, 3, 3)
    assert numbers(counts.ceaf(found, by_entity=False)) == (3, 4, 3, 3)
    assert numbers(counts.mentions(found)) == (3, 3, 3, 3)


def test_links_look_a_repeated_mention_up_in_the_last_of_its_entities():
    found = compared([[A, B], [A, C]], [[A, B], [C]])
    assert numbers(counts.muc(found)) == (0, 2, 0, 1)
    # CEAF compares entities as sets: A counts for both.
    assert numbers(counts.ceaf(found, by_entity=False)) == (3, 4, 3, 3)
    # A: {A, B} and {A, C} share A; B: {A, B} and {A, B} share both; C: {C} and {A, C} share C.
    assert numbers(counts.b3(found)) == (0.5 + 1 + 0.5, 4, 0.5 + 1 + 1, 3)


def test_singletons_are_dropped_by_what_occurs():
    found = compared([[A, B], [C]], [[A, B], [C]], MatchOptions(repeated="reference", singletons="drop"))
    assert numbers(counts.b3(found)) == (2, 2, 2, 2)


CELLS = ("(6", "6)|(6", "6)")


def conll(tmp_path, name, cells):
    rows = "".join(f"d 0 {at} w{at} {cell}\n" for at, cell in enumerate(cells))
    path = tmp_path / name
    path.write_text(f"#begin document (d); part 000\n{rows}#end document\n")
    return path


def test_conll_2012_opens_before_it_closes(tmp_path):
    gold = conll(tmp_path, "gold.conll", CELLS)
    nested = conll(tmp_path, "pred.conll", ("(6", "(6)", "6)"))
    assert ts.score(gold, nested, "mentions", task="coref")["mentions"].f1 == 0
    assert ts.score(gold, nested, "mentions,muc", task="coref", preset="conll-2012")["mentions"].f1 == 1
    assert ts.score(gold, nested, "mor", task="coref", preset="conll-2012")["mor"].f1 == 1


def test_what_only_the_reference_reading_understands(tmp_path):
    gold = conll(tmp_path, "gold.conll", ("6)|(6", "(6)", "-"))
    assert ts.score(gold, gold, "b3", task="coref", preset="conll-2012")["b3"].f1 == 1
    with pytest.raises(ts.DataError, match="closed but was never opened"):
        ts.score(gold, gold, "b3", task="coref")


def ua(*cells):
    rows = "\n".join(f"{at} w{at} _ _ _ _ _ _ _ _ {cell} _ _" for at, cell in enumerate(cells, 1))
    return f"# newdoc id = d\n{rows}\n"


def test_codi_crac_gives_sets_their_f1(tmp_path):
    gold, pred = tmp_path / "gold.ua", tmp_path / "pred.ua"
    they = "(EntityID=9|MarkableID=m9) _ _"
    names = [f"(EntityID={n}|MarkableID=m{n}|ElementOf=9) _ _" for n in (1, 2, 3)]
    gold.write_text(ua(*names, they))
    pred.write_text(ua(names[0], names[1], "(EntityID=3|MarkableID=m3) _ _", they))
    # δ is 2/3 for recall, 1 for precision, F1 = 4/5.
    plain = ts.score(gold, pred, "ceaf-m", task="coref")["ceaf-m"].tally
    assert (plain.matched_gold, plain.matched_pred) == pytest.approx((4 + 2 / 3, 5))
    official = ts.score(gold, pred, "ceaf-m", task="coref", preset="codi-crac-2022-ar")["ceaf-m"].tally
    assert (official.matched_gold, official.matched_pred) == pytest.approx((4.8, 4.8))


@pytest.mark.parametrize("preset", ["crac-2025", "crac-2026"])
def test_later_crac_tasks_have_the_settings_of_2024(preset):
    found = {one.name: (one.options, one.metrics) for one in ts.registry.find_task("coref").presets}
    assert found[preset] == found["crac-2024"]


# --- a part inside the first part of the gold mention -----------------------------------------------------------------


CRAFT = MatchOptions(match="partial-craft")


def pairs(gold, pred):
    ours, theirs = match(clusters(gold), clusters(pred), CRAFT)
    known = {mention for own in ours.entities for mention in own}
    return [sorted(m for m in own if m in known) for own in theirs.entities]


def test_partial_craft_takes_the_first_gold_mention_around_it():
    assert pairs([[(0, 5)], [(2, 3)]], [[(1, 2)]]) == [[0]]
    assert pairs([[(0, 5)], [(7, 8)]], [[(1, 2), (3, 3), (7, 9)]]) == [[0]]


def test_partial_craft_loses_what_finds_its_first_one_taken():
    # [3, 3] lies in [0, 5] first, which is taken by the identical mention, although [2, 4] would be free.
    assert pairs([[(0, 5)], [(2, 4)]], [[(0, 5)], [(3, 3)]]) == [[0], []]


def test_partial_craft_of_a_document_with_itself():
    nested = [[(0, 5), (1, 1)], [(0, 2)], [(1, 4), (7, 7)]]
    assert sum(map(len, pairs(nested, nested))) == 5


def test_partial_craft_looks_at_the_first_part(tmp_path):
    gold, pred = tmp_path / "gold.ua", tmp_path / "pred.ua"
    gold.write_text(ua(*["(EntityID=1|MarkableID=m1) _ _", "_ _ _", "(EntityID=1|MarkableID=m1) _ _"]))
    pred.write_text(ua("_ _ _", "_ _ _", "(EntityID=1|MarkableID=m1) _ _"))
    craft = {"match": "partial-craft"}
    assert ts.score(gold, pred, "mentions", task="coref", **craft)["mentions"].f1 == 0
    assert ts.score(pred, gold, "mentions", task="coref", **craft)["mentions"].f1 == 1
