"""MS-AMR annotations: what is read, what is refused, and where the fault is."""

from random import Random

import pytest

from tallystick.errors import DataError
from tallystick.formats.base import Source
from tallystick.formats.msamr.document import Bridging, ImplicitRole, Link, Mention
from tallystick.formats.msamr.reader import MsAmrReader, load, looks_like_msamr, read_msamr
from tallystick.formats.msamr.write import dumps

WHOLE = """<?xml version="1.0" encoding="UTF-8"?>
<document>
  <sentences annotator="a" docid="doc" site="s">
    <amr id="doc.1" order="1" post="1" speaker="" su="1"/>
    <amr id="doc.2" order="2" post="1" speaker="" su="2"/>
  </sentences>
  <relations>
    <identity>
      <identchain relationid="rel-0">
        <mention concept="boy" id="doc.1" variable="b">the boy</mention>
        <implicitrole argument="ARG2" id="doc.2" parentconcept="give-01" parentvariable="g"/>
      </identchain>
    </identity>
    <singletons>
      <identchain relationid="singleton-0"><mention id="doc.2" variable="h"/></identchain>
    </singletons>
    <bridging>
      <setmember relationid="rel-1"><superset id="rel-0"/><member id="singleton-0"/><member id="rel-0"/></setmember>
      <partwhole relationid="rel-2"><whole id="rel-0"/><part id="singleton-0"/></partwhole>
    </bridging>
  </relations>
</document>
"""


def minimal(relations="", sentences='<amr id="a"/>', before="", after=""):
    return (
        f"<document>{before}<sentences>{sentences}</sentences>"
        f"<relations>{relations}</relations>{after}</document>"
    )


def problems_of(text):
    reader = MsAmrReader()
    (block,) = reader.blocks(Source("x.xml", text))
    return reader.item(block).problems


def test_everything_is_read():
    document = read_msamr(WHOLE)
    assert document.id == "doc"
    assert [(sentence.id, sentence.order) for sentence in document.sentences] == [("doc.1", 1), ("doc.2", 2)]
    chain, singleton = document.chains
    assert chain.id == "rel-0"
    assert chain.members == (Mention("doc.1", "b", "boy"), ImplicitRole("doc.2", "g", "ARG2", "give-01"))
    assert not chain.singleton
    assert singleton.singleton
    assert document.bridging == (
        Bridging("rel-1", "subset", Link("rel-0"), (Link("singleton-0"), Link("rel-0"))),
        Bridging("rel-2", "part", Link("rel-0"), (Link("singleton-0"),)),
    )
    assert (chain.members[0].line, chain.members[0].column) == (10, 9)


def test_what_is_written_reads_the_same():
    document = read_msamr(WHOLE)
    assert read_msamr(dumps(document)) == document


def test_signs_that_mean_something_in_xml_survive_writing():
    document = read_msamr(minimal(sentences='<amr id="a&lt;&amp;&quot;&#10;b"/>'))
    assert document.sentences[0].id == 'a<&"\nb'
    assert read_msamr(dumps(document)).sentences == document.sentences


def test_sections_may_stand_in_any_order():
    swapped = minimal(
        '<bridging><partwhole relationid="r"><part id="x"/><whole id="y"/></partwhole></bridging>'
        '<identity><identchain relationid="y"><mention id="a" variable="v"/></identchain></identity>'
    )
    document = read_msamr(swapped)
    assert [chain.id for chain in document.chains] == ["y"]
    assert document.bridging[0].whole.chain == "y"


def test_sections_may_be_missing():
    assert read_msamr("<document><sentences><amr id='a'/></sentences></document>").chains == ()
    assert read_msamr(minimal("<identity/>")).bridging == ()


def test_sentences_stand_by_their_order_if_all_have_one():
    some = '<amr id="c" order="3"/><amr id="a" order="1"/>'
    assert [s.id for s in read_msamr(minimal(sentences=some)).ordered()] == ["a", "c"]
    partly = '<amr id="c" order="3"/><amr id="a"/>'
    assert [s.id for s in read_msamr(minimal(sentences=partly)).ordered()] == ["c", "a"]


def test_order_is_a_number_and_not_only_a_word():
    """By their text, 10 would come before 9."""
    some = "".join(f'<amr id="s{number}" order="{number}"/>' for number in (10, 9))
    assert [s.id for s in read_msamr(minimal(sentences=some)).ordered()] == ["s9", "s10"]


def test_a_remark_beside_the_sections_is_a_warning():
    found = problems_of(minimal(before="<comment>by hand <b/></comment>"))
    assert [(problem.level, problem.code) for problem in found] == [("warning", "msamr-element")]
    assert read_msamr(minimal(before="<comment/>")).sentences


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (minimal(sentences=""), "msamr-sentences", "no sentences"),
        (minimal(sentences="<amr/>"), "msamr-attribute", "<amr> has no id"),
        (minimal(sentences='<amr id="a"/><amr id="a"/>'), "msamr-twice", "listed twice"),
        (minimal(sentences='<amr id="a" order="x"/>'), "msamr-order", "not a whole number"),
        (minimal(sentences='<sentence id="a"/>'), "msamr-element", "unknown element <sentence>"),
        (minimal("<coreference/>"), "msamr-element", "unknown element <coreference> inside <relations>"),
        (
            minimal(
                '<bridging><setmember relationid="r"><superset id="x"/><subset id="y"/></setmember></bridging>'
            ),
            "msamr-element",
            "unknown element <subset> inside <setmember>, in r",
        ),
        (minimal("<identity><identchain/></identity>"), "msamr-attribute", "no relationid"),
        (
            minimal('<identity><identchain relationid="r"><mention id="a"/></identchain></identity>'),
            "msamr-attribute",
            "<mention> has no variable, in r",
        ),
        (
            minimal(
                '<identity><identchain relationid="r"><implicitrole id="a" parentvariable="v" argument="A B"/>'
                "</identchain></identity>"
            ),
            "msamr-role",
            "is not a role, in r",
        ),
        (
            minimal(
                '<identity><identchain relationid="r"><mention id="a" variable="v"/></identchain>'
                '<identchain relationid="r"><mention id="a" variable="w"/></identchain></identity>'
            ),
            "msamr-twice",
            "two chains are named r",
        ),
        ("<amr/>", "msamr-root", "expected the element <document>"),
        ("<document><sentences></document>", "xml", "not well-formed: mismatched tag"),
        (minimal("&what;"), "xml", "not well-formed: undefined entity"),
        ("<!DOCTYPE document><document/>", "xml-doctype", "document type"),
        ('<!DOCTYPE document [<!ENTITY a "b">]><document>&a;</document>', "xml-doctype", "document type"),
        (
            '<!DOCTYPE document SYSTEM "file:///etc/passwd"><document/>',
            "xml-doctype",
            "document type",
        ),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_place(text, code, words):
    found = [problem for problem in problems_of(text) if problem.level == "error"]
    assert [problem.code for problem in found] == [code]
    assert words in found[0].message
    assert found[0].path == "x.xml"
    assert found[0].line >= 1
    assert found[0].column >= 1


def test_all_problems_are_listed():
    found = problems_of(minimal('<identity><identchain relationid="r"><x/><y/></identchain></identity>'))
    assert [problem.message.split()[2] for problem in found if problem.level == "error"] == ["<x>", "<y>"]


@pytest.mark.parametrize(
    ("relations", "words"),
    [
        ('<identity><identchain relationid="r"/></identity>', "no members"),
        (
            '<singletons><identchain relationid="r"><mention id="a" variable="v"/><mention id="a" variable="w"/>'
            "</identchain></singletons>",
            "read as a chain",
        ),
        ('<bridging><setmember relationid="r"><member id="x"/></setmember></bridging>', "no element <superset>"),
        ('<bridging><partwhole relationid="r"><whole id="x"/></partwhole></bridging>', "no element <part>"),
    ],
)  # fmt: skip
def test_what_can_be_read_in_part_is_a_warning(relations, words):
    found = problems_of(minimal(relations))
    assert [problem.level for problem in found] == ["warning"]
    assert words in found[0].message
    assert read_msamr(minimal(relations), "x.xml").problems == found


def test_a_second_whole_is_an_error():
    text = minimal(
        '<bridging><partwhole relationid="r"><whole id="x"/><whole id="y"/><part id="z"/></partwhole></bridging>'
    )
    assert [problem.code for problem in problems_of(text)] == ["msamr-bridging"]


def test_depth_and_breadth_cost_no_more_than_their_length():
    deep = minimal(before="<x>" * 100_000 + "</x>" * 100_000)
    assert read_msamr(deep).sentences[0].id == "a"
    broad = minimal(sentences="".join(f'<amr id="s{number}"/>' for number in range(20_000)))
    assert len(read_msamr(broad).sentences) == 20_000


def test_no_entity_is_ever_expanded():
    """A billion laughs: ten entities, each ten times the one before."""
    laughs = '<!ENTITY l0 "lol">' + "".join(
        f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 10)
    )
    with pytest.raises(DataError, match="document type"):
        read_msamr(f"<!DOCTYPE document [{laughs}]><document>&l9;</document>")


def test_wrong_encodings_are_told_with_their_place(tmp_path):
    path = tmp_path / "x.xml"
    path.write_bytes(b"<document>\n<sentences docid='\xff'/></document>")
    with pytest.raises(DataError, match=r"x\.xml:2:19: expected UTF-8 text"):
        load(path)


def test_an_empty_file_is_an_error(tmp_path):
    path = tmp_path / "x.xml"
    path.write_text(" \n")
    with pytest.raises(DataError, match="the file is empty"):
        load(path)


def test_the_id_is_the_file_name_where_there_is_no_other(tmp_path):
    path = tmp_path / "story.xml"
    path.write_text(minimal())
    assert load(path).id == "story"


@pytest.mark.parametrize(
    ("head", "yes"),
    [
        ("<document>", True),
        ("<!-- a --><document x='1'>", True),
        ("<!DOCTYPE document><document>", True),
        ("<documents>", False),
        ("(d / document)", False),
        ("", False),
    ],
)
def test_files_are_recognised(head, yes):
    assert looks_like_msamr(head) is yes


@pytest.mark.parametrize("seed", range(20))
def test_any_damage_is_a_located_problem_and_never_a_crash(seed):
    random = Random(seed)
    reader = MsAmrReader()
    for _ in range(50):
        signs = list(WHOLE)
        for _ in range(random.randint(1, 4)):
            place = random.randrange(len(signs))
            signs[place : place + random.randint(0, 8)] = random.choice(
                ["", "<", '"', "&x;", "</a>", "\0", "é", "\ud800"]
            )
        text = "".join(signs)
        for block in reader.blocks(Source("x.xml", text)):
            item = reader.item(block)
            errors = [problem for problem in item.problems if problem.level == "error"]
            assert (item.value is None) == bool(errors)
            assert all(problem.line >= 1 and problem.column >= 1 for problem in errors)


def test_blanks_are_not_divided_in_all_ways():
    # With every blank the number of ways would double: this would never end.
    assert not looks_like_msamr(" " * 5_000 + "(d / document)")
    assert looks_like_msamr(" \n" * 5_000 + "<!-- a --> \n <!-- b -->\n<document>")
