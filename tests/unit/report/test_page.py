"""The report page: its data say what the report says, and nothing in them can break out of the page."""

import json
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from tests.chain_columns import with_chains, with_tokens
from tests.plain_records import with_rows
from tests.relation_columns import with_relations
from tests.tree_columns import with_trees
from tests.typed_spans import with_spans

import tallystick as ts
from tallystick.errors import UsageError
from tallystick.formats.penman.graph import Graph
from tallystick.registry import tasks
from tallystick.report.page.data import page_data
from tallystick.report.page.pack import PackedObject
from tallystick.report.page.page import report_page
from tallystick.tasks.graphs.drawing import element_codes
from tallystick.tasks.graphs.page_view import GraphView
from tallystick.tasks.views.confusions import KnownParts, confusions_of
from tallystick.tasks.views.parts import Encoder, PartTable


def unpacked(text):
    return json.loads(zlib.decompress(b64decode(text)))


def example(name, **options):
    task = tasks()[name]
    own = {key.replace("-", "_"): value for key, value in task.example_options.items()}
    return ts.score(*task.example, task=name, **own, **options)


def data_of(report, **options):
    reports = report if isinstance(report, dict) else {"system": report}
    found = page_data(reports, **options)
    return unpacked(found.overview), [completed(item) for pack in found.packs for item in unpacked(pack)]


def completed(item):
    """Put pairs that are in columns into their alignments, as the page does."""
    item["systems"] = [
        system and with_chains(with_relations(system, item["gold"])) for system in item["systems"]
    ]
    with_trees(item)
    item["systems"] = [system and with_spans(item["gold"], system) for system in item["systems"]]
    item["gold"] = with_tokens(item["gold"])
    for system in filter(None, item["systems"]):
        system["pred"] = with_tokens(system["pred"])
    for system in item["systems"]:
        notes = system["parts"][1].get("notes") if system else None
        for alignment, columns in (
            zip(system["alignments"], system.pop("columns", ()), strict=False) if system else ()
        ):
            if isinstance(columns, list):
                golds, preds, credits = columns
                alignment[0] = [
                    [gold, pred, credit, notes[pred] if notes else ""]
                    for gold, pred, credit in zip(golds, preds, credits or [1] * len(golds), strict=True)
                ]
    return item


def span(kind, left, right):
    return {"type": kind, "span": [left, right]}


GOLD = [
    {"id": "a", "text": "Ann met Bob in Rome", "spans": [span("PER", 0, 0), span("PER", 2, 2)]},
    {"id": "b", "text": "Nothing here", "spans": []},
    {"id": "c", "tokens": ["New", "York"], "spans": [span("LOC", 0, 1)]},
]
#: Bob is called a place; a city is made up in b; c is right.
PRED = [
    {"id": "a", "spans": [span("PER", 0, 0), span("LOC", 2, 2)]},
    {"id": "b", "spans": [span("LOC", 1, 1)]},
    {"id": "c", "spans": [span("LOC", 0, 1)]},
]


@pytest.mark.parametrize("name", tasks())
def test_every_task_has_a_page_that_says_what_the_report_says(name):
    report = example(name)
    overview, items = data_of(report)
    assert overview["task"] == name
    assert len(items) == report.items == len(overview["items"]["ids"])
    for place, (key, metric) in enumerate(report.metrics.items()):
        shown = overview["metrics"][place]
        assert shown["key"] == key
        assert shown["signature"] == metric.signature
        # At full precision: the page rounds when it shows them.
        assert shown["systems"][0]["values"] == [metric.values[field] for field in shown["fields"]]
        headline = shown["fields"].index(shown["headline"])
        for number, item in enumerate(metric.items):
            found = overview["items"]["scores"][place][0][headline][number]
            assert found == (None if item.value is None else pytest.approx(item.value, abs=1e-6))


@pytest.mark.parametrize("name", [name for name in tasks() if name != "json"])
def test_alignments_are_whole(name):
    """Every pair, every missed and every spurious part of every metric stands in the page."""
    report = example(name)
    _, items = data_of(report)
    for key, metric in report.metrics.items():
        for number, item in enumerate(metric.items):
            system = items[number]["systems"][0]
            matched, missed, spurious = system["alignments"][system["metrics"][key]]
            alignment = item.alignment
            assert (len(matched), len(missed), len(spurious)) == (
                len(alignment.matched),
                len(alignment.missed),
                len(alignment.spurious),
            )
            assert [pair[2] if len(pair) > 2 else 1 for pair in matched] == pytest.approx(
                [pair.credit for pair in alignment.matched], abs=1e-6
            )


def test_documents_are_whole():
    """Every leaf of two documents is in a row, and in the counts of its field."""
    by_field = example("json", by="field")
    overview, items = data_of(example("json"))
    for place, key in enumerate(("leaf", "leaf-exact", "key")):
        counted = [0, 0, 0, 0, 0]
        for item in items:
            system = with_rows(item["systems"][0])
            for _, sign, _, _, gold, pred, _ in system["rows"][system["rows_of"][key]]:
                if (gold, pred) != (None, None):
                    counted["=≈≠−+".index(sign)] += 1
        rows = [report[key] for report in by_field.groups.values()]
        assert counted == [sum(row.tally.parts[at].matched_pred for row in rows) for at in range(5)]
        shown = overview["fields"][place][0]
        if shown:  # `leaf-exact` is the same as `leaf` here
            assert {field["name"]: field["matched"] for field in shown} == {
                name: report[key].tally.matched_pred for name, report in by_field.groups.items()
            }
            assert [sum(field["counts"][at] for field in shown) for at in range(5)] == counted


def test_the_kinds_of_items():
    kinds = {
        name: data_of(example(name))[0]["kind"] for name in ("amr", "docamr", "umr", "coref", "spans", "json")
    }
    assert kinds == {
        "amr": "graph", "docamr": "graph", "umr": "umr", "coref": "coref", "spans": "records", "json": "json",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["amr", "docamr"])
def test_every_triple_that_smatch_counts_is_an_element_of_the_drawing(name):
    _, items = data_of(example(name, metrics="smatch"))
    for item in items:
        for table in item["systems"][0]["parts"]:
            assert None not in table["at"]


def test_elements_of_a_drawing():
    graph = Graph.of(
        '(w / want-01 :ARG0 (b / boy :ARG1-of (k / know-01) :mod (t / tall)) :polarity - :name "Bo")'
    )
    triples = [
        ("w", "TOP", "top"),
        ("w", "polarity", "-"),
        ("w", "name", "bo"),
        ("k", "arg1", "b"),  # an inverse is turned round
        ("t", "domain", "b"),  # so is a modifier
        ("w", "arg9", "b"),
        None,
    ]
    assert element_codes(graph, triples) == ["r0", "b3", "b4", "t1", "t2", None, None]


def test_the_same_triple_twice_is_two_branches():
    graph = Graph.of("(a / and :op (b / boy) :op b)")
    assert element_codes(graph, [("a", "op", "b"), ("a", "op", "b"), ("a", "op", "b")]) == ["b0", "b1", "b1"]


def test_text_is_cut_at_blanks_and_tokens_are_taken_as_they_are():
    _, items = data_of(ts.score(GOLD, PRED, task="spans"))
    assert items[0]["gold"]["tokens"] == ["Ann", "met", "Bob", "in", "Rome"]
    assert items[2]["gold"]["tokens"] == ["New", "York"]
    # A prediction without words has those of the gold, which are not written twice.
    assert items[0]["systems"][0]["pred"] == {"same_words": True}
    gold = items[0]["systems"][0]["parts"][0]
    bob = gold["shown"].index("PER [2, 2]  “Bob”")
    assert gold["at"][bob] == [[2, 2]]
    assert gold["fields"][bob] == [["type", "PER"], ["span", "[2, 2]  “Bob”"]]


def test_a_gold_item_without_words_leaves_the_prediction_its_own():
    """Another system may bring other words, and the gold of a page is that of its first system."""
    gold = [{"id": "a", "spans": [span("PER", 0, 0)]}]
    pred = [{"id": "a", "tokens": ["Ann", "left"], "spans": [span("PER", 0, 0)]}]
    _, items = data_of(ts.score(gold, pred, task="spans"))
    assert items[0]["systems"][0]["pred"]["tokens"] == ["Ann", "left"]


def test_the_page_writes_mentions_and_entities_with_the_words_of_the_document():
    clusters = [[[0, 0], [2, 3]]]
    documents = {"with": [{"id": "d", "tokens": ["Ann", "saw", "her", "self"], "clusters": clusters}],
                 "without": [{"id": "d", "clusters": clusters}]}  # fmt: skip
    tables = {}
    for words, document in documents.items():
        _, items = data_of(ts.score(document, document, "b3", task="coref"))
        tables[words] = items[0]["systems"][0]["parts"][0]
        assert {place[0] for place in tables[words]["at"]} == {"mention", "entity"}
    assert set(tables["with"]["shown"]) == {""}
    assert set(tables["without"]["shown"]) == {"[0, 0]", "[2, 3]", "{[0, 0], [2, 3]}"}


def test_words_are_not_shown_where_they_are_counted_otherwise():
    """Offsets beyond the words are no words of this text: of letters, perhaps."""
    gold = [{"id": "a", "text": "Ann met Bob", "spans": [span("PER", 8, 10)]}]
    _, items = data_of(ts.score(gold, gold, task="spans"))
    assert "tokens" not in items[0]["gold"]


def test_chains_have_their_mentions_even_where_nothing_met_them():
    gold = [{"id": "d", "tokens": ["a", "b", "c", "d"], "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}]
    pred = [{"id": "d", "tokens": ["a", "b", "c", "d"], "clusters": [[[0, 0], [1, 1]]]}]
    _, items = data_of(ts.score(gold, pred, "ceaf-e", task="coref"))
    table = items[0]["systems"][0]["parts"][0]
    entities = [place for place in table["at"] if place and place[0] == "entity"]
    mentions = [[table["at"][part] for part in entity[1:]] for entity in entities]
    assert sorted(mentions) == [
        [["mention", [0, 0]], ["mention", [1, 1]]],
        [["mention", [2, 2]], ["mention", [3, 3]]],
    ]


@pytest.mark.parametrize("words", [{}, {"tokens": ["a", "b"]}])
def test_an_entity_of_one_mention_is_not_that_mention(words):
    gold = [{"id": "d", **words, "clusters": [[[0, 0]], [[1, 1]]]}]
    _, items = data_of(ts.score(gold, gold, ["mentions", "b3"], task="coref"))
    kinds = [place[0] for place in items[0]["systems"][0]["parts"][0]["at"]]
    assert sorted(kinds) == ["entity", "entity", "mention", "mention"]


def test_merged_entities_are_shown_by_their_first_mentions():
    tokens = ["the", "mayor", "met", "Ann", "and", "her", "sister", ",", "and", "she", "thanked", "him"]
    mayor, ann = [[0, 1], [11, 11]], [[3, 3], [5, 5], [9, 9], [5, 6]]
    gold, pred = ([{"id": "d", "tokens": tokens, "clusters": own}] for own in ([mayor, ann], [mayor + ann]))
    overview, _ = data_of(ts.score(gold, pred, "b3", task="coref"))
    ((kind, *_, examples),) = overview["errors"][0][0]
    assert kind == "merged entity"
    assert examples[0][1] == "{{the mayor [0, 1], him [11, 11]}, {Ann [3, 3], her [5, 5], … 4 mentions}}"


def test_a_umr_document_is_paired_sentence_by_sentence():
    _, items = data_of(example("umr"))
    assert items[0]["systems"][0]["pred"]["pairs"] == [[0, 0], [1, 1], [2, 2]]
    parts = items[0]["systems"][0]["parts"][0]
    ferry = parts["shown"].index("sentence snt1: (s1l/leave-11 :arg0 s1f/ferry)")
    assert parts["at"][ferry] == ["sentence", 1, None, ["s1l/leave-11", "arg0", "s1f/ferry"], [], "b0"]


def test_confusions_of_labels():
    report = ts.score(GOLD, PRED, "span", task="spans")
    overview, _ = data_of(report)
    found = overview["confusions"][0][0]
    assert found["confused"] == [["type", "PER", "LOC", 1, [0]]]
    # Gold: PER twice, LOC once; pred: PER once, LOC three times; one of each met.
    assert {tuple(row) for row in found["labels"]} == {("type", "PER", 2, 1, 1), ("type", "LOC", 1, 3, 1)}


def test_confusions_inside_records():
    """The example of events has a target that is called a place, and a transfer that is called a meeting."""
    overview, _ = data_of(example("events", metrics=["trigger", "argument"]))
    trigger, argument = (row[0]["confused"] for row in overview["confusions"])
    assert ["trigger.type", "Transfer", "Meet", 1, [1]] in trigger
    assert ["role", "target", "place", 1, [0]] in argument


def confused(gold, pred):
    report = ts.score([gold], [pred], "smatch", task="amr")
    alignment = report["smatch"].items[0].alignment
    tables = PartTable(), PartTable()
    encoded = Encoder(*tables).encode(alignment)
    return dict(confusions_of(KnownParts(GraphView(), *tables), alignment, encoded).confused)


def test_confusions_of_graphs():
    gold = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :polarity -) :quant 3)"
    assert confused(gold, gold) == {}
    assert confused(gold, gold.replace("boy", "girl")) == {("concept", "boy", "girl"): 1}
    assert confused(gold, gold.replace(":ARG1 (g", ":ARG2 (g")) == {("role", "arg1", "arg2"): 1}
    assert confused(gold, gold.replace(":quant 3", ":quant 4")) == {("value of quant", "3", "4"): 1}
    # A part that is only missing is taken for nothing.
    assert confused(gold, gold.replace(" :polarity -", "")) == {}


def test_equal_names_of_nodes_on_both_sides_mean_nothing():
    """Both sides have nodes x1 and x2, which are not the same: no relation is taken for another."""
    gold = "(x1 / see-01 :ARG0 (x2 / boy))"
    pred = "(x1 / see-01 :ARG1 (x3 / dog :mod (x2 / red)))"
    assert all(kind != "role" for kind, _, _ in confused(gold, pred))


def test_errors_by_kind_with_examples_and_items():
    gold = spans_file(("a", ["PER", 0, 1]), ("b", ["PER", 0, 1]), ("c", ["LOC", 3, 3]))
    pred = spans_file(("a", ["PER", 0, 0]), ("b", ["PER", 1, 1]), ("c", ["ORG", 3, 3]))
    overview, _ = data_of(ts.score(gold, pred, "span", task="spans"))
    assert overview["errors"] == [[[
        ["wrong boundary", 2, 2, [0, 1], [[0, "PER [0, 1]", "PER [0, 0]"], [1, "PER [0, 1]", "PER [1, 1]"]]],
        ["wrong type", 1, 1, [2], [[2, "LOC [3, 3]", "ORG [3, 3]"]]],
    ]]]  # fmt: skip


def spans_file(*items):
    return "".join(
        f'{{"id": "{name}", "spans": [{{"type": "{kind}", "span": [{left}, {right}]}}]}}\n'
        for name, (kind, left, right) in items
    )


def test_only_the_worst_have_details_and_the_page_says_so():
    overview, items = data_of(ts.score(GOLD, PRED, "span", task="spans"), worst=1)
    # b: nothing was to be found, and something was predicted: 0.
    assert overview["items"]["where"] == [None, [0, 0], None]
    assert overview["items"]["detailed"] == len(items) == 1
    assert len(overview["items"]["scores"][0][0][0]) == 3


def test_systems_with_different_items():
    broken = [PRED[0], {"id": "b", "spans": "?"}, PRED[2]]
    reports = {
        "all": ts.score(GOLD, PRED, "span", task="spans"),
        "some": ts.score(GOLD, broken, "span", task="spans", on_error="skip"),
    }
    overview, items = data_of(reports)
    assert overview["items"]["ids"] == ["a", "b", "c"]
    assert [system["skipped"] for system in overview["systems"]] == [0, 1]
    assert items[1]["systems"][1] is None
    assert overview["items"]["scores"][0][1][2][1] is None


def test_zeroed_items_are_marked():
    report = ts.score(GOLD, PRED[:1] + PRED[2:], "span", task="spans", on_error="zero")
    overview, _ = data_of(report)
    assert [overview["items"]["ids"][number] for number in overview["items"]["zeroed"][0]] == ["b"]
    assert overview["systems"][0]["zeroed"] == 1


def test_an_id_that_stands_there_twice():
    twice = [GOLD[0], GOLD[0]]
    report = ts.score(twice, twice, "span", task="spans", match_by="order")
    overview, items = data_of(report)
    assert overview["items"]["ids"] == ["a", "a (2)"]
    assert len(items) == 2


def test_a_comparison_stands_in_the_page():
    better = [PRED[0], GOLD[1], GOLD[2]]
    systems = {"one": PRED, "two": better}
    reports = {name: ts.score(GOLD, pred, "span", task="spans") for name, pred in systems.items()}
    comparison = ts.compare(GOLD, systems, "span", task="spans")
    overview, _ = data_of(reports, comparison=comparison)
    difference = overview["comparison"]["metrics"]["span"]["differences"][0]
    assert (difference["base"], difference["system"]) == ("one", "two")
    # a is the same, c too; b is undefined for two, so that it cannot be compared.
    assert (difference["wins"], difference["ties"], difference["losses"], difference["incomparable"]) == (
        0,
        2,
        0,
        1,
    )


def test_one_item_has_no_interval():
    report = ts.score(GOLD[:1], PRED[:1], "span", task="spans", confidence=0.95)
    assert data_of(report)[0]["metrics"][0]["systems"][0]["ci"] == {}
    report = ts.score(GOLD, PRED, "span", task="spans", confidence=0.95)
    assert set(data_of(report)[0]["metrics"][0]["systems"][0]["ci"]) == {"precision", "recall", "f1"}


def test_a_task_that_cannot_be_found_by_name_is_shown_as_records():
    report = replace(ts.score(GOLD, PRED, "span", task="spans"), task="nowhere")
    overview, items = data_of(report)
    assert (overview["kind"], overview["metrics"][0]["summary"]) == ("records", "")
    assert len(items) == 3


def test_without_items_there_is_no_page():
    with pytest.raises(UsageError, match="items=True"):
        report_page(ts.score(GOLD, PRED, task="spans", items=False))


def test_the_same_report_gives_the_same_page():
    one, two = (report_page(example("umr")) for _ in range(2))
    assert one == two


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--",
    "\u2028\u2029",
    "\x01\x7f",
    "\ud800",
    "שלום \u202e",
    "'\"&<>",
]


def test_hostile_strings_are_nowhere_in_the_page():
    spans = [span(text, place, place) for place, text in enumerate(HOSTILE[:4] + HOSTILE[5:])]
    items = [{"id": text, "text": f"{text} words", "spans": spans} for text in HOSTILE if text != "\ud800"]
    page = report_page(ts.score(items, items, task="spans"), title="".join(HOSTILE))
    assert "alert(1)</script>" not in page
    # What is embedded is made of letters and digits only.
    blocks = re.findall(r'<script type="text/plain" id="\w+">(.*?)</script>', page, re.DOTALL)
    assert len(blocks) == 2
    assert all(re.fullmatch(r"[A-Za-z0-9+/=]+", block) for block in blocks)
    assert page.encode("utf-8")
    assert unpacked(blocks[0])["items"]["ids"] == [item["id"] for item in items]


def test_what_cannot_be_written_as_utf8_survives_packing():
    packed = PackedObject()
    packed.add({"hostile": HOSTILE})
    packed.add(dict.fromkeys(HOSTILE))
    assert unpacked(packed.packed()) == {"hostile": HOSTILE} | dict.fromkeys(HOSTILE)
    assert unpacked(PackedObject().packed()) == {}


def test_the_policy_allows_the_script_and_the_style_of_the_page_and_nothing_else():
    page = report_page(ts.score(GOLD, PRED, task="spans"))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 1
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (scripts[0], style)]
    assert policy.split("; ")[:3] == [
        "default-src 'none'",
        f"script-src 'sha256-{hashes[0]}'",
        f"style-src 'sha256-{hashes[1]}'",
    ]
    assert "unsafe" not in policy
    assert " style=" not in page


def test_nothing_in_the_page_points_elsewhere():
    page = report_page(ts.score(GOLD, PRED, task="spans"))
    # The name of the namespace of SVG is an address, and nothing is fetched from there.
    assert set(re.findall(r"https?://[^\s\"'`)]*", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(
        r"""(?:src|href)=["'](?!data:,)""", re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    )


def test_without_a_script_the_scores_are_there():
    page = report_page({"one": ts.score(GOLD, PRED, "span", task="spans")})
    noscript = re.search(r"<noscript>(.*?)</noscript>", page, re.DOTALL)[1]
    assert "span" in noscript
    # 2 of 4 predicted spans match 2 of 3 gold ones: 2 · 2 / 7.
    assert "57.14" in noscript


@pytest.mark.parametrize("undefined", ["null", "zero"])
@pytest.mark.parametrize("name", tasks())
def test_the_table_has_the_numbers_of_items(name, undefined):
    report = example(name, undefined=undefined)
    overview, _ = data_of(report)
    for metric, ((columns,), summary) in zip(
        report.metrics.values(),
        zip(overview["items"]["scores"], overview["metrics"], strict=True),
        strict=True,
    ):
        rows = [[item.values[name] for name in summary["fields"]] for item in metric.items]
        assert [*zip(*columns, strict=True)] == [
            tuple(None if value is None else pytest.approx(value, abs=1e-6) for value in row) for row in rows
        ]
