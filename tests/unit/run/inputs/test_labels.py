"""Labels for `--by`: from the item, or from the file it stands in."""

import pytest

import tallystick as ts
from tallystick.formats.base import Item
from tallystick.run.inputs.labels import UNLABELLED, dataset_of, label_of, language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("english_umr-0001.umr", "english"),
        ("folder/czech_umr-1.umr", "czech"),
        ("umr-3.0/latin/a.umr", "latin"),
        ("/data/latin/a_umrx.umr", "a"),
        ("/data/latin/_umr.umr", "latin"),
        ("a.umr", None),
        ("./a.umr", None),
        ("../a.umr", None),
        ("<stdin>", None),
        ("<gold>", None),
    ],
)
def test_the_language_of_a_file(path, language):
    assert language_of(path) == language


def test_what_the_item_says_goes_first():
    item = Item(None, meta={"language": "en", "document": "d"}, path="latin/a.umr")
    assert label_of(item, "language", "x") == "en"
    assert label_of(item, "document", "x") == "d"
    assert label_of(item, "genre", "x") == UNLABELLED
    assert label_of(Item(None, path="latin/a.umr"), "language", "x") == "latin"
    assert label_of(Item(None), "language", "x") == UNLABELLED


def test_scores_by_language_from_the_folders(tmp_path, monkeypatch):
    for side, span in (("gold", [0, 1]), ("pred", [0, 2])):
        for name, kind in (("en/a", [0, 1]), ("de/a", span), ("fr_umr-1", span)):
            path = tmp_path / side / f"{name}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'{{"id": "1", "spans": [{{"type": "PER", "span": {kind}}}]}}\n')
    monkeypatch.chdir(tmp_path)
    report = ts.score("gold", "pred", "span", by="language")
    assert {label: metrics["span"].f1 for label, metrics in report.groups.items()} == {
        "de": 0,
        "en": 1,
        "fr": 0,
    }
    monkeypatch.chdir(tmp_path / "gold" / "en")
    with pytest.raises(ts.UsageError, match="--by language"):
        ts.score("a.jsonl", "a.jsonl", "span", by="language")


def test_a_parameter_whose_name_python_keeps_for_itself():
    graph = "(a / b :wiki -)"
    report = ts.score(graph, "(a / b :wiki 1)", "smatch", task="amr", except_="wiki")
    assert report["smatch"].f1 == 1


@pytest.mark.parametrize(
    ("path", "dataset"),
    [("gold/cs_pdt-corefud-test.conllu", "cs_pdt"), ("a/en_gum-corefud-minidev.conllu.gz", "en_gum"), ("x.jsonl", "x"),
     ("litbank_dev.conll", "litbank"), ("<gold>", "<gold>"), ("-", None)],
)  # fmt: skip
def test_the_data_set_of_a_file(path, dataset):
    assert dataset_of(path) == dataset
