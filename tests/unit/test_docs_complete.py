"""Every metric that is registered has a page, and every page of a metric says what such a page has to say."""

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

import tallystick
from tallystick.cli.app import COMMANDS
from tallystick.registry import tasks
from tallystick.solve.kernels import kernel_names

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGES = sorted(page for page in (DOCS / "metrics").glob("*.md") if page.stem != "index")


def extension(name):
    """A module of the documentation's extensions, which are not part of the package."""
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


@pytest.fixture(scope="module")
def declared():
    return extension("declared")


@pytest.fixture(scope="module")
def api():
    return extension("api")


def test_every_metric_has_a_page(declared):
    registered = {metric.name for task in tasks().values() for metric in task.metrics}
    assert registered - set(declared.documented()) == set()


def test_every_metric_has_one_page_only(declared):
    lines = [line for page in PAGES for line in declared.DIRECTIVE.findall(page.read_text("utf-8"))]
    names = [name for line in lines for name in declared.expand(line.split())]
    assert len(names) == len(set(names))


def test_every_task_and_preset_is_named():
    text = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    for task in tasks().values():
        assert f"`{task.name}`" in text
        for preset in task.presets:
            ending = "-" + preset.name.rpartition("-")[2]
            assert preset.name in text or f"`{ending}`" in text, preset.name


def test_every_option_is_named():
    """Parameters of metrics are on the pages of their metrics, which list them from the declarations."""
    text = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    commands = [COMMANDS[name] for name in COMMANDS]
    options = {
        name for command in commands for option in command.params for name in option.opts if name[:2] == "--"
    }
    assert {name for name in options if not re.search(rf"{name}(?![\w-])", text)} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_an_example_and_all_sections(page):
    text = page.read_text("utf-8")
    assert re.search(r"^```(console\n\$ tallystick|python\n>>> )", text, re.MULTILINE)
    for heading in ("Formula", "Example", "When to use it", "When not to use it", "Who uses it", "Reference"):
        assert re.search(rf"^## {heading}$", text, re.MULTILINE), heading


def test_declarations_appear_as_they_are(declared):
    # The words are those of the registry; vertical lines are escaped, because they stand in a table.
    lines = "\n".join(declared.family(["muc", "lea"]))
    for name in ("muc", "lea"):
        metric = tasks()["coref"].metric(name)
        assert metric.summary in lines
        assert metric.definition.replace("|", "\\|") in lines
        assert metric.reference in lines
    assert "`beta`" in lines
    assert "(of `lea`)" in lines


def test_an_unknown_metric_is_refused(declared):
    with pytest.raises(ValueError, match="no metric is called nothing"):
        declared.expand(["nothing"])


def test_the_kernels_of_the_architecture_are_those_of_the_package():
    kernels = {name.removeprefix("tallystick.").replace(".", "/") for name in kernel_names()}
    section = (DOCS / "architecture.md").read_text("utf-8").partition("| where | kernels |")[2]
    rows = re.findall(r"^\| `(\w+)/` \| (.*) \|$", section, re.MULTILINE)
    listed = {f"{folder}/{name}" for folder, names in rows for name in re.findall(r"`([\w/]+)`", names)}
    assert listed == kernels


def test_every_folder_of_the_package_stands_in_the_architecture():
    package = Path(tallystick.__file__).parent
    text = (DOCS / "architecture.md").read_text("utf-8")
    folders = {path.parent.relative_to(package).as_posix() for path in package.rglob("__init__.py")} - {"."}
    assert {folder for folder in folders if f"`{folder}/`" not in text} == set()


def test_links_of_the_readme_lead_somewhere():
    # Sphinx sees to the links between the pages; it does not read the README.
    root = DOCS.parent
    links = re.findall(r"\]\(([^)#]+)\)", (root / "README.md").read_text("utf-8"))
    assert len(links) > 20
    assert [link for link in links if "://" not in link and not (root / link).exists()] == []


def described_objects():
    page = (DOCS / "reference" / "python.md").read_text("utf-8")
    return [line.split()[0] for line in re.findall(r"^:::\{api\} (.+)$", page, re.MULTILINE)]


def test_every_public_name_is_in_the_python_reference():
    assert set(tallystick.__all__) - set(described_objects()) == {"__version__"}


@pytest.mark.parametrize("name", described_objects())
def test_every_argument_and_attribute_is_described(api, name):
    described, short = api.locate(name), name.rpartition(":")[2]
    if inspect.isfunction(described) or short == "Evaluator":
        assert [each for each in api.parameters_of(described) if not api.argument_text(short, each)] == []
    elif inspect.isclass(described) and short != "Similarity":
        assert [each for each, text in api.attributes_of(described).items() if not text] == []


@pytest.mark.parametrize("page", sorted((DOCS / "start").glob("*.md")), ids=lambda page: page.stem)
def test_tutorials_are_notebooks_too(page):
    made = extension("notebooks").notebook(page.read_text("utf-8"))
    sources = [cell["source"] for cell in made["cells"] if cell["cell_type"] == "code"]
    assert [source for source in sources if source.startswith("!tallystick")]
    assert [source for source in sources if source.startswith("%%writefile")]
    for source in sources:
        if not source.startswith(("!", "%%")):
            compile(source, page.name, "exec")
