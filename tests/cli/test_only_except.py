"""``--only`` and ``--except``: options like all others, in help and signatures, for every metric that has them."""

import pytest

GOLD = '(w / want-01 :ARG0 (b / boy :wiki "Q1") :ARG1 (g / go-02))'
PRED = '(w / want-01 :ARG0 (b / boy :wiki "Q2") :ARG1 (g / go-02) :time (n / now))'


@pytest.fixture
def graphs(folder):
    folder.write("gold.amr", GOLD)
    folder.write("pred.amr", PRED)
    return folder


def smatch(found):
    (score,) = found.json["scores"].values()
    return score["matched"], score["pred_total"], score["gold_total"]


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        # Concepts and TOP: 4 of 4, pred one more. ARG0 and ARG1 are the same, the wikis differ, and time is added.
        ([], (6, 9, 7)),
        (["--only", "ARG0,ARG1"], (6, 7, 6)),
        (["--except", "wiki"], (6, 8, 6)),
        (["--only", ":ARG0, wiki", "--except", "wiki"], (5, 6, 5)),
    ],
)
def test_they_reach_the_metric_and_the_signature_brings_them_back(command, graphs, options, counts):
    found = command("score", "gold.amr", "pred.amr", "-m", "smatch", "-f", "json", *options)
    assert smatch(found) == counts
    signature = found.json["signature"]["smatch"]
    again = command("score", "gold.amr", "pred.amr", "--signature", signature, "-f", "json")
    assert smatch(again) == counts
    assert list(again.json["signature"].values()) == [signature]


def test_lists_inside_a_metric_expression(command, graphs):
    found = command(
        "score", "gold.amr", "pred.amr", "-m", "smatch(only=ARG0,ARG1,except=ARG1),wlk", "-f", "json"
    ).json
    assert list(found["scores"]) == ["smatch(only=ARG0,ARG1,except=ARG1)", "wlk"]
    assert "|only:arg0,arg1|except:arg1|" in found["signature"]["smatch(only=ARG0,ARG1,except=ARG1)"]


def test_help_and_refusals(command, graphs):
    out = command("score", "--help").out
    assert "--only" in out
    assert "--except" in out
    assert "only" in command("metrics", "smatch").out
    result = command("score", "gold.amr", "pred.amr", "-m", "wlk", "--only", "ARG0")
    assert result.status == 2
    assert "none of the selected metrics has the option 'only'" in result.err


def test_explain_leaves_the_same_out(command, graphs):
    assert (
        "wiki"
        not in command("explain", "gold.amr", "pred.amr", "-m", "smatch", "--only", "ARG0").out.split(
            "\n\n", 1
        )[1]
    )
    assert "wiki" in command("explain", "gold.amr", "pred.amr", "-m", "smatch").out.split("\n\n", 1)[1]


UMR = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01 :ARG0 (s1b / boy) :aspect {aspect})
# document level annotation:
(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1g)))
"""


def test_documents(command, folder):
    folder.write("gold.umr", UMR.format(aspect="state"))
    folder.write("pred.umr", UMR.format(aspect="activity"))
    options = ("-m", "ancast++.sentence,ancast++.modal,smatch", "-f", "json")
    whole = command("score", "gold.umr", "pred.umr", *options).json["scores"]
    assert whole["smatch"]["f1"] < 1
    less = command("score", "gold.umr", "pred.umr", *options, "--except", "aspect").json["scores"]
    assert less["smatch"]["f1"] == less["ancast++.modal"]["f1"] == 1
    assert whole["ancast++.sentence"]["gold_total"] == 2
    assert less["ancast++.sentence"]["gold_total"] == 1
    # Labels of the document level are relations too.
    only = command("score", "gold.umr", "pred.umr", *options, "--only", "ARG0").json["scores"]
    assert only["ancast++.modal"]["f1"] is None
