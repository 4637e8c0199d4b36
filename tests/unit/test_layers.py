"""The layers: an import may only point down, wherever it stands in a module."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

#: Wherever it is installed: the sources in a checkout, or the package of a wheel.
PACKAGE = Path(tallystick.__file__).parent

#: From the ground up. Those in one row never import one another, except within a folder.
LAYERS = [
    ["notebook", "dataclass", "lazy", "visible", "exact_sum"],
    ["version", "errors", "tally"],
    ["limits"],
    ["solve"],
    ["stats"],
    ["core"],
    ["formats"],
    ["tasks"],
    ["compat"],
    ["registry"],
    ["results"],
    ["run"],
    ["report"],
    ["integrations"],
    ["cli"],
]
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}

#: The two doors to everything: names that are imported when first used, and ``python -m tallystick``.
DOORS = {"__init__", "__main__"}


def part_of(module):
    """The part of the package that a module belongs to: ``tallystick.run.score`` to ``run``."""
    return module.split(".")[1] if "." in module else "__init__"


def is_for_types_only(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def imports(tree):
    """Every module of the package that is imported, inside functions too, but not for types alone."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "tallystick")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where they point"
            if node.module == "tallystick":
                yield from (f"tallystick.{alias.name}" for alias in node.names)
            elif node.module and node.module.startswith("tallystick."):
                yield node.module
        if is_for_types_only(node):
            waiting.extend(node.orelse)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix()
        if name not in DOORS:
            yield name, path


@pytest.mark.parametrize(("name", "path"), [pytest.param(*module, id=module[0]) for module in modules()])
def test_imports_point_down(name, path):
    own = name.split("/")[0]
    assert own in HEIGHT, f"{own} has no layer yet"
    for module in imports(ast.parse(path.read_text("utf-8"))):
        other = part_of(module)
        assert other in HEIGHT, f"{name} imports {module}"
        assert other == own or HEIGHT[other] < HEIGHT[own], f"{name} imports {module}, which is no lower"


def test_lazy_imports_are_seen_and_those_for_types_are_not():
    tree = ast.parse(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from tallystick.cli import main\n"
        "def late():\n    from tallystick.run.score import score\n"
        "import tallystick.tally\n"
    )
    assert set(imports(tree)) == {"tallystick.run.score", "tallystick.tally"}


HEAVY = ("numpy", "highspy", "click", "rich", "pandas", "polars", "matplotlib", "evaluate", "pytest")


@pytest.mark.parametrize(
    "code",
    [
        "import tallystick",
        "import sys; sys.argv = ['tallystick', '--version']; from tallystick.cli import main; main()",
        "import tallystick; dir(tallystick); tallystick.__version__",
    ],
)
def test_nothing_heavy_is_imported(code):
    check = f"; import sys; print([name for name in {HEAVY} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code + check], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


def test_modules_are_short_enough_to_read():
    long = {
        path.relative_to(PACKAGE).as_posix(): lines
        for path in PACKAGE.rglob("*.py")
        if (lines := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert not long
