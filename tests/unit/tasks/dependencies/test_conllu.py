"""CoNLL-U files scored by the characters of their text."""

from __future__ import annotations

from pathlib import Path

import pytest

import tallystick as ts
from tallystick.cli.app import run
from tallystick.solve.subsequence import common_subsequence

WORDS = [("Ann", "nsubj", 2), ("saw", "root", 0), ("Bob", "obj", 2)]


def sentence(words: list[tuple[str, str, int]], deps: list[str] | None = None, name: str = "") -> str:
    rows = [f"# sent_id = {name}"] if name else []
    for number, (form, relation, head) in enumerate(words, 1):
        cell = deps[number - 1] if deps else "_"
        rows.append(f"{number}\t{form}\t{form}\tX\t_\t_\t{head}\t{relation}\t{cell}\t_")
    return "\n".join(rows) + "\n\n"


def score(gold: str, pred: str, metric: str = "las", **options: object) -> ts.MetricReport:
    return ts.score(gold, pred, metric, task="dependencies", **options)[metric]  # type: ignore[arg-type]


def problems(gold: str, pred: str, **options: object) -> tuple[ts.Problem, ...]:
    with pytest.raises(ts.DataError) as caught:
        score(gold, pred, **options)
    return caught.value.problems


# -- different texts ---------------------------------------------------------------------------------------


def test_the_first_difference_has_both_locations() -> None:
    good = sentence(WORDS)
    [problem] = problems(
        good * 2, good + sentence([("Ann", "nsubj", 2), ("sees", "root", 0), ("Bob", "obj", 2)])
    )
    assert (problem.path, problem.line) == ("<pred>", 6)
    assert "word 2, 'sees'" in problem.message
    assert "'…AnnsawBobAnnseesBob'" not in problem.message
    assert "word 2, 'saw', at <gold>:6" in problem.message


@pytest.mark.parametrize(
    ("form", "other", "hint"),
    [
        ("Café", "Cafe\u0301", "only the Unicode normalisation differs"),
        ("Bob", "bob", "only upper and lower case differ"),
        ("a\u200bb", "ab", "U+200B is not a space"),
        ("Ann", "Bob", "both files must have the same text"),
    ],
)
def test_reasons(form: str, other: str, hint: str) -> None:
    [problem] = problems(sentence([(form, "root", 0)]), sentence([(other, "root", 0)]))
    assert problem.hint is not None
    assert problem.hint.startswith(hint)


def test_a_text_that_ends_first() -> None:
    good = sentence(WORDS)
    [problem] = problems(good * 2, good)
    assert "the prediction ends before the gold text does" in problem.message
    assert "<gold>:5" in problem.message
    [problem] = problems(good, good * 2)
    assert "the prediction continues after the end of the gold text" in problem.message
    assert (problem.line, "<gold>:3" in problem.message) == (5, True)


@pytest.mark.parametrize("policy", ["zero", "skip"])
def test_no_policy_mends_a_different_text(policy: str) -> None:
    assert problems(sentence(WORDS), sentence([("Bob", "root", 0)]), on_error=policy)


def test_an_unreadable_sentence_is_the_reason_for_a_difference() -> None:
    broken = sentence(WORDS).replace("3\tBob", "3")
    [problem] = problems(sentence(WORDS), broken)
    assert "columns" in problem.message


@pytest.mark.parametrize("number", ["0", "01", "9" * 5000])
def test_a_first_word_with_another_number(tmp_path: Path, number: str) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(number + sentence(WORDS)[1:])
    with pytest.raises(ts.DataError, match=r"x\.conllu:1:1: expected the number 1 as ID, not the string"):
        ts.score(path, path, "las", task="dependencies")


def test_what_follows_a_difference_is_still_checked() -> None:
    good, other = sentence(WORDS), sentence([("Bob", "root", 0)])
    listed = problems(good * 2, other + good.replace("\t2\tobj", "\t9\tobj"))
    assert [problem.code for problem in listed] == ["conllu-text", "conllu-head"]


def test_a_directory_goes_on_with_the_next_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for side in ("gold", "pred"):
        folder = tmp_path / side
        folder.mkdir()
        for name in ("a", "b", "c"):
            form = "Bob" if side == "pred" and name != "b" else "Ann"
            (folder / f"{name}.conllu").write_text(sentence([(form, "root", 0)]))
    assert run(["score", str(tmp_path / "gold"), str(tmp_path / "pred")]) == 3
    shown = capsys.readouterr().err
    assert "a.conllu" in shown
    assert "c.conllu" in shown
    assert "b.conllu" not in shown


# -- items -------------------------------------------------------------------------------------------------


def test_items_are_gold_sentences() -> None:
    first, second = WORDS, [("Bob", "nsubj", 2), ("left", "root", 0)]
    gold = sentence(first, name="a") + sentence(second, name="b")
    joined = sentence([*first, ("Bob", "nsubj", 5), ("left", "conj", 2)], name="x")
    report = score(gold, joined)
    assert [(item.id, item.score.matched, item.score.pred_total) for item in report.items] == [
        ("a", 3, 3),
        ("b", 1, 2),
    ]
    split = (
        sentence([("Ann", "nsubj", 2), ("saw", "root", 0)])
        + sentence([("Bob", "root", 0)])
        + sentence(second)
    )
    assert [(item.id, item.score.matched) for item in score(gold, split).items] == [("a", 2), ("b", 2)]


def test_an_unreadable_prediction_of_several_sentences() -> None:
    gold = sentence(WORDS, name="a") + sentence([("Bob", "root", 0)], name="b")
    broken = sentence([*WORDS, ("Bob", "conj", 9)])
    report = ts.score(gold, broken, "las", task="dependencies", on_error="zero")
    assert (report.items, report.zeroed, report["las"].tally.gold_total) == (2, 2, 4)
    assert ts.score(gold, broken, "las", task="dependencies", on_error="skip").skipped == 2


def test_documents() -> None:
    gold = f"# newdoc id = d1\n{sentence(WORDS) * 2}# newdoc id = d2\n{sentence(WORDS)}"
    report = ts.score(gold, sentence(WORDS) * 3, "las", task="dependencies", by="document")
    assert {label: row["las"].tally.gold_total for label, row in report.groups.items()} == {"d1": 6, "d2": 3}


def test_match_by_has_no_effect() -> None:
    gold, pred = sentence(WORDS, name="a"), sentence(WORDS, name="b")
    report = ts.score(gold, pred, "las", task="dependencies", match_by="id")
    assert report["las"].f1 == 1
    assert [problem.code for problem in report.problems] == ["match-by"]


# -- options -----------------------------------------------------------------------------------------------


def test_trees() -> None:
    cycle = sentence([("Ann", "nsubj", 2), ("saw", "root", 1), ("Bob", "obj", 2)])
    report = ts.score(sentence(WORDS), cycle, "las", task="dependencies")
    assert [problem.level for problem in report.problems] == ["warning", "warning"]
    assert {problem.code for problem in problems(sentence(WORDS), cycle, preset="conll-2018")} == {
        "conllu-root",
        "conllu-cycle",
    }
    assert score(sentence(WORDS), cycle, preset="conll-2018", trees="any").values["f1"] == pytest.approx(
        2 / 3
    )


def test_a_metric_of_a_preset_that_has_no_options() -> None:
    text = sentence(WORDS)
    assert score(text, text, "tokens", preset="conll-2018").f1 == 1


def test_features() -> None:
    gold, pred = (sentence([("a", "root", 0)]).replace("\t_\t_\t0", f"\t_\t{cell}\t0") for cell in
                  ("Case=Nom|Number=Sing|Typo=Yes", "Number=Sing|Case=Nom"))  # fmt: skip
    assert score(gold, pred, "ufeats").f1 == 1
    assert score(gold, pred, "ufeats", features="all").f1 == 0


def test_groups_of_relations() -> None:
    gold = sentence(WORDS)
    pred = sentence([("Ann", "obj", 2), ("saw", "root", 0), ("Bob", "obj", 1)])
    report = ts.score(gold, pred, ["uas", "las"], task="dependencies", by="relation")

    def counts(metric: str) -> dict[str, tuple[float, float, float]]:
        tallies = {label: row[metric].tally for label, row in report.groups.items()}
        return {label: (t.matched_pred, t.pred_total, t.gold_total) for label, t in tallies.items()}

    assert counts("uas") == {"nsubj": (1, 1, 1), "root": (1, 1, 1), "obj": (0, 1, 1)}
    assert counts("las") == {"nsubj": (0, 0, 1), "root": (1, 1, 1), "obj": (0, 2, 1)}


def test_enhanced_edges() -> None:
    words = [("Ann", "nsubj", 2), ("saw", "root", 0)]
    gold = sentence(words, ["2:obl:in|2:obl:on", "0:root"])
    pred = sentence(words, ["2:obl:in|2:obl:in", "0:root"])
    for metric, options, expected in (
        ("elas", {}, (2, 2, 3)),
        ("eulas", {}, (2, 2, 2)),
        ("eulas", {"enhanced_edges": "multiply"}, (3, 2, 3)),
        ("elas", {"enhanced_edges": "multiply", "empty_nodes": "ignore"}, (3, 3, 3)),
    ):
        tally = score(gold, pred, metric, **options).tally
        assert (tally.matched_pred, tally.pred_total, tally.gold_total) == expected, (metric, options)


def test_enhanced_edges_from_words_without_a_partner() -> None:
    gold = sentence([("ab", "dep", 2), ("c", "root", 0)], ["2:dep", "0:root|1:dep"])
    pred = sentence(
        [("a", "dep", 3), ("b", "dep", 3), ("c", "root", 0)], ["3:dep", "3:dep", "0:root|1:dep|2:dep"]
    )
    result = score(gold, pred, "elas")
    # The last word has two heads that are not aligned: two edges.
    assert (result.tally.matched_pred, result.tally.pred_total, result.tally.gold_total) == (1, 5, 3)
    alignment = result.items[0].alignment
    assert sorted(f"{part.word} {part.relation} {part.head}" for part in alignment.spurious) == [
        "a-1 dep c-3", "b-2 dep c-3", "c-3 dep a-1", "c-3 dep b-2",
    ]  # fmt: skip
    (matched,) = alignment.matched
    assert (matched.gold.word, matched.pred.word) == ("c-2", "c-3")


def test_empty_nodes() -> None:
    rows = [
        "1\ta\t_\tX\t_\t_\t0\troot\t0:root\t_",
        "2\tb\t_\tX\t_\t_\t1\tdep\t2.1:nsubj\t_",
        "2.1\t_\t_\t_\t_\t_\t_\t_\t1:conj:and|2.2:dep\t_",
        "2.2\t_\t_\t_\t_\t_\t_\t_\t2.1:dep\t_",
    ]
    collapsed = [row.replace("2.1:nsubj", "1:conj:and>nsubj") for row in rows[:2]]
    gold, pred = "\n".join(rows) + "\n", "\n".join(collapsed) + "\n"
    assert score(gold, pred, "elas").f1 == 1
    assert score(gold, pred, "elas", empty_nodes="ignore").tally.gold_total == 1


@pytest.mark.parametrize("deps", ["9:nsubj", "nsubj", "1.1:nsubj", "x:nsubj"])
def test_malformed_enhanced_dependencies(deps: str) -> None:
    text = sentence([("a", "root", 0)], [deps])
    assert score(text, text).f1 == 1
    with pytest.raises(ts.DataError) as caught:
        score(text, text, "elas")
    assert caught.value.problems[0].code == "conllu-deps"
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (1, 20)


def test_too_many_paths_through_empty_nodes() -> None:
    rows = ["1\ta\t_\tX\t_\t_\t0\troot\t1.40:dep\t_", "1.1\t_\t_\t_\t_\t_\t_\t_\t0:a|1:b\t_"]
    rows += [f"1.{n}\t_\t_\t_\t_\t_\t_\t_\t1.{n - 1}:a|1.{n - 1}:b\t_" for n in range(2, 41)]
    text = "\n".join(rows) + "\n"
    with pytest.raises(ts.DataError, match="paths through empty nodes"):
        score(text, text, "elas")


def test_empty_nodes_that_lead_nowhere() -> None:
    def text(deps: dict[str, str]) -> str:
        rows = ["1\ta\t_\tX\t_\t_\t0\troot\t1.1:dep|0:root\t_"]
        rows += [f"{name}\t_\t_\t_\t_\t_\t_\t_\t{edges}\t_" for name, edges in deps.items()]
        return "\n".join(rows) + "\n"

    ring = text({"1.1": "1.2:x", "1.2": "1.1:x"})
    assert score(ring, ring, "elas").tally.gold_total == 1
    # From the ring, one path leads out; it does not visit the ring twice.
    way_out = text({"1.1": "1.2:x|1.3:z", "1.2": "1.1:x|1.3:y", "1.3": "0:root"})
    expected = sentence([("a", "root", 0)], ["0:root>y>x>dep|0:root>z>dep|0:root"])
    assert score(way_out, expected, "elas").f1 == 1


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            '{"a": 1}\n',
            "expected a file of the task dependencies, but this is a file of the task json",
            "--task json",
        ),
        ('{"spans": 1}\n', "missing key 'edges'", "CoNLL-U"),
        ("hello\n", "not JSON", "CoNLL-U"),
        ("1 a a X _ _ 0 root _ _\n", "expected 10 tab-separated columns", "separated by spaces"),
    ],
)
def test_a_file_of_another_format(tmp_path: Path, text: str, message: str, hint: str) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(ts.DataError) as caught:
        ts.score(tmp_path / "file", tmp_path / "file", task="dependencies")
    problem = caught.value.problems[0]
    assert message in problem.message
    assert hint in (problem.hint or "")


def test_lists_of_sentences() -> None:
    gold = [sentence(WORDS, name="a"), sentence(WORDS, name="a")]
    pred = [sentence(WORDS, name="b"), sentence([("Ann", "obj", 2), *WORDS[1:]])]
    report = ts.score(gold, pred, ["las", "sentences"], task="dependencies")
    assert [item.score.tally.matched_pred for item in report["las"].items] == [3, 2]
    assert report["sentences"].f1 == 1
    for wrong, message in (
        (["no columns"], "expected 10 tab-separated columns"),
        ([3], "expected the text of a sentence"),
        ([""], "no words"),
        ([sentence([("Eve", "nsubj", 2), *WORDS[1:]])], "the text differs"),
    ):
        with pytest.raises(ts.DataError, match=message):
            ts.score(gold[:1], wrong, task="dependencies")


# -- sizes -------------------------------------------------------------------------------------------------


def test_long_sentences() -> None:
    size = 100_000
    chain = sentence([("w", "dep", number - 1) for number in range(1, size + 1)])
    assert score(chain, chain, "las").tally.matched_pred == size
    rows = [
        f"{n}-{n}\tw\t_\t_\t_\t_\t_\t_\t_\t_\n{n}\tv\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_"
        for n in range(1, size + 1)
    ]
    text = "\n".join(rows) + "\n"
    pred = text.replace("1-1\tw", "1-1\tw", 1)
    assert score(text, pred, "words").tally.matched_pred == size


def test_a_long_multiword_token() -> None:
    words = [f"{n}\t{'ab'[n % 2]}\t_\tX\t_\t_\t0\tdep\t_\t_" for n in range(1, 1001)]
    others = [f"{n}\t{'abc'[n % 3]}\t_\tX\t_\t_\t0\tdep\t_\t_" for n in range(1, 1001)]
    texts = ["\n".join(["1-1000\tx\t_\t_\t_\t_\t_\t_\t_\t_", *rows]) + "\n" for rows in (words, others)]
    there, back = score(*texts, "words"), score(*reversed(texts), "words")
    assert there.tally.matched_pred == back.tally.matched_pred > 300


def naive(gold: str, pred: str) -> list[tuple[int, int]]:
    """The definition, by a table."""
    table = [[0] * (len(pred) + 1) for _ in range(len(gold) + 1)]
    for i in reversed(range(len(gold))):
        for j in reversed(range(len(pred))):
            table[i][j] = (
                table[i + 1][j + 1] + 1 if gold[i] == pred[j] else max(table[i + 1][j], table[i][j + 1])
            )
    i = j = 0
    pairs = []
    while i < len(gold) and j < len(pred):
        if gold[i] == pred[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def test_common_subsequences() -> None:
    from itertools import product

    words = ["".join(letters) for size in range(5) for letters in product("abc", repeat=size)]
    for gold in words[::3]:
        for pred in words[::2]:
            assert common_subsequence(gold, pred) == naive(gold, pred), (gold, pred)


# -- lists of edges ----------------------------------------------------------------------------------------


def test_lists_of_edges() -> None:
    line = {
        "id": "a",
        "tokens": ["a", "b"],
        "edges": [{"gov": 2, "dep": 1, "rel": "x:y"}, {"gov": 0, "dep": 2, "rel": "r"}],
    }
    other = line | {"edges": [{"gov": 2, "dep": 1, "rel": "x:z"}]}
    report = ts.score([line], [other], ["uas", "las"], task="dependencies")
    assert (report["uas"].recall, report["las"].recall) == (0.5, 0)
    assert report["uas"].values["aligned_accuracy"] == 1
    assert ts.score([line], [other], "las", task="dependencies", subtypes="ignore")["las"].recall == 0.5
    with pytest.raises(ts.DataError, match="compares words"):
        ts.score([line], [other], "upos", task="dependencies")
    with pytest.raises(ts.DataError) as caught:
        ts.score([line], [other | {"tokens": ["a", "c"]}], "las", task="dependencies")
    assert caught.value.problems[0].hint is not None
    assert "CoNLL-U" in caught.value.problems[0].hint


def test_words_and_a_list_of_edges() -> None:
    edges = [
        {"gov": head, "dep": number, "rel": relation} for number, (_, relation, head) in enumerate(WORDS, 1)
    ]
    import json

    pred = json.dumps({"edges": edges}) + "\n"
    assert score(sentence(WORDS), pred, "las").f1 == 1
