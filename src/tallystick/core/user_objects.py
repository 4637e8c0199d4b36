"""Objects of a user's own, named as ``module:object``."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from contextlib import suppress
from typing import Any

from tallystick.errors import UsageError

__all__ = ["load_object"]


def load_object(module_name: str, path: str, option: str) -> Any:
    """Import an object of a user's module; messages begin with the `option` that names it."""
    # A module beside the files one works on: what `python -m` would find too.
    with suppress(FileNotFoundError):  # it was deleted
        here = os.getcwd()
        if here not in sys.path:
            sys.path.insert(0, here)
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # The name of a file is what one thinks of first.
        plain = module_name.removesuffix(".py").replace(os.sep, ".")
        hint = f" (a module, not a file: {plain}:{path})" if module_name.endswith(".py") else ""
        message = f"{option}: no module {error.name!r} in the current directory or on the Python path{hint}"
        raise UsageError(message) from error
    except Exception as error:  # whatever a user's own module raises
        message = f"{option}: {module_name!r} cannot be imported: {type(error).__name__}: {error}"
        raise UsageError(message) from error
    for part in path.split("."):
        try:
            target = getattr(target, part)
        except AttributeError as error:
            close = difflib.get_close_matches(part, [known for known in dir(target) if known[0] != "_"], 1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise UsageError(f"{option}: {module_name} has no {part!r}{hint}") from error
    return target
