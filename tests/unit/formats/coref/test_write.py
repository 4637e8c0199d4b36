"""Documents written and read back."""

from __future__ import annotations

import pickle

import pytest
from tests.unit.formats.coref.corefud.test_reader import TOY

from tallystick.formats.base import Reader, Source
from tallystick.formats.coref.conll.reader import ConllDocuments
from tallystick.formats.coref.corefud.reader import CorefudDocuments
from tallystick.formats.coref.document import CorefDocument
from tallystick.formats.coref.jsonl.reader import ClusterDocuments
from tallystick.formats.coref.ua.reader import UaDocuments
from tallystick.formats.coref.write import WrittenDocuments, write

READERS: dict[str, Reader] = {
    "conll": ConllDocuments(),
    "conllu": CorefudDocuments(),
    "ua": UaDocuments(),
    "jsonl": ClusterDocuments(),
}
CONLL = "#begin document a\na 0 0 Ann (1)|(2\na 0 1 saw 2)\n\na 0 0 her (1)\n#end document\n"
UA = """# newdoc id = u
1 He _ _ _ _ _ _ _ _ (EntityID=2|MarkableID=b(EntityID=1|MarkableID=a|Min=1 _ (EntityID=1|MarkableID=z) _ _
2 and _ _ _ _ _ _ _ _ _ _ _ _ _
2.1 _ _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=c) _ _ _ _
3 she _ _ _ _ _ _ _ _ a)(EntityID=4|MarkableID=d|ElementOf=5) _ _ _ _
4 it _ _ _ _ _ _ _ _ b)(EntityID=5|MarkableID=e) (MarkableID=e|Rel=x|MentionAnchor=a|EntityAnchor=1) _ _ _

5 rains _ _ _ _ _ _ _ _ (EntityID=6-Pseudo|MarkableID=f) _ _ _ _
"""


def read(text: str, name: str) -> list[CorefDocument]:
    reader = READERS[name]
    found = []
    for block in reader.blocks(Source("x", text)):
        item = reader.item(block)
        assert isinstance(item.value, CorefDocument), item.problems
        found.append(item.value)
    return found


@pytest.mark.parametrize(("text", "name"), [(CONLL, "conll"), (TOY, "conllu"), (UA, "ua")])
def test_a_format_expresses_all_it_can_say(text: str, name: str) -> None:
    documents = read(text, name)
    written = write(documents, name)
    # Of CoNLL-U, the columns that say nothing of coreference are left out.
    assert [note for note in written.notes if not note.startswith("XPOS")] == []
    assert read(written.text, name) == documents


@pytest.mark.parametrize(("text", "name"), [(CONLL, "conll"), (TOY, "conllu"), (UA, "ua")])
def test_documents_travel_to_other_processes(text: str, name: str) -> None:
    documents = read(text, name)
    again = pickle.loads(pickle.dumps(documents))
    assert again == documents
    assert write(again, name) == write(documents, name)


def test_sentences_stay() -> None:
    written = write(read(CONLL, "conll"), "conllu").text
    assert [line for line in written.split("\n") if line.startswith("# sent_id")] == [
        "# sent_id = a-1", "# sent_id = a-2",
    ]  # fmt: skip
    assert list(read(written, "conllu")[0].sentences) != []


def test_clusters_survive_every_format() -> None:
    (original,) = read(CONLL, "conll")
    for name in READERS:
        (found,) = read(write([original], name).text, name)
        assert mentions(found) == mentions(original)
        assert found.tokens == original.tokens


def mentions(document: CorefDocument) -> list[tuple[int, int, str]]:
    layer = document.identity
    names = [layer.names[entity] for entity in layer.entity]
    return list(zip(layer.first, layer.last, names, strict=True))


def lost(written: WrittenDocuments) -> str:
    return " ".join(written.notes)


def test_what_a_format_cannot_express_is_said() -> None:
    documents = read(UA, "ua")
    in_conll = lost(write(documents, "conll"))
    for word in ("discourse deixis", "bridging", "non-referring", "heads", "sets", "empty node", "names"):
        assert word in in_conll
    in_conllu = lost(write(documents, "conllu"))
    assert "non-referring" in in_conllu
    # The antecedent is mention a, though c is nearer: an entity alone does not say so.
    assert "antecedents of bridging are entities: the mention is lost" in in_conllu
    assert "sets" not in in_conllu
    in_json = lost(write(documents, "jsonl"))
    assert "empty node" in in_json
    assert "sets" not in in_json


def test_names_that_a_format_does_not_allow() -> None:
    documents = read("#begin document a\nx (a-1)\ny (b)\n#end document\n", "conll")
    for name, names in (("conll", ("1", "2")), ("conllu", ("e1", "e2")), ("ua", ("a-1", "b"))):
        assert read(write(documents, name).text, name)[0].identity.names == names


def test_words_that_are_not_known() -> None:
    documents = read('{"id": "d", "clusters": [[[1, 2]]]}', "jsonl")
    written = write(documents, "conll")
    assert "the input has no words" in written.notes[0]
    assert read(written.text, "conll")[0].tokens.count == 3


def test_a_name_that_begins_like_a_comment() -> None:
    reader = ConllDocuments()
    text = "#begin document #d\nx 0 0 Ann (1)\n#end document\n"
    (document,) = (reader.item(block).value for block in reader.blocks(Source("x", text)))
    (back,) = (reader.item(b).value for b in reader.blocks(Source("x", write([document], "conll").text)))
    assert back.tokens == document.tokens
    assert len(back.identity) == 1


def test_corefud_keeps_lemmas_parts_of_speech_and_trees():
    from tests.unit.tasks.coref.test_divisions import ROWS, document

    made = write([document()], "conllu")
    kept = [line.split("\t") for line in made.text.splitlines() if "\t" in line]
    given = [line.split("\t") for line in ROWS.splitlines() if "\t" in line]
    assert [row[:8] for row in kept] == [row[:8] for row in given]
    assert any("XPOS" in note for note in made.notes)
