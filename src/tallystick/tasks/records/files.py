"""JSON files that options of metrics name: read by type, every problem with its location."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tallystick.errors import DataError, Problem
from tallystick.formats.json.typed import converter

__all__ = ["fingerprint_of", "read_as"]


def read_as(hint: Any, path: str, advice: str) -> object:
    """Read a JSON file as a value of a type; `advice` describes the format in errors."""
    try:
        content = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise DataError(Problem(f"cannot read the file: {error.strerror}", path)) from error
    except UnicodeDecodeError as error:
        problem = Problem("expected UTF-8 text, not binary data", path, 1, 1, hint=advice)
        raise DataError(problem) from error
    except RecursionError as error:
        problem = Problem("the value is nested too deeply to be read", path, 1, 1, hint=advice)
        raise DataError(problem) from error
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        message = f"not JSON: {getattr(error, 'msg', error)}"
        raise DataError(Problem(message, path, line, column, hint=advice)) from error
    value, mismatches = converter(hint).convert(content)
    if mismatches:
        raise DataError(
            [
                Problem(
                    ": ".join(filter(None, (".".join(map(str, mismatch.path)), mismatch.message))),
                    path,
                    hint=mismatch.hint or advice,
                )
                for mismatch in mismatches
            ]
        )
    return value


def fingerprint_of(value: Any) -> str:
    """Return a short name for exactly this content."""
    return hashlib.sha256(json.dumps(asdict(value), sort_keys=True).encode()).hexdigest()[:12]
