"""Items as other libraries have them, with their real objects; skipped where a library is not installed."""

from __future__ import annotations

import dataclasses

import pytest

import tallystick as ts

#: An item of each record task, with one of its metrics.
RECORDS = {
    "spans": ("span", {"spans": [{"type": "PER", "span": [0, 1]}]}),
    "relations": ("relation", {"relations": [{"type": "near", "subj": [0, 0], "obj": [1, 1]}]}),
    "dependencies": ("las", {"edges": [{"gov": 0, "dep": 1, "rel": "root"}]}),
    "events": (
        "argument",
        {"events": [{"trigger": {"span": [0, 0], "type": "T"}, "args": [{"span": [0, 1], "role": "r"}]}]},
    ),
    "roles": ("ceaf-ree", {"roles": [{"role": "r", "entity": ["x", "y"]}]}),
    "nary": ("scirex", {"relations": [{"args": [{"role": "r", "mentions": [[0, 1]]}]}]}),
    "templates": ("muc4", {"templates": [{"type": "T", "fillers": [{"slot": "s", "set": "v"}]}]}),
    "openie": ("carb", {"extractions": [{"rel": "is", "args": ["a", "b"]}]}),
    "coref": ("muc", {"clusters": [[[0, 0], [1, 1]]]}),
}
TAGS = [["B-PER", "I-PER", "O"], ["B-LOC"]]
NAMES = ["O", "B-PER", "I-PER", "B-LOC"]
every_record = pytest.mark.parametrize("task", RECORDS)


def f1(gold, pred, metric="span", task="spans", **options):
    return ts.score(gold, pred, metric, task=task, **options)[metric].f1


def scored(task, make):
    metric, record = RECORDS[task]
    items = make({"id": "a", **record})
    return f1(items, items, metric, task)


# -- records ------------------------------------------------------------------------------------------------------


def as_dataclass(name, value):
    if isinstance(value, dict):
        kind = dataclasses.make_dataclass(name, list(value))
        return kind(**{key: as_dataclass(key, part) for key, part in value.items()})
    return [as_dataclass(name, part) for part in value] if isinstance(value, list) else value


def as_model(pydantic, name, value):
    """The type of a value as pydantic declares it."""
    if isinstance(value, dict):
        return pydantic.create_model(
            name, **{key: (as_model(pydantic, key, part), ...) for key, part in value.items()}
        )
    return list[as_model(pydantic, name, value[0])] if isinstance(value, list) else type(value)


@every_record
def test_dataclasses(task):
    assert scored(task, lambda item: [as_dataclass("Item", item)]) == 1


@every_record
def test_pydantic_objects(task):
    pydantic = pytest.importorskip("pydantic")
    assert scored(task, lambda item: [as_model(pydantic, "Item", item).model_validate(item)]) == 1


@every_record
def test_rows_of_pandas(task):
    pandas = pytest.importorskip("pandas")
    assert scored(task, lambda item: pandas.DataFrame([item])) == 1


@every_record
def test_rows_of_polars(task):
    polars = pytest.importorskip("polars")
    assert scored(task, lambda item: polars.DataFrame([item])) == 1


@every_record
def test_rows_of_arrow(task):
    pyarrow = pytest.importorskip("pyarrow")
    assert scored(task, lambda item: pyarrow.Table.from_pylist([item])) == 1


@every_record
def test_rows_of_a_dataset(task):
    datasets = pytest.importorskip("datasets")
    assert scored(task, lambda item: datasets.Dataset.from_list([item])) == 1


# -- tags ---------------------------------------------------------------------------------------------------------


def dataset(tags, column="ner_tags"):
    datasets = pytest.importorskip("datasets")
    features = datasets.Features({column: datasets.Sequence(datasets.ClassLabel(names=NAMES))})
    return datasets.Dataset.from_dict({column: tags}, features=features)


def test_class_labels_of_a_dataset():
    gold, pred = dataset([[1, 2, 0], [3]]), dataset([[1, 0, 0], [3]])
    assert f1(gold, pred) == 0.5
    assert f1(gold, [["B-PER", "O", "O"], ["B-LOC"]]) == 0.5
    assert f1(gold.to_iterable_dataset(), pred.to_iterable_dataset()) == 0.5
    for layout in ("numpy", "pandas", "arrow"):
        assert f1(gold.with_format(layout), pred) == 0.5
    aligned = dataset([[-100, 1, 2, -100, 0], [-100, 3]], "labels")
    assert f1(aligned, TAGS, columns={"tags": "labels"}) == 1


def test_what_a_dataset_does_not_say():
    datasets = pytest.importorskip("datasets")
    splits = datasets.DatasetDict({"test": dataset([[1]]), "train": dataset([[1]])})
    with pytest.raises(ts.UsageError, match="pass one of them: 'test', 'train'"):
        f1(splits, splits)
    numbers = datasets.Dataset.from_dict({"ner_tags": [[1, 2, 0]]})
    with pytest.raises(ts.DataError, match="not the integer 1"):
        f1(numbers, numbers)


def test_arrays_and_series_of_tags():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    assert f1([numpy.array(tags, dtype=object) for tags in TAGS], TAGS) == 1
    assert f1(pandas.Series(TAGS), TAGS) == 1


def test_series_of_polars():
    polars = pytest.importorskip("polars")
    assert f1(polars.Series(TAGS), TAGS) == 1


def test_tables_of_tokens_and_of_spans():
    tokens = {"sentence_id": ["s", "s", "t"], "token": ["Ada", "met", "Bonn"], "tag": ["B-PER", "O", "B-LOC"]}
    spans = {
        "doc_id": ["s", "s", "t"],
        "start": [0, 10, 0],
        "end": [3, 14, 4],
        "label": ["PER", "LOC", "LOC"],
    }
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).DataFrame
        assert f1(frame(tokens), frame(tokens)) == f1(frame(spans), frame(spans)) == 1


# -- spaCy and the pipelines of Hugging Face ----------------------------------------------------------------------


@pytest.fixture
def docs():
    """Two documents of a blank pipeline, with the right entities and with others."""
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")

    def doc(text, *entities):
        made = pipeline(text)
        made.ents = [spacy.tokens.Span(made, start, end, label=label) for start, end, label in entities]
        return made

    text = "Ada Lovelace met Babbage ."
    gold = [doc(text, (0, 2, "PER"), (3, 4, "PER")), doc("London calls", (0, 1, "LOC"))]
    pred = [doc(text, (0, 1, "PER"), (3, 4, "PER")), doc("London calls", (0, 1, "ORG"))]
    return gold, pred


def test_docs_of_spacy(docs):
    gold, pred = docs
    assert f1(gold, pred) == pytest.approx(1 / 3)
    assert f1([doc.ents for doc in gold], (doc for doc in pred)) == pytest.approx(1 / 3)
    assert f1([doc.to_json() for doc in gold], [doc.to_json() for doc in pred]) == pytest.approx(1 / 3)
    with pytest.raises(ts.DataError, match="expected a Doc per item"):
        f1(gold[0], pred[0])


def test_entities_of_a_pipeline():
    joined = [[{"entity_group": "PER", "score": 0.9, "word": "Ada", "start": 0, "end": 3}]]
    pieces = [[{"entity": "B-PER", "score": 0.9, "index": 1, "word": "Ada", "start": 0, "end": 3}]]
    assert f1(joined, joined) == 1
    with pytest.raises(ts.DataError, match="aggregation_strategy"):
        f1(joined, pieces)


def test_sentences_of_the_package_conllu():
    conllu = pytest.importorskip("conllu")
    text = "1\tBirds\tbird\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    assert f1(conllu.parse(text), conllu.parse(text.replace("nsubj", "obj")), "las", "dependencies") == 0.5
