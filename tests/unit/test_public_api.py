"""The public names and their signatures, recorded: changing one of them is a decision, not an accident.

After a decision, write the new record: ``python -m tests.unit.test_public_api``.
"""

import inspect
import re
from pathlib import Path

import tallystick as ts

RECORD = Path(__file__).with_name("public_api.txt")


def described() -> str:
    """Every public name, one per line: functions with their signatures, classes with their public members."""
    return "".join(f"{line}\n" for name in sorted(ts.__all__) for line in _lines(name, getattr(ts, name)))


def _lines(name: str, value: object) -> list[str]:
    if name == "__version__":
        return ["__version__"]
    if not inspect.isclass(value):
        return [f"{name}{_signature(value)}" if callable(value) else f"{name}: {type(value).__name__}"]
    members = {
        member: inspect.getattr_static(value, member) for member in dir(value) if not member.startswith("_")
    }
    return [
        f"class {name}{_signature(value)}",
        *(_member(value, key, found) for key, found in members.items()),
    ]


def _member(owner: type, name: str, found: object) -> str:
    return f"    {name}{_signature(getattr(owner, name)) if isinstance(found, _METHODS) else ''}"


_METHODS = (type(_lines), classmethod, staticmethod)


def _signature(value: object) -> str:
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return "(…)"
    return re.sub(r"<(function|object) .*?>|<.*? at 0x[0-9a-f]+>", "<…>", text)


def test_the_public_interface_is_the_recorded_one():
    assert described() == RECORD.read_text("utf-8")


def test_every_public_name_is_documented():
    undocumented = [
        name
        for name in ts.__all__
        if not name.startswith("__") and (inspect.isclass(getattr(ts, name)) or callable(getattr(ts, name)))
        if not inspect.getdoc(getattr(ts, name))
    ]
    assert undocumented == []


if __name__ == "__main__":
    RECORD.write_text(described(), "utf-8")
