"""The errors of templates: wrong type; of templates that match, fills of the wrong slot or with the wrong value."""

from __future__ import annotations

from collections.abc import Hashable
from typing import get_args

from tallystick.core.values import fields_of, key_of
from tallystick.tasks.records.error_kinds import Fields, RecordErrors, RecordKind, all_but_one, named, sharing
from tallystick.tasks.templates.fillers import Fill
from tallystick.tasks.templates.task import Template

__all__ = ["ERRORS"]


def _fields(fill: Fill) -> Fields:
    _, value = fields_of(type(fill)) or ("slot", "value")
    return {"slot": fill.slot, "value": getattr(fill, value)}


def _fills(template: Template) -> list[Hashable]:
    return [key_of(fill) for fill in template.fillers]


FILL = RecordKind("fill", _fields, all_but_one)
TEMPLATE = RecordKind("template", named(type="type"), sharing(_fills))

ERRORS = RecordErrors({Template: TEMPLATE, **dict.fromkeys(get_args(Fill), FILL)})
