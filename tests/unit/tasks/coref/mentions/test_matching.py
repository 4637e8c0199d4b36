"""Mention matching: exact, by head, in part, zeros; repeats and singletons."""

from __future__ import annotations

import itertools

import pytest
from tests.unit.formats.coref.test_write import read

from tallystick.errors import DataError
from tallystick.formats.coref.document import CorefDocument, Origin
from tallystick.tasks.coref.anaphora.mention_overlap import mention_overlap
from tallystick.tasks.coref.anaphora.spans import bridging_sides, nonreferring_sides
from tallystick.tasks.coref.mentions.matching import MatchOptions, match
from tallystick.tasks.coref.mentions.selection import repeated_problems
from tallystick.tasks.coref.mentions.sides import MentionSide, Overlap
from tallystick.tasks.coref.mentions.token_check import token_problems


def conll(*cells: str, words: str = "abcdefghijklm") -> CorefDocument:
    rows = [f"d\t0\t{n}\t{words[n]}\t{cell}" for n, cell in enumerate(cells)]
    (found,) = read("\n".join(["#begin document d", *rows, "#end document", ""]), "conll")
    return found


def corefud(*rows: tuple[str, str] | tuple[str, str, str]) -> CorefDocument:
    """Rows of number and entities, perhaps with DEPS; a row ("", "") ends a sentence."""
    lines = ["# newdoc id = d", "# global.Entity = eid-etype-head-other"]
    for number, entity, *deps in rows:
        misc = f"Entity={entity}" if entity else "_"
        lines.append(f"{number}\tw\t_\t_\t_\t_\t_\t_\t{deps[0] if deps else '_'}\t{misc}" if number else "")
    (found,) = read("\n".join([*lines, ""]), "conllu")
    return found


def ua(*cells: str) -> CorefDocument:
    rows = [f"{n} w _ _ _ _ _ _ _ _ {cell} _ _ _" for n, cell in enumerate(cells, 1)]
    (found,) = read("\n".join(["# newdoc id = d", *rows, ""]), "ua")
    return found


def pairs(gold: MentionSide, pred: MentionSide) -> set[int]:
    """The numbers that stand on both sides."""
    both = [{mention for own in side.entities for mention in own} for side in (gold, pred)]
    return both[0] & both[1]


def test_numbers() -> None:
    gold, pred = match(conll("(1)", "(2)", "(1)", "-"), conll("(7", "(7)", "7)", "(8)"))
    assert gold.entities == ((0, 2), (1,))
    # Words 0 to 2 and word 3 are no gold mentions: they have numbers from 3 on, in order of position.
    assert pred.entities == ((3, 1), (4,))
    assert list(pred.numbers) == [3, 1, 4]


def test_a_document_matches_itself() -> None:
    document = conll("(1|(2)", "1)|(3", "3)|(2)")
    gold, pred = match(document, document)
    assert gold == pred
    # Entities come in order of their first mention: word 0 alone, words 0 to 1, words 1 to 2.
    assert gold.entities == ((0, 3), (1,), (2,))


def test_singletons_are_dropped_on_each_side_before_matching() -> None:
    options = MatchOptions(singletons="drop")
    gold, pred = match(conll("(1)", "(1)", "(2)"), conll("(1)", "(2)", "(2)"), options)
    assert gold.entities == ((0, 1),)
    # Word 1 is in a kept entity on both sides, word 2 only on one.
    assert pred.entities == ((1, 2),)


def test_repeated_mentions() -> None:
    gold, pred = conll("(1)", "(1)", "-"), conll("(5)|(4)", "(5)", "(4)")
    with pytest.raises(DataError, match="belongs to entities '5' and '4'"):
        match(gold, pred)
    # The entity that appears first in the file keeps the mention.
    _, kept = match(gold, pred, MatchOptions(repeated="first"))
    assert kept.entities == ((0, 1), (2,))
    (problem,) = repeated_problems(pred)
    assert (problem.code, problem.level, problem.line, problem.column) == ("coref-repeated", "error", 2, 13)


def test_the_places_of_many_repeats_are_found_in_one_pass(monkeypatch) -> None:
    passes = []
    found_in_one = Origin.problems

    def counted(self, notes):
        passes.append(len(notes))
        return found_in_one(self, notes)

    monkeypatch.setattr(Origin, "problems", counted)
    problems = repeated_problems(conll("|".join(f"({n})" for n in range(9)), "(1)|(1)"))
    # The cell of the first word begins in column 9, and each mention takes four columns.
    assert [(one.line, one.column) for one in problems[:8]] == [(2, 13 + 4 * n) for n in range(8)]
    assert (problems[8].code, problems[8].line) == ("coref-repeated-in-entity", 3)
    assert passes == [8, 1]


def test_a_repeat_in_one_entity_counts_once_with_a_warning() -> None:
    gold, _ = match(conll("(1)|(1)", "(1)"), conll("(1)", "(1)"))
    assert gold.entities == ((0, 1),)
    (problem,) = repeated_problems(conll("(1)|(1)", "(1)"))
    assert (problem.code, problem.level) == ("coref-repeated-in-entity", "warning")


def test_heads() -> None:
    gold = corefud(("1", "(e1--2-"), ("2", ""), ("3", "e1)(e2--1-)"))
    pred = corefud(("1", ""), ("2", "(e1--1-)"), ("3", "(e2--1-)"))
    exact, by_head = (MatchOptions(match=mode) for mode in ("exact", "head"))
    assert pairs(*match(gold, pred, exact)) == {1}
    assert pairs(*match(gold, pred, by_head)) == {0, 1}


def test_identical_words_with_another_head_are_no_match_by_head() -> None:
    gold = corefud(("1", "(e1--1-"), ("2", "e1)"))
    pred = corefud(("1", "(e1--2-"), ("2", "e1)"))
    assert pairs(*match(gold, pred, MatchOptions(match="head"))) == set()
    assert pairs(*match(gold, pred, MatchOptions(match="exact"))) == {0}


def test_partial() -> None:
    options = MatchOptions(match="partial")
    gold = corefud(("1", "(e1--2-"), ("2", ""), ("3", "e1)"), ("4", ""))
    for first, last, found in ((1, 2, True), (2, 2, True), (1, 1, False), (2, 4, False), (3, 3, False)):
        rows = []
        for n in range(1, 5):
            opens, closes = ("(e9--1-" if n == first else ""), n == last
            rows.append((str(n), opens + ((")" if opens else "e9)") if closes else "")))
        assert bool(pairs(*match(gold, corefud(*rows), options))) is found


def test_the_best_pairing_counts_not_the_first() -> None:
    # Both gold mentions have their head at word 2. Words 1–2 cover 2/4 of the outer and all of no other; words 2
    # alone cover 1/4 and 1/2: outer with 1–2 and inner with 2 is best, 1/2 + 1/2.
    gold = corefud(("1", "(e1--2-"), ("2", "(e2--1-"), ("3", "e2)"), ("4", "e1)"))
    pred = corefud(("1", "(e1--2-"), ("2", "e1)(e2--1-)"), ("3", ""), ("4", ""))
    golds, preds = match(gold, pred, MatchOptions(match="partial"))
    assert golds.entities == ((0,), (1,))
    assert preds.entities == ((0,), (1,))


def test_ties_go_to_the_earlier_mention() -> None:
    # One word is the head of both gold mentions and covers half of each: the earlier one takes it.
    gold = corefud(("1", "(e1--2-"), ("2", "e1)(e2--1-"), ("3", "e2)"))
    pred = corefud(("1", ""), ("2", "(e7--1-)"), ("3", ""))
    _, preds = match(gold, pred, MatchOptions(match="head"))
    assert preds.entities == ((0,),)


@pytest.mark.parametrize("mode", ["exact", "head", "partial"])
def test_discontinuous_mentions_match_by_their_words(mode: str) -> None:
    one = corefud(("1", "(e1[1/2]--1-)"), ("2", ""), ("3", "(e1[2/2]--1-)"))
    whole = corefud(("1", "(e1--1-"), ("2", ""), ("3", "e1)"))
    options = MatchOptions(match=mode)
    assert pairs(*match(one, one, options)) == {0}
    # The prediction covers two of three words, the head among them; as gold it lacks a word of the other.
    assert pairs(*match(whole, one, options)) == (set() if mode == "exact" else {0})
    assert pairs(*match(one, whole, options)) == ({0} if mode == "head" else set())


def test_min_is_the_head_in_ua_files() -> None:
    gold = ua("(EntityID=1|MarkableID=a|Min=2,3", "_", ")", "_")
    inside = ua("_", "(EntityID=1|MarkableID=x", ")", "_")
    short = ua("_", "(EntityID=1|MarkableID=x)", "_", "_")
    partial = MatchOptions(match="partial")
    assert pairs(*match(gold, inside, partial)) == {0}
    assert pairs(*match(gold, short, partial)) == set()
    # Without Min the whole mention counts: nothing but itself matches it in part.
    plain = ua("(EntityID=1|MarkableID=a", "_", ")", "_")
    assert pairs(*match(plain, inside, partial)) == set()
    assert pairs(*match(plain, plain, partial)) == {0}


def test_zeros_by_their_dependencies() -> None:
    gold = corefud(("1", ""), ("1.1", "(e1--1-)", "2:nsubj"), ("2", ""))
    moved = corefud(("1", ""), ("2", ""), ("2.1", "(e1--1-)", "2:nsubj"))
    assert pairs(*match(gold, moved, MatchOptions(zero_match="dependent"))) == {0}
    assert pairs(*match(gold, moved, MatchOptions(zero_match="linear"))) == set()
    golds, preds = match(gold, moved)
    assert golds.zeros == preds.zeros == {0}


def test_relations_of_zeros_weigh_more_than_parents() -> None:
    # Weight 10 · F1(parent and relation) + F1(parents): 11 for the right relation, 1 for the parent alone.
    gold = corefud(("1", ""), ("1.1", "(e1--1-)", "1:obj"), ("1.2", "(e2--1-)", "1:nsubj"))
    pred = corefud(("1", ""), ("1.1", "(e1--1-)", "1:nsubj"), ("1.2", "(e2--1-)", "1:obj"))
    _, preds = match(gold, pred)
    assert preds.entities == ((1,), (0,))


def test_zeros_of_other_sentences_or_without_dependencies() -> None:
    gold = corefud(("1", ""), ("1.1", "(e1--1-)", "1:x"), ("", ""), ("1", ""))
    pred = corefud(("1", ""), ("", ""), ("1", ""), ("1.1", "(e1--1-)", "1:x"))
    assert pairs(*match(gold, pred)) == set()
    bare = corefud(("1", ""), ("1.1", "(e1--1-)"))
    # Without DEPS there is no weight, but the same node is still the same mention.
    assert pairs(*match(bare, bare)) == {0}


def test_empty_nodes_inside_a_mention_are_words_of_it() -> None:
    with_node = corefud(("1", "(e1--1-"), ("1.1", ""), ("2", "e1)"))
    without = corefud(("1", "(e1--1-"), ("2", "e1)"))
    assert pairs(*match(with_node, with_node)) == {0}
    assert pairs(*match(with_node, without)) == set()


SETS = (
    "(EntityID=1|MarkableID=a|ElementOf=3)", "(EntityID=2|MarkableID=b|ElementOf=3)",
    "(EntityID=3|MarkableID=c)",
)  # fmt: skip


def test_sets() -> None:
    document = ua(*SETS)
    gold, _ = match(document, document)
    assert gold.entities == ((0,), (1,), (2,))
    assert gold.components == ((), (), (0, 1))
    plain, _ = match(document, document, MatchOptions(split_antecedents=False))
    assert plain.components == ()


def test_dropped_singletons_stay_components() -> None:
    # A set is a member of its entity, so the plural one has size 2; its components do not count themselves.
    document = ua(*SETS)
    gold, _ = match(document, document, MatchOptions(singletons="drop"))
    assert gold.entities == ((2,),)
    assert gold.uncounted == ((0,), (1,))
    assert gold.components == ((1, 2), (), ())
    plain, _ = match(document, document, MatchOptions(singletons="drop", split_antecedents=False))
    assert plain.entities == ()


def test_nonreferring_mentions_take_no_part() -> None:
    document = ua("(EntityID=1|MarkableID=a)", "(EntityID=2-Pseudo|MarkableID=b)")
    gold, _ = match(document, document)
    assert gold.entities == ((0,),)
    found, other = nonreferring_sides(document, ua("_", "(EntityID=7-Pseudo|MarkableID=c)"))
    assert found.entities == other.entities == ((0,),)


def test_discourse_deixis_is_a_layer_of_its_own() -> None:
    rows = "1 w _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=a) _ (EntityID=2|MarkableID=b) _ _\n"
    (document,) = read(rows, "ua")
    gold, _ = match(document, document, MatchOptions(layer="discourse-deixis"))
    assert gold.entities == ((0,),)
    assert document.layer("discourse-deixis").names == ("2",)


def test_bridging_links_as_numbers() -> None:
    rows = [
        "1 w _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=a) _ _ _ _",
        "2 w _ _ _ _ _ _ _ _ (EntityID=2|MarkableID=b) (MarkableID=b|Rel=x|MentionAnchor=a) _ _ _",
    ]
    (document,) = read("\n".join(rows), "ua")
    gold, pred = bridging_sides(document, document)
    assert gold == pred
    ((anaphor, antecedent),) = gold.links
    assert anaphor != antecedent
    assert gold.entity_of[antecedent] == 0
    assert gold.relations == ("x",)


def test_overlap_is_the_best_pairing() -> None:
    # Gold 0–2 and 2–3, prediction 0–1, 2–3 and 3: 2–3 is identical (2 words), 0–2 with 0–1 shares 2 words.
    gold, pred = conll("(1", "-", "1)|(2", "2)"), conll("(1", "1)", "(2", "2)|(3)")
    assert mention_overlap(gold, pred, MatchOptions()) == Overlap(4, 5, 5)


def test_overlap_equals_brute_force() -> None:
    gold = conll("(1|(2", "2)|(3", "-", "3)|(4)", "1)")
    pred = conll("(1", "(2", "2)|(3", "1)", "3)")
    spans = [
        [set(range(a >> 20, (b >> 20) + 1)) for a, b in zip(d.identity.first, d.identity.last, strict=True)]
        for d in (gold, pred)
    ]
    padded = [*spans[1], *[set[int]()] * len(spans[0])]
    best = max(
        sum(len(one & two) for one, two in zip(spans[0], chosen, strict=False))
        for chosen in itertools.permutations(padded, len(spans[0]))
    )
    assert mention_overlap(gold, pred, MatchOptions()).common == best


def test_the_same_words() -> None:
    assert token_problems(conll("-", "(1)"), conll("(2)", "-")) == []


@pytest.mark.parametrize(
    ("words", "level"),
    [("axcd", "warning"), ("axyd", "error")],
)
def test_other_words(words: str, level: str) -> None:
    (problem,) = token_problems(conll(*"----", words="abcd"), conll(*"----", words=words))
    assert (problem.code, problem.level, problem.line) == ("coref-words-differ", level, 3)
    assert "word 2 is 'x' here, but 'b' in the gold (x:3:1)" in problem.message


def test_another_number_of_words() -> None:
    (problem,) = token_problems(conll(*"----"), conll(*"---"))
    assert problem.level == "error"
    assert "3 words here, but 4 in the gold" in problem.message
    (shifted,) = token_problems(conll(*"----", words="abcd"), conll(*"---", words="acd"))
    assert "word 2 is 'c' here" in shifted.message


def test_words_are_compared_across_formats() -> None:
    (other,) = read('{"clusters": [[[0, 0]]], "tokens": ["a", "b"]}', "jsonl")
    (unknown,) = read('{"clusters": [[[0, 0]]]}', "jsonl")
    assert token_problems(conll("(1)", "-"), other) == []
    assert token_problems(conll("(1)", "-"), unknown) == []
    assert token_problems(conll("(1)"), other)
