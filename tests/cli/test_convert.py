"""``tallystick convert``: files, directories, pipes; what is refused, and what is left out."""

import json
import os

import pytest

from tallystick.formats.penman.reader import loads
from tallystick.run import convert as run_convert
from tallystick.tasks.amr.task import TASK as AMR
from tallystick.tasks.base import Parameter, Writer, Written

GOLD = '# ::id a\n# ::snt He goes\n(g/go-02 :ARG0(h/he))\n\n# ::id b\n(d / dog~e.1 :mod-of c :wiki "Q 1")\n'
PLAIN = """# ::id a
# ::snt He goes
(g / go-02
    :ARG0 (h / he))

# ::id b
(d / dog~e.1
    :mod-of c
    :wiki "Q 1")
"""
BAD = "# ::id c\n(x / y :z)\n"
UMR = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01)

# alignment:
s1g: 1-1

# document level annotation:
(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1g)))
"""


@pytest.fixture
def amr(folder):
    folder.write("gold.amr", GOLD)
    return folder


def test_to_one_layout_on_standard_output(command, amr):
    result = command("convert", "gold.amr", "--to", "amr")
    assert (result.status, result.out, result.err) == (0, PLAIN, "")
    assert command("convert", "-", "--to", "amr", stdin=GOLD).out == PLAIN
    assert command("convert", "gold.amr", "--to", "amr", "-o", "-").out == PLAIN


def test_to_a_file(command, amr):
    result = command("convert", "gold.amr", "--to", "json", "-o", "new.json")
    assert (result.status, result.out, result.err) == (0, "", "")
    first, second = json.loads((amr.path / "new.json").read_text())
    assert first == {
        "id": "a",
        "metadata": {"id": "a", "snt": "He goes"},
        "nodes": [{"variable": "g", "concept": "go-02"}, {"variable": "h", "concept": "he"}],
        "edges": [{"source": "g", "role": "ARG0", "target": "h"}],
    }
    assert second["nodes"][0] == {"variable": "d", "concept": "dog", "alignment": {"concept": "e.1"}}
    assert second["edges"][1] == {"source": "d", "role": "wiki", "value": '"Q 1"'}


def test_into_a_directory_that_is_there(command, amr):
    (amr.path / "out").mkdir()
    assert command("convert", "gold.amr", "--to", "json", "-o", "out").status == 0
    assert (amr.path / "out" / "gold.json").exists()
    assert command("convert", "-", "--to", "json", "-o", "out", stdin=GOLD).status == 2


def test_a_directory(command, amr):
    amr.write("in/x.amr", GOLD)
    amr.write("in/deep/y.amr", "(a / b)")
    assert command("convert", "in", "--to", "json", "-o", "out").status == 0
    files = sorted(
        str(path.relative_to(amr.path)) for path in (amr.path / "out").rglob("*") if path.is_file()
    )
    assert files == ["out/deep/y.json", "out/x.json"]
    assert len(json.loads((amr.path / "out/x.json").read_text())) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in", "--to", "amr"], "name an output directory with -o OUT"),
        (["in", "--to", "amr", "-o", "in"], "is inside in"),
        (["in", "--to", "amr", "-o", "in/out"], "is inside in"),
        (["in", "--to", "amr", "-o", "gold.amr"], "is a file, but IN is a directory"),
        (["gold.amr", "--to", "amr", "-o", "gold.amr"], "would replace an input"),
        (["gold.amr", "--to", "amr", "-o", "link.amr"], "would replace an input"),
        (["gold.amr", "--to", "amr", "-o", "nowhere/x.amr"], "no such directory: nowhere"),
        (["gold.amr", "--to", "jsn"], "did you mean 'json'?"),
        (["gold.jsonl", "--to", "json"], "cannot be converted"),
        (["gold.amr", "--to", "json", "--task", "nope"], "unknown task 'nope'"),
        (["", "--to", "json"], "IN is empty"),
        (["twins", "--to", "json", "-o", "out"], "would both be written to out/x.json"),
    ],
)  # fmt: skip
def test_what_is_refused(command, amr, arguments, message):
    amr.write("in/x.amr", GOLD)
    amr.write("twins/x.amr", GOLD)
    amr.write("twins/x.txt", GOLD)
    (amr.path / "link.amr").symlink_to("gold.amr")
    result = command("convert", *arguments)
    assert result.status == 2
    assert message in result.err
    assert (amr.path / "gold.amr").read_text() == GOLD
    assert not (amr.path / "out").exists()


def test_outputs_in_a_directory_that_are_links_to_inputs(command, amr):
    amr.write("in/x.amr", GOLD)
    (amr.path / "out").mkdir()
    (amr.path / "out/x.amr").symlink_to("../in/x.amr")
    assert command("convert", "in", "--to", "amr", "-o", "out").status == 2
    assert (amr.path / "in/x.amr").read_text() == GOLD


def test_all_problems_of_all_files_and_nothing_written(command, amr):
    amr.write("in/x.amr", GOLD)
    amr.write("in/y.amr", BAD + "\n" + BAD)
    amr.write("in/z.amr", "")
    result = command("convert", "in", "--to", "json", "-o", "out")
    assert (result.status, result.out) == (3, "")
    assert [line.split(": ")[0] for line in result.err.splitlines() if line.startswith("in/")] == [
        "in/y.amr:2:8", "in/y.amr:5:8", "in/z.amr:1:1",
    ]  # fmt: skip
    assert result.err.endswith("3 problems; nothing was written\n")
    assert sorted(os.listdir(amr.path)) == ["gold.amr", "gold.jsonl", "in", "pred.jsonl"]


def test_an_old_output_stays_as_it_is_where_the_input_is_bad(command, amr):
    amr.write("old.json", "old")
    amr.write("bad.amr", BAD)
    assert command("convert", "bad.amr", "--to", "json", "-o", "old.json").status == 3
    assert (amr.path / "old.json").read_text() == "old"
    assert command("convert", "gold.amr", "--to", "json", "-o", "old.json").status == 0
    assert json.loads((amr.path / "old.json").read_text())[0]["id"] == "a"
    assert not list(amr.path.glob(".*"))


def test_skipping_says_what_was_left_out(command, amr):
    amr.write("in/x.amr", GOLD + "\n" + BAD)
    amr.write("in/y.amr", BAD)
    result = command("convert", "in", "--to", "amr", "-o", "out", "--on-error", "skip")
    assert result.status == 0
    assert (amr.path / "out/x.amr").read_text() == PLAIN
    assert not (amr.path / "out/y.amr").exists()
    assert result.err.splitlines() == [
        "warning: in/x.amr:9:8: the role :z has no value (item c)",
        "warning: in/y.amr:2:8: the role :z has no value (item c)",
        "note: in/y.amr: nothing could be read, so nothing was written",
        "note: 2 items left out",
    ]
    quiet = command("convert", "in", "--to", "amr", "-o", "out", "--on-error", "skip", "--quiet")
    assert (quiet.status, quiet.err) == (0, "")


def test_where_nothing_is_left_there_is_no_result(command, amr):
    amr.write("bad.amr", BAD)
    result = command("convert", "bad.amr", "--to", "json", "--on-error", "skip")
    assert (result.status, result.out) == (3, "")
    assert command("convert", "none.amr", "--to", "json").status == 3
    (amr.path / "bare").mkdir()
    assert command("convert", "bare", "--to", "json", "-o", "out").status == 3


def test_a_pipe_takes_what_it_is_given(command, amr):
    os.mkfifo(amr.path / "pipe")
    end = os.open(amr.path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert command("convert", "gold.amr", "--to", "amr", "-o", "pipe").status == 0
    assert os.read(end, 10_000).decode() == PLAIN
    os.close(end)


def test_documents_and_what_amr_cannot_hold(command, amr):
    amr.write("doc.umr", UMR)
    result = command("convert", "doc.umr", "--to", "amr")
    assert result.status == 0
    assert loads(result.out)[0].triples() == [("s1g", ":instance", "go-01")]
    assert (
        result.err.splitlines()[-1] == "note: amr cannot represent 2 document-level relations, 1 alignments"
    )
    for target in ("umr", "umr-1.0"):
        text = command("convert", "doc.umr", "--to", target).out
        assert command("convert", "-", "--to", target, "--task", "umr", stdin=text).out == text
    assert command("convert", "doc.umr", "--to", "json").json["name"] == "doc"


def test_the_unreadable_part_of_a_document_is_left_out(command, amr):
    amr.write(
        "doc.umr", UMR + "\n" + UMR.replace("snt1", "snt2").replace("s1", "s2").replace("go-01)", "go-01")
    )
    assert command("convert", "doc.umr", "--to", "amr").status == 3
    result = command("convert", "doc.umr", "--to", "amr", "--on-error", "skip")
    assert result.status == 0
    assert "note: 1 sentence left out" in result.err
    assert [graph.concepts for graph in loads(result.out)] == [("go-01",), ("amr-empty",)]


def test_a_writer_with_options_of_its_own(command, amr, monkeypatch):
    def shout(items, options):
        return Written(
            "\n".join(item.id * int(str(options["times"])) for item in items) + "\n", {"graphs": len(items)}
        )

    writer = Writer("ids", shout, ".txt", (Parameter("times", 1, "how often each id is written", kind=int),))
    assert "times" not in run_convert.writer_parameters()
    monkeypatch.setitem(AMR.writers, "ids", writer)
    assert run_convert.writer_parameters()["times"].default == 1
    result = command("convert", "gold.amr", "--to", "ids")
    assert (result.out, result.err) == ("a\nb\n", "note: ids cannot represent 2 graphs\n")


#: Two sentences whose subjects corefer, as documents of either task.
CHAINS = {
    "umr": """
#####
# :: snt1
Index: 1 2
Words: A boy
# sentence level graph:
(s1b / boy)

# alignment:

# document level annotation:
(s1s0 / sentence)

#####
# :: snt2
Index: 1 2
Words: He left
# sentence level graph:
(s2l / leave-11 :ARG0 (s2h / he))

# alignment:

# document level annotation:
(s2s0 / sentence :coref ((s1b :same-entity s2h)))
""",
    "docamr": """(d / document
        :snt1 (b / boy :coref-of (e / coref-entity))
        :snt2 (l / leave-11 :ARG0 (h / he :coref-of e)))
    """,
}


@pytest.mark.parametrize("task", CHAINS)
def test_chains_as_coreference(folder, command, task):
    folder.write("story.txt", CHAINS[task])
    result = command("convert", "story.txt", "--task", task, "--to", "coref")
    written = json.loads(result.out)
    assert written["clusters"] == [[[0, 0], [1, 1]]]
    assert [word.split("/")[1] for word in written["sentences"][0]] == ["boy", "he"]
