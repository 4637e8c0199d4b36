"""Document graphs against golden ones: ../shared/goldens/docamr (the released program) and docamr-default (ours)."""

import importlib.util
import json
import re

import pytest
from click.testing import CliRunner
from tests.shared import SHARED, needs_shared

from tallystick.cli.app import app
from tallystick.formats.msamr import reader as msamr
from tallystick.formats.penman.reader import dumps, load, loads
from tallystick.tasks.docamr.build.base import of_sentences
from tallystick.tasks.docamr.build.build import build_docamr
from tallystick.tasks.docamr.build.chains import Linking, add_annotations
from tallystick.tasks.docamr.build.model import COREF
from tallystick.tasks.docamr.build.represent import represent
from tallystick.tasks.docamr.build.sentences import read_sentences
from tallystick.tasks.docamr.build.tables import NEGATIVE, Tables
from tallystick.tasks.docamr.reverse.reverse import take_apart

pytestmark = needs_shared
RELEASED = SHARED / "goldens" / "docamr" / "representations"
OURS = SHARED / "goldens" / "docamr-default" / "representations"
REPRESENTATIONS = {
    "no-merge": "no-merge",
    "merge-names": "merge-names",
    "docAMR": "docamr",
    "merge-all": "merge-all",
}
DOCUMENTS = sorted(path.name for path in RELEASED.iterdir()) if SHARED.is_dir() else []
PAIRWISE = [name for name in DOCUMENTS if (RELEASED / name / "pairwise_in.amr").exists()]


def _checker():
    spec = importlib.util.spec_from_file_location("docamr", SHARED / "check" / "docamr.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def colours(text):
    """What the checker compares: the graph up to the names of its variables."""
    checker = _checker()
    return checker.colours(*checker.parse(text))


def golden(path):
    want = json.loads(path.read_text())
    assert want.get("status", "ok") == "ok"
    return _checker().colours(
        want["root"],
        dict(map(tuple, want["instances"])),
        {tuple(edge) for edge in want["edges"]},
        {tuple(map(str, value)) for value in want["attributes"]},
    )


def built(name, to="docamr", **options):
    return build_docamr(RELEASED / name / "msamr.xml", RELEASED / name / "amrs.txt", to=to, **options)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_our_graphs(name, representation):
    graph = built(name, REPRESENTATIONS[representation])
    assert colours(graph.text) == golden(OURS / name / f"{representation}.json")


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_graphs_of_the_released_program(name, representation):
    graph = built(name, REPRESENTATIONS[representation], preset="docamr-0.1.1")
    assert colours(graph.text) == golden(RELEASED / name / f"{representation}.json")


@pytest.mark.parametrize("representation", ["no-merge", "docAMR"])
@pytest.mark.parametrize(
    "name", [name for name in DOCUMENTS if (RELEASED / name / "pairwise_in.amr").exists()]
)
def test_its_graphs_from_pairs_of_mentions(name, representation):
    graph = build_docamr(
        RELEASED / name / "pairwise_in.amr",
        to=REPRESENTATIONS[representation], pairwise_role="same-as", preset="docamr-0.1.1",
    )  # fmt: skip
    assert colours(graph.text) == golden(RELEASED / name / f"from_pairwise.{representation}.json")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sentences_alone_are_a_document_without_coreference(name):
    """``nocoref``: what the released program writes beside its graphs, in the order of the file."""
    document = msamr.load(RELEASED / name / "msamr.xml")
    graphs, problems = read_sentences(RELEASED / name / "amrs.txt").of_document(document)
    assert not problems
    in_file_order = [graphs[sentence.id] for sentence in document.sentences]
    assert colours(build_docamr(in_file_order).text) == golden(RELEASED / name / "nocoref.json")


def test_all_members_of_a_set_are_kept():
    """The released program loses all but one; ``fixed`` is what it should have made."""
    assert colours(built("d08_bridging").text) == golden(RELEASED / "d08_bridging" / "fixed.docAMR.json")


@pytest.mark.parametrize("representation", REPRESENTATIONS.values())
@pytest.mark.parametrize("name", DOCUMENTS)
def test_from_our_unmerged_graphs_the_same_comes_out(name, representation):
    unmerged = loads(built(name, "no-merge").text)
    assert build_docamr(unmerged, to=representation).text == built(name, representation).text


#: In these the released program lost members of bridging relations, or put sentences in another order.
_LOST = {"d08_bridging", "d22_xml_order"}


@pytest.mark.parametrize("representation", REPRESENTATIONS.values())
@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name not in _LOST])
def test_from_its_unmerged_graphs_the_same_comes_out(name, representation):
    """It does not read them back itself: 43 of 66 come out differently."""
    graph = build_docamr(RELEASED / name / "no-merge.amr", to=representation)
    assert colours(graph.text) == colours(built(name, representation).text)


#: Pairs of mentions hold no implicit roles and no bridging relations.
_MORE_THAN_PAIRS = {"d08_bridging", "d09_implicit", "d16_lpp_asteroid", "d18_lpp_fox", "d22_xml_order"}


@pytest.mark.parametrize("representation", REPRESENTATIONS.values())
@pytest.mark.parametrize("name", [name for name in PAIRWISE if name not in _MORE_THAN_PAIRS])
def test_from_pairs_of_mentions_the_same_comes_out(name, representation):
    graph = build_docamr(RELEASED / name / "pairwise_in.amr", to=representation, pairwise_role="same-as")
    assert colours(graph.text) == colours(built(name, representation).text)


def _drafts(name, representation):
    """The unmerged document, and the same brought into a representation, which says where each node went."""
    document = msamr.load(RELEASED / name / "msamr.xml")
    graphs, _ = read_sentences(RELEASED / name / "amrs.txt").of_document(document)
    drafts = []
    for _ in range(2):
        draft = of_sentences([graphs[sentence.id] for sentence in document.ordered()])
        add_annotations(draft, Linking(document, graphs))
        drafts.append(draft)
    represent(drafts[1], representation, Tables())
    return drafts


@pytest.mark.parametrize("representation", REPRESENTATIONS.values())
@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_lost_but_what_the_paper_drops(name, representation):
    """Every triple of every sentence is found again where its nodes went.

    Dropped are: links of chains that became one node, ``wiki -`` beside a wiki, and concepts: of pronouns that
    were replaced, of mentions whose type is there already, of children that are equal to others.
    """
    before, after = _drafts(name, representation)
    for source, role, target in before.edges():
        here, there = after.resolve(source), after.resolve(target)
        if role == COREF and here == there:
            continue
        assert (role, there) in after.outgoing[here], f"{source} :{role} {target}"
    for node, values in before.values.items():
        here = after.resolve(node)
        wikis = {constant for role, constant in after.values[here] if role == "wiki"}
        for role, constant in values:
            if role == "wiki" and constant == "-" and wikis - {"-"}:
                continue
            assert (role, constant) in after.values[here], f"{node} :{role} {constant}"
    for node, concept in before.concepts.items():
        here = after.resolve(node)
        types = {after.concepts[end] for role, end in after.outgoing[here] if role == "additional-type"}
        dropped = concept in Tables().pronouns and concept not in NEGATIVE and representation == "docamr"
        assert concept in {after.concepts[here], *types} or dropped or concept == "coref-entity", node


def test_polarity_ages_and_places_stay_apart():
    """Where the released program makes one node: d03_ne_modifiers."""
    ours, theirs = (built("d03_ne_modifiers", preset=preset).graph for preset in (None, "docamr-0.1.1"))
    for concept, count in (("tall-02", 2), ("temporal-quantity", 2), ("have-org-role-91", 2), ("eager", 2)):
        assert list(ours.concepts).count(concept) == count
        assert list(theirs.concepts).count(concept) == 1 + (concept == "eager")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_unmerged_graphs_come_apart_as_they_were(name):
    apart = take_apart(built(name, "no-merge").graph)
    document = msamr.load(RELEASED / name / "msamr.xml")
    graphs, _ = read_sentences(RELEASED / name / "amrs.txt").of_document(document)
    assert [colours(dumps(graph)) for graph in apart.sentences] == [
        colours(dumps(graphs[sentence.id])) for sentence in document.ordered()
    ]
    assert {problem.level for problem in apart.problems} <= {"note"}


#: Modifiers of a dropped pronoun stand at the entity of a chain; nobody can say which mention they came with.
_MODIFIED_ENTITIES = {("d07_mixed", "docamr"), ("d18_lpp_fox", "docamr")}


@pytest.mark.parametrize("representation", REPRESENTATIONS.values())
@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_came_apart_can_be_built_again(name, representation):
    graph = built(name, representation).graph
    apart = take_apart(graph)
    again = build_docamr(apart.document, apart.sentences, to=representation)
    told = any(problem.code == "docamr-member" for problem in apart.problems)
    assert told == ((name, representation) in _MODIFIED_ENTITIES)
    assert (colours(again.text) == colours(dumps(graph))) != told


def test_the_command(tmp_path):
    folder = RELEASED / "d12_attrs"
    out = tmp_path / "out.amr"
    arguments = ["convert", str(folder / "msamr.xml"), "--amr", str(folder), "--to", "docamr", "-o", str(out)]
    # The folder holds other graphs too; sentences are found by their ids.
    result = CliRunner().invoke(app, arguments, standalone_mode=False, catch_exceptions=False)
    assert result.return_value == 0
    assert colours(out.read_text()) == golden(OURS / "d12_attrs" / "docAMR.json")
    assert re.search(r"^# ::id d12_attrs$", out.read_text(), re.M)
    assert len(load(out)) == 1
