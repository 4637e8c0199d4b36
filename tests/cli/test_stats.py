"""``tallystick stats``: rows, labels, outputs, what cannot be read."""

import pytest

GOLD = """# ::id a
# ::snt He wants to go
(w / want-01 :ARG0 (h / he) :ARG1 (g / go-02 :ARG0 h))

# ::id b
(d / dog~e.1 :quant 3 :mod-of (c / cat))
"""
#: By hand: 3 + 2 nodes, want-01 and go-02 have senses, 3 + 1 relations, one of them inverse, one attribute; the second
#: mention of h is the only relation that a tree does not need.
COUNTS = {
    "graphs": 2, "tokens": 4, "nodes": 5, "frames": 2, "relations": 4, "attributes": 1, "inverse_relations": 1,
    "reentrancies": 1, "aligned_nodes": 1,
}  # fmt: skip


@pytest.fixture
def amr(folder):
    folder.write("gold.amr", GOLD)
    folder.write("data/en/x.amr", GOLD)
    folder.write("data/de/y.amr", "# ::id a\n(a / b)\n")
    folder.write("data/de/z.amr", "# ::id c\n(a / b :c)\n\n(d / e)\n")
    return folder


def test_one_file(command, amr):
    result = command("stats", "gold.amr")
    assert result.status == 0
    head, rule, row, footer = result.out.splitlines()
    assert head == "file      " + "  ".join(name.replace("_", " ") for name in COUNTS)
    assert set(rule) == {"─", " "}
    assert row.split() == ["gold.amr", *map(str, COUNTS.values())]
    assert footer == "amr, 1 file"
    assert result.err == ""


def test_json_of_one_file(command, amr):
    found = command("stats", "gold.amr", "-f", "json").json
    assert found["rows"] == [{"file": "gold.amr", "items": 2, "malformed": 0, "statistics": COUNTS}]
    assert found["total"] == {"items": 2, "malformed": 0, "statistics": COUNTS}
    assert (found["task"], found["by"], found["files"]) == ("amr", "file", 1)


def test_what_cannot_be_read_is_counted_apart(command, amr):
    result = command("stats", "data", "-f", "csv")
    assert result.status == 0
    assert result.out.splitlines() == [
        "file,items,malformed,graphs,tokens,nodes,frames,relations,attributes,inverse_relations,reentrancies,aligned_nodes",
        "data/de/y.amr,1,0,1,0,1,0,0,0,0,0,0",
        "data/de/z.amr,1,1,1,0,1,0,0,0,0,0,0",
        "data/en/x.amr,2,0,2,4,5,2,4,1,1,1,1",
    ]
    assert (
        result.err
        == "warning: some items in data/de/z.amr cannot be read; tallystick check lists the problems\n"
    )
    assert command("stats", "data", "--quiet").err == ""
    assert command("stats", "data").out.endswith("amr, 3 files; 1 malformed, not counted\n")


def test_by_language(command, amr):
    found = command("stats", "data", "gold.amr", "--by", "language", "-f", "json").json
    assert [(row["language"], row["statistics"]["graphs"]) for row in found["rows"]] == [
        ("de", 2),
        ("en", 2),
        ("–", 2),
    ]
    assert found["total"]["statistics"]["graphs"] == 6


def test_by_document(command, amr):
    found = command("stats", "data", "--by", "document", "-f", "json").json
    # The id `a` stands in two files, and means two documents.
    labels = [row["document"] for row in found["rows"]]
    assert labels == ["data/de/y.amr:a", "c", "data/de/z.amr:2", "data/en/x.amr:a", "b"]


def test_by_a_key_of_the_items(command, folder):
    found = command("stats", "gold.jsonl", "--by", "genre", "-f", "json").json
    counts = {row["genre"]: (row["items"], row["statistics"]["spans"]) for row in found["rows"]}
    assert counts == {"news": (2, 3), "mail": (1, 1), "–": (1, 0)}
    result = command("stats", "gold.jsonl", "--by", "nothing")
    assert result.status == 2
    assert "--by nothing: no item has 'nothing' in its meta" in result.err


def test_tables_of_other_tasks_count_elements(command, folder):
    assert command("stats", "gold.jsonl", "pred.jsonl").out == (
        "file        items  spans\n"
        "──────────  ─────  ─────\n"
        "gold.jsonl      4      4\n"
        "pred.jsonl      4      4\n"
        "all             8      8\n"
        "spans, 2 files\n"
    )


UMR = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01)

# alignment:
s1g: 1-1

# document level annotation:
(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1g)))
"""


def test_a_wide_table_is_turned_round_and_has_details_on_demand(command, folder):
    folder.write("english_umr-1.umr", UMR)
    folder.write("czech_umr-1.umr", UMR)
    out = command("stats", "english_umr-1.umr", "czech_umr-1.umr", "--by", "language").out
    assert out.splitlines()[0].split() == ["english", "czech", "all"]
    assert "sentences                                1      1    2\n" in out
    assert "modal.full-affirmative" not in out
    assert "modal: modal 2, full-affirmative 2\n" in out or "modal: full-affirmative 2" in out
    detailed = command("stats", "english_umr-1.umr", "czech_umr-1.umr", "--by", "language", "--details").out
    assert any(line.split() == ["modal.full-affirmative", "1", "1", "2"] for line in detailed.splitlines())
    assert "\nmodal:" not in detailed
    # A file that is one document has no number behind its name.
    rows = command("stats", "english_umr-1.umr", "--by", "document", "-f", "json").json["rows"]
    assert [row["document"] for row in rows] == ["english_umr-1.umr"]


def test_of_many_labels_the_most_frequent_are_named(command, folder):
    labels = (
        "full-affirmative",
        "full-negative",
        "partial-affirmative",
        "partial-negative",
        "neutral-negative",
    )
    triples = "".join(f" (author :{label} s1g)" for label in ("full-negative", *labels))
    folder.write("x.umr", UMR.replace(" (author :full-affirmative s1g)", triples))
    out = command("stats", "x.umr").out
    named = "full-negative 2, modal 1, full-affirmative 1, partial-affirmative 1, partial-negative 1"
    assert f"\nmodal: {named} and 1 more (--details)\n" in out


def test_a_table_that_is_too_wide_either_way_is_broken(command, folder):
    names = [f"annotations-of-ann/english_umr-{number:04}.umr" for number in range(6)]
    for name in names:
        folder.write(name, UMR)
    lines = command("stats", *names).out.splitlines()
    assert max(map(len, lines)) <= 120
    assert (
        sum("english_umr" in line for line in lines) == 3
    )  # two names of 39 characters fit beside the first column
    assert [word for line in lines for word in line.split() if word.endswith(".umr")] == names
    assert sum(line.startswith("sentences  ") for line in lines) == 3


def test_markdown(command, folder):
    assert command("stats", "gold.jsonl", "-f", "markdown").out == (
        "| file | items | spans |\n| --- | ---: | ---: |\n| gold.jsonl | 4 | 4 |\n\nspans, 1 file\n"
    )


def test_nothing_to_count(command, folder):
    folder.write("empty.amr", "")
    (folder.path / "bare").mkdir()
    for arguments in (["none.amr"], ["empty.amr", "--task", "amr"], ["bare"], ["gold.jsonl", "none.amr"]):
        result = command("stats", *arguments)
        assert (result.status, result.out) == (3, "")
        assert result.err.endswith("; nothing was counted\n")


def test_standard_input_and_output(command, amr):
    assert command("stats", "-", "-f", "json", stdin=GOLD).json["rows"][0]["file"] == "<stdin>"
    assert command("stats", "gold.amr", "-o", "gold.amr").status == 2
    assert command("stats", "gold.amr", "-f", "csv", "-o", "found.csv").out == ""
    assert (amr.path / "found.csv").read_text().count("\n") == 2
    assert command("stats").status == 2


def test_a_file_of_another_task_is_not_counted(command, amr):
    result = command("stats", "gold.amr", "gold.jsonl", "-f", "json")
    assert [(row["items"], row["malformed"]) for row in result.json["rows"]] == [(2, 0), (0, 1)]
    assert "gold.jsonl" in result.err
