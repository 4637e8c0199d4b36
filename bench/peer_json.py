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
    start = time.perf_counter()
    score = golds.compare_with(preds)["overall_score"]
    return {"seconds": time.perf_counter() - start, "value": score}


def main():
    data = json.load(sys.stdin)
    print(json.dumps({"stickler": stickler}[sys.argv[1]](data["gold"], data["pred"])))


main()
