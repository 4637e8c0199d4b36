"""Notes that explain a score: what was assumed, where shapes differ, what wrong leaves have in common."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence

from tallystick.tasks.base import Options
from tallystick.tasks.json.differences import REASONS, difference_of
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.documents import DocumentPair
from tallystick.tasks.json.flat import DIFFERENT, EQUAL
from tallystick.tasks.json.flat_pair import FlatPair
from tallystick.tasks.json.match import FULL, Matcher
from tallystick.tasks.json.options import scheme_of
from tallystick.tasks.json.reach import declared_shapes, misplaced, reached_targets, unreached
from tallystick.tasks.json.rows import FieldCounter, count_fields
from tallystick.tasks.json.scalars import is_number, kind_of
from tallystick.tasks.json.shape import Shape
from tallystick.tasks.json.tools.shapes import looks_like_calls, unread_arguments
from tallystick.tasks.json.tree import Array, Leaf, Node
from tallystick.tasks.notes import Note, OptionNote

__all__ = ["notes", "observe"]

#: Paths that are listed in a note, and fields.
_MOST_PATHS = 5
_MOST_FIELDS = 3
_WRONG = "wrong"
_ITEMS = "items"
_ABSENT = "absent"
_NUMBERS = "numbers"
_ERRORS = "errors"
_DISJOINT = "disjoint"
_NULL = "null document"
_CALLS = "calls"
_UNREAD = "unread arguments"
#: The name of a field in notes; that of a whole document has no name.
_WHOLE = {".": "the document"}
_SIDES = ("gold", "pred")


def observe(documents: DocumentPair, *, missing: bool = False) -> Mapping[str, int]:
    """Count what may explain the score of a pair of documents; the counts add up over pairs.

    A missing prediction has been counted as such already.
    """
    plain = documents.flat_pair
    seen = _seen_by_tree(documents) if plain is None else _seen_by_key(plain)
    seen[_ITEMS] = 1
    seen.update(reached_targets(documents.scheme.targets, *documents.values))
    gold, pred = documents.values
    if documents.scheme.prepare is None:
        seen[_CALLS] = looks_like_calls(pred)
    else:
        seen[_UNREAD] = unread_arguments(pred)
    if pred is None and not missing:
        seen[_NULL] = 1
    if isinstance(gold, dict) and isinstance(pred, dict) and gold and pred and not gold.keys() & pred.keys():
        seen[_DISJOINT] = 1
        seen.update({f"{_DISJOINT} {key}": 1 for key, value in pred.items() if _may_be_document(value)})
    if not documents.scheme.null_is_value:
        for side, value in zip(_SIDES, documents.values, strict=True):
            count = 0 if value is None else _absent_values(value)
            if count:
                seen[f"{_ABSENT} {side}"] = count
    return {label: count for label, count in seen.items() if count}


def _seen_by_tree(documents: DocumentPair) -> Counter[str]:
    """Count what is wrong in two documents, and the errors of each field."""
    observer = _Observer(documents.matcher(FULL))
    observer.pair(documents.gold, documents.pred)
    for name, counts in count_fields(observer.matcher, documents.gold, documents.pred).items():
        errors = counts.wrong + counts.missed + counts.spurious
        if errors:
            observer.seen[f"{_ERRORS} {name}"] = round(errors / documents.scheme.scale)
    return observer.seen


def _seen_by_key(pair: FlatPair) -> Counter[str]:
    """Count the same in two plain records, whose leaves count 1, in a fraction of the time."""
    seen: Counter[str] = Counter()
    for name, outcome in zip(pair.layout.names, pair.outcomes, strict=True):
        if outcome != EQUAL:
            seen[f"{_ERRORS} {name}"] = 1
    seen[_WRONG] = pair.outcomes.count(DIFFERENT)
    for kind in pair.differences():
        seen[f"{_WRONG} {kind}"] += 1
    return seen


def _may_be_document(value: object) -> bool:
    """Whether a value is an object, or text that may contain one."""
    return isinstance(value, dict) or (isinstance(value, str) and "{" in value)


def _absent_values(value: object) -> int:
    """Count nulls and blank strings in a document."""
    count = 0
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
        elif here is None or (isinstance(here, str) and not here.strip()):
            count += 1
    return count


class _Observer(FieldCounter):
    """Walks through aligned documents, and counts what is wrong in which way."""

    def __init__(self, matcher: Matcher) -> None:
        super().__init__(matcher)
        self.seen: Counter[str] = Counter()

    def leaves(self, gold: Leaf, pred: Leaf) -> None:
        if not self.matcher.leaf(gold, pred):
            self.seen[_WRONG] += 1
            reason = difference_of(gold.value, pred.value)
            if reason is not None:
                self.seen[f"{_WRONG} {reason}"] += 1

    def apart(self, gold: Node, pred: Node) -> None:
        self._conflict(gold.field.name, [gold], [pred])

    def lists(self, gold: Array, pred: Array) -> None:
        field = gold.field
        if field.scheme.schema is None and field.order == "free" and _are_numbers(gold.items):
            self.seen[_NUMBERS] += 1
        pairs = self.matcher.lists(gold, pred).pairs
        for i, j in pairs:
            self.pair(gold.items[i], pred.items[j])
        met_golds, met_preds = {i for i, _ in pairs}, {j for _, j in pairs}
        golds = [node for i, node in enumerate(gold.items) if i not in met_golds]
        preds = [node for j, node in enumerate(pred.items) if j not in met_preds]
        self._conflict(f"{gold.field.name}[]", golds, preds)

    def _conflict(self, path: str, golds: Sequence[Node], preds: Sequence[Node]) -> None:
        own, others = Counter(map(_kind, golds)), Counter(map(_kind, preds))
        if own and others and not own.keys() & others.keys():
            self.seen.update({f"conflict {path}\tgold\t{kind}": count for kind, count in own.items()})
            self.seen.update({f"conflict {path}\tpred\t{kind}": count for kind, count in others.items()})


def _are_numbers(items: Sequence[Node]) -> bool:
    """Whether items could be a span or a box, whose order counts."""
    return len(items) > 1 and all(type(node) is Leaf and is_number(node.value) for node in items)


def _kind(node: Node) -> str:
    if type(node) is Leaf:
        kind = kind_of(node.normal)
        return "text" if kind == "string" else kind
    return "list" if type(node) is Array else "object"


def notes(options: Options, seen: Mapping[str, int], items: int) -> list[str]:
    """Return the notes of a run from its options, what was counted, and the number of items."""
    if "compare" not in options:
        return []  # The metric compares nothing: validity.
    targets = scheme_of(options).targets
    observed = [
        *map(OptionNote, unreached(targets, seen)),
        _calls(seen, str(options.get("calls"))),
        _null_documents(seen),
        _misplaced(seen),
        _absent(seen),
        _costly(seen),
        *_conflicts(seen),
        _wrong_leaves(seen),
    ]
    among = f" ({seen[_ITEMS]:,} of {items:,} items were examined)" if seen.get(_ITEMS, items) < items else ""
    schema = options.get("schema")
    declared = map(OptionNote, misplaced(schema.shape)) if isinstance(schema, DocumentSchema) else ()
    return [
        note
        for note in (
            _types(options, seen),
            _weights(options),
            *declared,
            *(note.among(among) if isinstance(note, Note) else f"{note}{among}" for note in observed if note),
        )
        if note
    ]


def _null_documents(seen: Mapping[str, int]) -> str:
    """Say how many predictions are null: often the answers of calls that failed."""
    count = seen.get(_NULL, 0)
    if not count:
        return ""
    return (
        f"{_counted(count, 'prediction')} {'is' if count == 1 else 'are'} null, scored as an empty document"
    )


def _calls(seen: Mapping[str, int], calls: str) -> str:
    """Say that predictions look like tool calls, or that the arguments of calls are not JSON."""
    if calls == "no":
        count = seen.get(_CALLS, 0)
        look = "looks" if count == 1 else "look"
        return (
            f"{_counted(count, 'prediction')} {look} like tool calls; --preset tools reads them"
            if count
            else ""
        )
    count = seen.get(_UNREAD, 0)
    return f"{_counted(count, 'call')} with arguments that are not JSON: all are missed" if count else ""


def _misplaced(seen: Mapping[str, int]) -> str:
    """Say where the predictions could be, if no prediction has a key of its gold."""
    if not seen.get(_DISJOINT) or seen[_DISJOINT] < seen[_ITEMS]:
        return ""
    message = "no prediction has a key in common with its gold"
    keys = [key.removeprefix(f"{_DISJOINT} ") for key in seen if key.startswith(f"{_DISJOINT} ")]
    best = max(keys, key=lambda key: seen[f"{_DISJOINT} {key}"], default=None)
    if best is None:
        return message
    pointer = best.replace("~", "~0").replace("/", "~1")
    return f"{message}; if the answers are in {best!r}, add --pred-at /{pointer}"


def _costly(seen: Mapping[str, int]) -> str:
    """Say which fields have most errors, where there are more fields than can be named."""
    errors = {
        key.removeprefix(f"{_ERRORS} "): count for key, count in seen.items() if key.startswith(f"{_ERRORS} ")
    }
    if len(errors) <= _MOST_FIELDS:
        return ""
    most = sorted(errors, key=lambda name: (-errors[name], name))[:_MOST_FIELDS]
    listed = ", ".join([f"{_WHOLE.get(name, name)} ({errors[name]:,})" for name in most])
    return Note(f"{sum(errors.values()):,} errors, most in {listed}", "--by field lists all fields")


def _absent(seen: Mapping[str, int]) -> str:
    """Say how many values were read as absent."""
    counts = [f"{seen[f'{_ABSENT} {side}']:,} in {name}" for side, name in
              (("gold", "the gold"), ("pred", "the predictions")) if f"{_ABSENT} {side}" in seen]  # fmt: skip
    if not counts:
        return ""
    return Note(f"nulls and blank texts treated as absent: {', '.join(counts)}", "--null value counts them")


def _types(options: Options, seen: Mapping[str, int]) -> str:
    schema = options.get("schema")
    inferred = isinstance(schema, DocumentSchema) and schema.inferred
    scheme = scheme_of(options)
    shape = scheme.root.shape
    free = list(dict.fromkeys(_lists(shape, None))) if scheme.list_order == "free" else []
    positional = list(dict.fromkeys(_lists(shape, "position"))) if inferred else []
    parts = ["types inferred from the gold"] if inferred else []
    if free:
        parts.append(f"{_counted(len(free), 'list')} compared in any order: {_listed(free)}")
    if positional:
        parts.append(
            f"{_counted(len(positional), 'list')} of numbers compared by position: {_listed(positional)}"
        )
    if schema is None and options.get("calls") == "no" and seen.get(_NUMBERS):
        # Only the whole gold says which lists have one length: batches of an evaluator do not.
        parts.append(
            f"{_counted(seen[_NUMBERS], 'list')} of numbers compared in any order, because there are no types: pass "
            "schema=…, or the gold to Evaluator(gold, …)"
        )
    if not parts:
        return ""
    return Note(", ".join(parts), "`tallystick schema` prints the schema" if inferred else "")


def _weights(options: Options) -> str:
    """Say that weights change the meaning of counts."""
    weighted = any(here.weight not in (None, 1) for _, here in declared_shapes(scheme_of(options).root.shape))
    return "with weights, all counts are sums of weights, not numbers of values" if weighted else ""


def _lists(shape: Shape, order: str | None) -> Iterator[str]:
    """Return the paths of lists whose order is declared so; recursive shapes are followed once."""
    seen: set[int] = set()
    # Breadth first: the lists that are named are those with the shortest paths.
    waiting = deque([(shape, "")])
    while waiting:
        here, path = waiting.popleft()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if (here.items is not None or here.key) and here.order == order:
            yield f"{path}[]"
        inner = [(part, f"{path}.{key}".lstrip(".")) for key, part in here.properties.items()]
        inner += [
            (part, f"{path}{{}}")
            for part in (here.additional, *(entry for _, entry in here.patterns))
            if part
        ]
        inner += [(part, f"{path}[]") for part in (here.items, *here.prefix) if part]
        if here.branches is not None:
            inner += [(branch.shape, path) for branch in here.branches.options]
        waiting += inner


def _conflicts(seen: Mapping[str, int]) -> Iterator[str]:
    """Say where gold and prediction have values of different kinds."""
    by_path: dict[str, dict[str, list[str]]] = {}
    for key, count in seen.items():
        if key.startswith("conflict "):
            path, side, kind = key.removeprefix("conflict ").split("\t")
            sides = by_path.setdefault(path, {"gold": [], "pred": []})
            sides[side].append(f"{kind} {_counted(count, 'time')}")
    for path, sides in list(by_path.items())[:_MOST_PATHS]:
        gold, pred = (", ".join(sides[side]) for side in _SIDES)
        yield f"{_WHOLE.get(path, path)}: {gold} in the gold, {pred} in the prediction"


def _wrong_leaves(seen: Mapping[str, int]) -> str:
    counts = {name: seen.get(f"{_WRONG} {name}", 0) for name in REASONS}
    parts = [f"{REASONS[name]} ({count})" for name, count in counts.items() if count]
    return f"differences in {_counted(seen[_WRONG], 'wrong value')}: {', '.join(parts)}" if parts else ""


def _listed(paths: Sequence[str]) -> str:
    return ", ".join(paths[:_MOST_PATHS]) + (", …" if len(paths) > _MOST_PATHS else "")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
