"""DocRED's Ign F1: facts that were seen in training leave the correct predictions only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tallystick as ts


def document(title: str, entities: list[list[str]], *labels: tuple[int, int, str]) -> dict[str, Any]:
    return {
        "title": title,
        "vertexSet": [[{"name": name} for name in names] for names in entities],
        "labels": [{"h": head, "t": tail, "r": kind, "evidence": []} for head, tail, kind in labels],
    }


def answers(title: str, *relations: tuple[int, int, str]) -> list[dict[str, Any]]:
    return [{"title": title, "h_idx": head, "t_idx": tail, "r": kind} for head, tail, kind in relations]


ENTITIES = [["Ada Lovelace", "Ada"], ["London"], ["Bonn"]]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    content = {
        "train": [document("T", [["London", "the city"], ["Ada"]], (1, 0, "born"))],
        "gold": [document("A", ENTITIES, (0, 1, "born"), (0, 2, "died"), (1, 2, "near"))],
        # Correct and seen; correct and unseen; wrong, though it was seen.
        "pred": answers("A", (0, 1, "born"), (1, 2, "near"), (1, 0, "born")),
    }
    for name, value in content.items():
        (tmp_path / name).write_text(json.dumps(value))
    return {name: str(tmp_path / name) for name in content}


def test_what_was_seen_leaves_precision_alone(files: dict[str, str]) -> None:
    options: dict[str, Any] = {"task": "relations", "training_facts": files["train"]}
    report = ts.score(files["gold"], files["pred"], ["relation", "relation-ign"], by="type", **options)
    assert (report["relation"].precision, report["relation"].recall) == (2 / 3, 2 / 3)
    ign = report["relation-ign"]
    precision, recall = 1 / 2, 2 / 3
    assert (ign.precision, ign.recall) == (precision, recall)
    assert ign.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert [pair.note for pair in ign.items[0].alignment.matched] == ["seen in training", ""]
    assert report.groups["born"]["relation-ign"].precision == 0
    assert report.groups["near"]["relation-ign"].precision == 1
    assert "training-facts:none" not in ign.signature


def test_a_fact_that_is_listed_twice_counts_once(tmp_path: Path) -> None:
    fact = (0, 1, "born")
    (tmp_path / "gold").write_text(json.dumps([document("A", ENTITIES, fact, fact)]))
    (tmp_path / "pred").write_text(json.dumps(answers("A", fact, fact, fact)))
    score = ts.score(tmp_path / "gold", tmp_path / "pred", "relation", task="relations")["relation"]
    assert (score.tally.matched_gold, score.tally.gold_total, score.tally.pred_total) == (1, 1, 1)


def test_without_a_training_set(files: dict[str, str]) -> None:
    report = ts.score(files["gold"], files["pred"], ["relation", "relation-ign"], task="relations")
    assert report["relation-ign"].values == report["relation"].values
    assert [problem.code for problem in report.problems] == ["no-training-facts"]


def test_what_is_refused(files: dict[str, str], tmp_path: Path) -> None:
    def score(gold: Any, pred: Any, facts: str) -> None:
        ts.score(gold, pred, "relation-ign", task="relations", training_facts=facts)

    with pytest.raises(ts.DataError, match="cannot read the file: No such file"):
        score(files["gold"], files["pred"], str(tmp_path / "nothing"))
    with pytest.raises(ts.DataError, match="no relations between named entities"):
        score(files["gold"], files["pred"], files["pred"])
    items = [{"relations": [{"type": "born", "subj": [0, 0], "obj": [1, 1]}]}]
    with pytest.raises(ts.DataError, match="needs the names of entities"):
        score(items, items, files["train"])
    (tmp_path / "wrong").write_text('[{"title": "A", "labels": [3]}]')
    with pytest.raises(ts.DataError, match="expected an object with h, t, r"):
        score(files["gold"], files["pred"], str(tmp_path / "wrong"))
