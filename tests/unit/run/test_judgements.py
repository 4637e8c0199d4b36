"""Judgements from files and from Python."""

import pytest

from tallystick.errors import DataError, UsageError
from tallystick.run.inputs.datasets import data_sets, in_data_set
from tallystick.run.inputs.judgements import read_judgements


def read(tmp_path, text, name="human.txt", **options):
    path = tmp_path / name
    path.write_text(text)
    return read_judgements(str(path), **options)


def test_a_number_per_line(tmp_path):
    judgements = read(tmp_path, "1\n2.5\n\nNA\n3e0\n\n")
    assert judgements.columns == {"judgement": (1.0, 2.5, None, None, 3.0)}
    assert judgements.ids is None
    with pytest.raises(DataError, match=r"judgements \(5\) differs from the number of items \(2\)"):
        judgements.of_items(["a", "b"])


@pytest.mark.parametrize("mark", [",", "\t", ";"])
def test_a_table(tmp_path, mark):
    text = mark.join(["id", "fluency", "comment", "adequacy"]) + "\n"
    text += mark.join(["s2", "4", "good", ""]) + "\n" + mark.join(["s1", "1", "bad", "2"]) + "\n"
    judgements = read(tmp_path, text)
    assert judgements.columns == {"fluency": (4.0, 1.0), "adequacy": (None, 2.0)}
    assert judgements.of_items(["s1", "s2", "s3"])["fluency"] == [1.0, 4.0, None]
    assert judgements.unknown(["s1"]) == 1
    assert list(read(tmp_path, text, columns=["adequacy"]).columns) == ["adequacy"]


def test_json_lines(tmp_path):
    judgements = read(tmp_path, '{"id": 1, "score": 3}\n\n{"id": 2, "score": null, "by": "ann"}\n')
    assert judgements.ids == ("1", "2")
    assert judgements.columns == {"score": (3.0, None)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no judgements"),
        ("id,score\na,1\na,2\n", "already judged in line 2"),
        ("id,score\na,1\n,2\n", "no id"),
        ("1,2\n3,4\n", "no header"),
        ("id,score\na,x\n", "no column contains only numbers"),
        ("id,score\na,1,2\n", "3 cells"),
        ("{\n", "not JSON"),
        ("[1]\n{}\n", "no column contains only numbers"),
        ("inf\n", "finite"),
    ],
)
def test_what_is_wrong(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read(tmp_path, text)


def test_columns_by_name(tmp_path):
    with pytest.raises(DataError, match="unknown column 'x'; the table has score"):
        read(tmp_path, "id,score\na,1\n", columns=["x"])
    with pytest.raises(DataError, match="'bad' in the column score is not a number"):
        read(tmp_path, "id,score\na,bad\n", columns=["score"])


def test_ids_of_other_items(tmp_path):
    judgements = read(tmp_path, "id,score\na,1\n")
    with pytest.raises(DataError, match="no judgement has the id of an item"):
        judgements.of_items(["b"])


def test_from_python():
    assert read_judgements([{"id": "a", "x": 1}, {"id": "b", "x": None, "y": 2}]).columns == {
        "x": (1.0, None), "y": (None, 2.0),
    }  # fmt: skip
    with pytest.raises(UsageError, match="different lengths"):
        read_judgements({"x": [1], "y": [1, 2]})


def test_patterns(tmp_path):
    for name in ("sts/main/src.amr", "sts/syno/src.amr", "sick/main/src.amr", "sick/main/tgt.amr"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    sets = data_sets(f"{tmp_path}/{{set}}/{{variant}}/src.amr")
    assert list(sets) == ["sick/main", "sts/main", "sts/syno"]
    assert in_data_set("human/{set}.txt", sets["sts/syno"]) == "human/sts.txt"
    with pytest.raises(UsageError, match=r"\{other\} is not in the pattern of the gold"):
        in_data_set("{other}.txt", sets["sts/syno"])
    with pytest.raises(UsageError, match="no file matches"):
        data_sets(f"{tmp_path}/{{set}}.conll")
