"""The data of the page has the declared shape, and the page's TypeScript types are those declarations."""

import importlib.util
import json
import types
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Literal, NotRequired, Union, Unpack, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import tallystick as ts
from tallystick.registry import tasks
from tallystick.report.page.data import page_data
from tallystick.report.page.schema import ItemDetail, Overview
from tallystick.tasks.views.schema import EncodedPair

WEB = Path(__file__).parents[3] / "web"


def faults(value, hint, path="$"):
    """Every place where a value that was read from JSON is not of a declared type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        yield from faults_of_fields(value, hint, path)
    elif hasattr(hint, "_fields"):
        kinds = list(get_type_hints(hint).values())
        yield from faults_of_positions(value, kinds, path)
    elif origin in (Union, types.UnionType):
        if all(any(True for _ in faults(value, option, path)) for option in arguments):
            yield f"{path}: {value!r:.80} is none of {hint}"
    elif origin is Literal:
        if value not in arguments:
            yield f"{path}: {value!r:.80} is not {hint}"
    elif origin is list:
        if not isinstance(value, list):
            yield f"{path}: {value!r:.80} is not a list"
            return
        for index, element in enumerate(value):
            yield from faults(element, arguments[0], f"{path}[{index}]")
    elif origin is dict:
        for key, element in value.items():
            yield from faults(element, arguments[1], f"{path}.{key}")
    elif origin is tuple:
        yield from faults_of_positions(value, list(arguments), path)
    else:
        kind = {float: (int, float)}.get(hint, hint)
        if not isinstance(value, kind) or (isinstance(value, bool) and hint is not bool):
            yield f"{path}: {value!r:.80} is not {hint}"


def faults_of_fields(value, hint, path):
    if not isinstance(value, dict):
        yield f"{path}: {value!r:.80} is not an object"
        return
    hints = get_type_hints(hint, include_extras=True)
    optional = {name for name, kind in hints.items() if get_origin(kind) is NotRequired}
    required = hints.keys() - optional if hint.__total__ else set()
    yield from (f"{path}: {name} is missing" for name in required - value.keys())
    yield from (f"{path}: {name} is not declared" for name in value.keys() - hints.keys())
    for name in value.keys() & hints.keys():
        kind = get_args(hints[name])[0] if name in optional else hints[name]
        yield from faults(value[name], kind, f"{path}.{name}")


def faults_of_positions(value, kinds, path):
    if not isinstance(value, list):
        yield f"{path}: {value!r:.80} is not an array"
        return
    # ``*tuple[int, ...]`` stands for any number of positions.
    rest = get_args(get_args(kinds.pop())[0])[0] if get_origin(kinds[-1]) is Unpack else None
    if len(value) < len(kinds) or (rest is None and len(value) > len(kinds)):
        yield f"{path}: {value!r:.80} has not {len(kinds)} positions"
        return
    for index, element in enumerate(value):
        yield from faults(element, kinds[index] if index < len(kinds) else rest, f"{path}[{index}]")


def unpacked(text):
    return json.loads(zlib.decompress(b64decode(text)))


@pytest.mark.parametrize("name", tasks())
def test_the_data_has_the_declared_shape(name):
    task = tasks()[name]
    gold, pred = task.example
    options = {key.replace("-", "_"): value for key, value in task.example_options.items()}
    systems = {"one": pred, "two": gold}
    reports = {
        key: ts.score(gold, own, task=name, confidence=0.95, **options) for key, own in systems.items()
    }
    comparison = ts.compare(gold, systems, task=name, **options)
    data = page_data(reports, comparison=comparison)
    assert list(faults(unpacked(data.overview), Overview)) == []
    for pack in data.packs:
        assert list(faults(unpacked(pack), list[ItemDetail])) == []


def test_other_shapes_are_found():
    assert list(faults([0, 0, 0.5, "near"], EncodedPair)) == []
    assert list(faults([0], EncodedPair))
    assert list(faults([0, "0"], EncodedPair))


@pytest.mark.skipif(not WEB.is_dir(), reason="the sources of the page are not part of the package")
def test_the_types_of_the_page_are_up_to_date():
    spec = importlib.util.spec_from_file_location("schema_types", WEB / "schema_types.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (WEB / "src" / "schema.ts").read_text("utf-8") == module.generated(), "run make web"
