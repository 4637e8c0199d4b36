"""``tallystick convert`` to document graphs and back."""

import pytest

from tallystick.formats.penman.reader import loads

XML = """<document>
  <sentences docid="story"><amr id="d.1"/><amr id="d.2"/></sentences>
  <relations><identity><identchain relationid="rel-0">
    <mention id="d.1" variable="b"/><mention id="d.2" variable="h"/>
  </identchain></identity></relations>
</document>
"""
AMR = """# ::id d.1
# ::tok A boy came .
(c / come-01~e.2 :ARG1 (b / boy~e.1))

# ::id d.2
# ::tok He left .
(l / leave-11~e.1 :ARG0 (h / he~e.0))
"""
HEAD = """# ::id story
# ::sentence_ids d.1 d.2
# ::tok A boy came . <next_sent> He left .
"""
GRAPH = f"""{HEAD}(d / document
    :snt1 (s1.c / come-01~e.2
        :ARG1 (s1.b / boy~e.1,5))
    :snt2 (s2.l / leave-11~e.6
        :ARG0 s1.b))
"""


@pytest.fixture
def files(folder):
    folder.write("story.xml", XML)
    folder.write("story.amr", AMR)
    return folder


def test_from_annotations(command, files):
    result = command("convert", "story.xml", "--amr", "story.amr", "--to", "docamr")
    assert (result.status, result.out, result.err) == (0, GRAPH, "")


def test_to_every_representation(command, files):
    concepts = {
        "no-merge": {"coref-entity", "he", "boy"},
        "merge-names": {"coref-entity", "he", "boy"},
        "docamr": {"boy"},
        "merge-all": {"he", "boy"},
    }
    for name, wanted in concepts.items():
        (graph,) = loads(command("convert", "story.xml", "--amr", "story.amr", "--to", name).out)
        assert set(graph.concepts) - {"document", "come-01", "leave-11"} == wanted


def test_the_released_program(command, files):
    result = command(
        "convert", "story.xml", "--amr", "story.amr", "--to", "docamr", "--preset", "docamr-0.1.1"
    )
    assert result.status == 0
    assert "# ::doc_file story.xml" in result.out


def test_directories(command, files):
    files.write("in/one.xml", XML)
    files.write("in/two.xml", XML.replace("story", "other"))
    files.write("amr/deep/a.amr", AMR)
    result = command("convert", "in", "--amr", "amr", "--to", "docamr", "-o", "out")
    assert (result.status, result.err) == (0, "")
    assert [
        graph.id for name in ("one", "two") for graph in loads((files.path / f"out/{name}.amr").read_text())
    ] == [
        "story",
        "other",
    ]


def test_from_clusters(command, files):
    files.write("clusters.jsonl", '{"id": "story", "clusters": [[[1, 1], [4, 4]]]}')
    result = command("convert", "story.amr", "--clusters", "clusters.jsonl", "--to", "docamr")
    assert (result.status, result.out, result.err) == (0, GRAPH, "")


def test_from_unmerged_graphs_and_pairs(command, files):
    unmerged = command("convert", "story.xml", "--amr", "story.amr", "--to", "no-merge").out
    assert command("convert", "-", "--to", "docamr", stdin=unmerged).out == GRAPH
    pairs = HEAD + "(d / document :snt1 (s1.c / come-01~e.2 :ARG1 (s1.b / boy~e.1))" \
                   " :snt2 (s2.l / leave-11~e.6 :ARG0 (s2.h / he~e.5 :same-as s1.b)))"  # fmt: skip
    assert command("convert", "-", "--to", "docamr", "--pairwise-role", "same-as", stdin=pairs).out == GRAPH


def test_and_back(command, files):
    unmerged = command("convert", "story.xml", "--amr", "story.amr", "--to", "no-merge").out
    sentences = command("convert", "-", "--to", "amr", stdin=unmerged)
    assert [graph.triples() for graph in loads(sentences.out)] == [graph.triples() for graph in loads(AMR)]
    assert "cannot represent 1 chain" in sentences.err
    files.write("again.xml", command("convert", "-", "--to", "msamr", stdin=unmerged).out)
    assert command("convert", "again.xml", "--amr", "story.amr", "--to", "docamr").out == GRAPH


def test_other_tables(command, files):
    files.write("pronouns", "they\nit\n")
    files.write("types", "person\ncountry\n")
    options = ("--pronoun-table", "pronouns", "--type-table", "types")
    result = command("convert", "story.xml", "--amr", "story.amr", "--to", "docamr", *options)
    assert "coref-entity" in result.out


def test_all_that_is_wrong_is_listed_with_its_place(command, files):
    files.write("bad.xml", XML.replace('"h"', '"x"').replace('variable="b"', 'variable="y"'))
    result = command("convert", "bad.xml", "--amr", "story.amr", "--to", "docamr")
    assert (result.status, result.out) == (3, "")
    assert (
        "bad.xml:4:5: in the chain rel-0 of the document story: the sentence d.1 has no variable y"
        in result.err
    )
    assert (
        "bad.xml:4:37: in the chain rel-0 of the document story: the sentence d.2 has no variable x"
        in result.err
    )


def test_what_is_left_out_is_said(command, files):
    files.write("bad.xml", XML.replace('"h"', '"x"'))
    result = command("convert", "bad.xml", "--amr", "story.amr", "--to", "docamr", "--on-error", "skip")
    assert result.status == 0
    assert "he~e.5" in result.out
    assert "warning: bad.xml:4:37" in result.err
    assert "left out" in result.err


def test_documents_that_cannot_be_built_are_left_out_under_skip(command, files):
    files.write("in/one.xml", XML)
    files.write("in/two.xml", XML.replace('<amr id="d.2"/>', '<amr id="d.2"/><amr id="d.3"/>'))
    options = ("--amr", "story.amr", "--to", "docamr", "-o", "out")
    assert command("convert", "in", *options).status == 3
    result = command("convert", "in", *options, "--on-error", "skip")
    assert result.status == 0
    assert (files.path / "out/one.amr").exists()
    assert not (files.path / "out/two.amr").exists()
    assert "the sentence d.3 of the document story has no AMR" in result.err
    assert "1 item left out" in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("story.xml", "--to", "docamr"), "annotations need their sentence AMRs"),
        (
            ("story.xml", "--to", "docAMR", "--amr", "story.amr"),
            "targets: no-merge, merge-names, docamr, merge-all, flipped",
        ),
        (("story.amr", "--to", "docamr", "--amr", "story.amr"), "--amr does not apply to sentence graphs"),
        (
            ("story.xml", "--to", "docamr", "--amr", "story.amr", "--clusters", "c"),
            "--clusters does not apply to",
        ),
        (("story.xml", "--to", "json"), "annotations are not converted to JSON"),
        (("story.xml", "--to", "amr"), "expected document graphs"),
    ],
)
def test_wrong_usage(command, files, arguments, words):
    files.write("c", '{"clusters": []}')
    result = command("convert", *arguments)
    assert result.status == 2
    assert words in result.err


@pytest.mark.parametrize("option", ["--amr", "--clusters", "--type-table"])
def test_files_that_are_not_there(command, files, option):
    result = command("convert", "story.xml", "--to", "docamr", option, "nothing")
    assert result.status == 3
    assert "nothing: no such file or directory" in result.err


def test_annotations_can_be_checked_and_are_not_scored(command, files):
    assert command("check", "story.xml").status == 0
    files.write("bad.xml", XML.replace("<identity>", "<identities>"))
    assert command("check", "bad.xml").status == 3
    result = command("score", "story.xml", "story.xml")
    assert result.status == 3
    assert "tallystick convert --amr PATH --to docamr" in result.err
