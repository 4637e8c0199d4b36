"""What every task declares."""

import json

import pytest

from tallystick import DataError, registry
from tallystick.formats.base import Source
from tallystick.tasks.templates.task import Ontology

TASKS = [pytest.param(task, id=name) for name, task in registry.tasks().items()]


def read(task, path):
    reader = task.formats[0].reader
    return [reader.item(block) for block in reader.blocks(Source(str(path)))]


@pytest.mark.parametrize("task", TASKS)
def test_the_example_is_read_without_problems(task):
    for path in task.example:
        items = read(task, path)
        assert items
        for item in items:
            assert not item.problems
            assert isinstance(item.value, type(task.empty()))
        assert task.formats[0].recognises(path.read_text())


@pytest.mark.parametrize("task", TASKS)
def test_the_empty_prediction_predicts_nothing(task):
    gold = read(task, task.example[0])[0].value
    for chosen in registry.choose(task):
        scorer = chosen.scorer()
        found = scorer.reading(scorer.tally(gold, task.empty()))
        assert not found[scorer.reading.headline]


def _one_list(task):
    """Whether an item is one list of elements, which a division deals out."""
    return len(getattr(type(task.empty()), "__dataclass_fields__", ())) == 1


@pytest.mark.parametrize("task", [p for p in TASKS if p.values[0].divisions and _one_list(p.values[0])])
def test_divisions_lose_nothing(task):
    gold = read(task, task.example[0])[0].value
    for divide in task.divisions.values():
        (field,) = gold.__dataclass_fields__
        parts = divide(gold)
        assert sum(len(getattr(part, field)) for part in parts.values()) == len(getattr(gold, field))


def test_an_ontology_from_a_file(tmp_path):
    file = tmp_path / "ontology.json"
    file.write_text(
        json.dumps({"parent": {"GUN": "WEAPON"}, "premodifiers": ["the"], "key_slots": ["target"]})
    )
    ontology = Ontology.read(str(file))
    assert ontology == Ontology({"GUN": "WEAPON"}, ("the",), ("target",))
    assert ontology.fingerprint() == Ontology.read(str(file)).fingerprint() != Ontology().fingerprint()
    assert len(ontology.fingerprint()) == 12


@pytest.mark.parametrize(("text", "message"), [
    ("{", "not JSON"), ('{"parent": 3}', "parent"), ('{"parnet": {}}', "parnet"), (None, "cannot read the file"),
])  # fmt: skip
def test_ontologies_that_cannot_be_read(tmp_path, text, message):
    file = tmp_path / "ontology.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(DataError, match=message):
        Ontology.read(str(file))
