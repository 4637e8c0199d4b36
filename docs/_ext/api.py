"""The public objects of the package in Markdown: signature, docstring, arguments, attributes and methods."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module

from api_texts import ARGUMENTS, ATTRIBUTES, OBJECTS

import tallystick
from tallystick.results.options import OPTIONS, options_of

__all__ = ["api", "argument_text", "attributes_of", "locate", "parameters_of"]

ROLE = re.compile(r":\w+:`~?(?:[\w.]*\.)?(\w+)`")


def locate(name: str) -> object:
    """The object of a public name, or of ``module:name``."""
    module, colon, attribute = name.partition(":")
    return getattr(import_module(module), attribute) if colon else getattr(tallystick, name)


def api(name: str, members: Sequence[str] = ()) -> list[str]:
    """Describe an object; of a class, some members or all public ones."""
    described = locate(name)
    short = name.rpartition(":")[2]
    lines = []
    constructed = inspect.isclass(described) and "__init__" in vars(described)
    if inspect.isfunction(described) or (constructed and described.__doc__ and short in _CONSTRUCTED):
        lines += ["```python", *_signature(short, described), "```", ""]
    lines += _markdown(OBJECTS.get(short) or inspect.getdoc(described) or "")
    if inspect.isfunction(described) or short == "Evaluator":
        rows = [[f"`{parameter}`", argument_text(short, parameter)] for parameter in parameters_of(described)]
        lines += _table(["argument", "meaning"], rows)
    if inspect.isclass(described) and not issubclass(described, Exception):
        lines += _table(["attribute", "meaning"], [[f"`{key}`", text] for key, text in attributes_of(described).items()
                                                   if not members or key in members])  # fmt: skip
        lines += _table(["method", "meaning"], list(_methods(described, members)))
    return lines


#: Classes that users construct themselves.
_CONSTRUCTED = {"Evaluator", "Bag", "Seq", "Var", "Digraph"}


def parameters_of(described: object) -> list[str]:
    """The names of the arguments of a function or a class."""
    return [name for name in inspect.signature(described).parameters if name != "self"]  # type: ignore[arg-type]


def argument_text(owner: str, name: str) -> str:
    """The description of an argument; empty if there is none."""
    helps = {option.name: option.help for option in (*OPTIONS, *options_of(owner))}
    text = ARGUMENTS.get(f"{owner}.{name}") or ARGUMENTS.get(name) or helps.get(name) or ""
    return text.rstrip(".")


@cache
def attributes_of(described: type) -> dict[str, str]:
    """The fields and properties of a class with their descriptions."""
    attributes = {}
    body = ast.parse(textwrap.dedent(inspect.getsource(described))).body[0].body  # type: ignore[attr-defined]
    for node, following in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or "ClassVar" in ast.unparse(node.annotation):
            continue
        name = node.target.id  # type: ignore[union-attr]
        if name.startswith("_"):
            continue
        own = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            own = inspect.cleandoc(str(following.value.value))
        text = own or ATTRIBUTES.get(f"{described.__name__}.{name}") or ATTRIBUTES.get(name) or ""
        attributes[name] = _inline(text)
    for name, value in vars(described).items():
        if isinstance(value, property) and not name.startswith("_"):
            attributes[name] = _inline(inspect.getdoc(value) or "")
    return attributes


def _methods(described: type, members: Sequence[str]) -> Iterator[list[str]]:
    for name, value in vars(described).items():
        method = value.__func__ if isinstance(value, classmethod) else value
        if not inspect.isfunction(method) or name.startswith("_") or (members and name not in members):
            continue
        yield [f"`{''.join(_signature(name, method, brief=True))}`", _inline(inspect.getdoc(method) or "")]


def _signature(name: str, described: Callable[..., object] | type, *, brief: bool = False) -> list[str]:
    parameters = []
    marked = False
    for parameter in inspect.signature(described).parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not marked:
            parameters.append("*")
            marked = True
        marked = marked or parameter.kind is parameter.VAR_POSITIONAL
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        annotation = "" if brief or parameter.annotation is parameter.empty else f": {parameter.annotation}"
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        text = f"{stars}{parameter.name}{annotation}{default}"
        parameters.append(text.replace(" = ", "=") if brief else text)
    returns = inspect.signature(described).return_annotation if inspect.isfunction(described) else ""
    arrow = "" if brief or returns in ("", "None", inspect.Signature.empty) else f" -> {returns}"
    line = f"{name}({', '.join(parameters)}){arrow}"
    if brief or len(line) <= 100:
        return [line]
    return [f"{name}(", *(f"    {text}," for text in parameters), f"){arrow}"]


def _inline(text: str) -> str:
    """The first paragraph of a docstring in a line."""
    return ROLE.sub(r"`\1`", " ".join(text.split("\n\n")[0].split())).replace("``", "`").rstrip(".")


def _markdown(text: str) -> list[str]:
    """A docstring in Markdown: examples in blocks of code."""
    lines: list[str] = []
    example = False
    for line in ROLE.sub(r"`\1`", text).split("\n"):
        if line.startswith(">>>") and not example:
            lines.append("```python")
            example = True
        elif not line and example:
            lines.append("```")
            example = False
        lines.append(line)
    return [*lines, *(["```"] if example else []), ""]


def _table(heads: list[str], rows: list[list[str]]) -> list[str]:
    if not rows:
        return []
    escaped = [[cell.replace("|", "\\|").replace("*", "\\*") if "`" not in cell else cell.replace("|", "\\|")
                for cell in row] for row in rows]  # fmt: skip
    return [f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *escaped]] + [""]
