"""Plans are settled once for the same request, and never shared between different ones."""

import json

import tallystick as ts
from tallystick.registry import find_task
from tallystick.run.request import Request
from tallystick.run.settle import plan_of

AMR = find_task("amr")


def request(**keywords):
    settings = ts.Evaluator(task="amr", metrics="smatch", **keywords)._request.settings
    return Request(["smatch"], {}, settings, "amr")


def test_the_same_request_has_the_same_plan():
    assert request().settings is request().settings
    assert plan_of(AMR, request()) is plan_of(AMR, request())


def test_other_requests_have_other_plans():
    plans = [
        plan_of(AMR, request(time_limit=1)),
        plan_of(AMR, request(time_limit=1.0)),
        plan_of(AMR, request(on_error="zero")),
        plan_of(AMR, Request(["smatch"], {"standardize": "generic"}, request().settings, "amr")),
        plan_of(AMR, Request(["wlk"], {}, request().settings, "amr")),
        plan_of(AMR, Request(["smatch"], {}, request().settings, "amr", "smatch-1.0.4")),
    ]
    assert len({id(planned) for planned in plans}) == len(plans)


def test_many_requests_are_not_kept():
    for seed in range(100):
        assert plan_of(AMR, request(seed=seed)).settings.seed == seed


def test_options_from_files_are_read_again(tmp_path):
    judged = tmp_path / "judged.json"
    gold, pred = (
        [{"id": "a", "templates": [{"type": "T", "fillers": [{"slot": "s", "str": [[word]]}]}]}]
        for word in ("capital", "london")
    )
    scores = []
    for credit in (0.5, 1.0):
        judged.write_text(json.dumps([{"gold": "capital", "pred": "london", "credit": credit}]))
        report = ts.score(gold, pred, "muc4", task="templates", judgements=str(judged))
        scores.append(report["muc4"].tally.matched_pred)
    assert scores == [0.5, 1.0]
