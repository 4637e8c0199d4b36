"""The evaluators of structured output, under their own Python.

``peer_json.py stickler|structured-eval`` reads {"gold": objects, "pred": objects} as JSON and prints the time of
comparing the two lists. Models are built outside the clock.
"""

import json
import sys
import time


def stickler(gold, pred):
    from stickler import StructuredModel

    names = sorted({name for item in gold for name in item})
    text = {"type": "string", "x-aws-stickler-comparator": "LevenshteinComparator"}
    item = {"type": "object", "x-aws-stickler-model-name": "Item", "properties": dict.fromkeys(names, text)}
    schema = {
        "type": "object",
        "x-aws-stickler-model-name": "Document",
        "properties": {"items": {"type": "array", "items": item}},
    }
    model = StructuredModel.from_json_schema(schema)
    golds, preds = (model(items=items) for items in (gold, pred))
    start = time.process_time()
    score = golds.compare_with(preds)["overall_score"]
    return {"seconds": time.process_time() - start, "value": score}


def structured_eval(gold, pred):
    from structured_eval import evaluate
    from structured_eval.metrics import Levenshtein
    from structured_eval.models import ArrayFieldConfig, ArrayStrategy, EvalConfig

    items = ArrayFieldConfig(strategy=ArrayStrategy.HUNGARIAN)
    config = EvalConfig(fields={"items": items}, default_scalar_metrics=[Levenshtein()])
    start = time.process_time()
    report = evaluate({"items": pred}, {"items": gold}, config)
    return {"seconds": time.process_time() - start, "value": report.score}


def main():
    data = json.load(sys.stdin)
    work = {"stickler": stickler, "structured-eval": structured_eval}[sys.argv[1]]
    print(json.dumps(work(data["gold"], data["pred"])))


main()
