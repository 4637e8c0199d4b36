"""Settings of all tests, and which of them are long."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.tiers import examples

# How long an example takes depends on the machine, and is no failure.
settings.register_profile("tallystick", deadline=None, max_examples=examples(100))
settings.load_profile("tallystick")

TESTS = Path(__file__).parent

#: Fuzzers are started by hand, where there is atheris.
collect_ignore = ["fuzz"]

#: Tests of the second tier, by folder or file. Other tests join them by the marker `long`.
LONG = (
    "browser",
    "differential",
    "scale",
    "cli/test_chaos.py",
    "cli/test_check_scale.py",
    "cli/test_fuzz.py",
    "cli/test_resume.py",
    "golden/test_coref_corpus.py",
    "golden/test_umr_corpus.py",
    "property/test_mutations.py",
    "property/test_real_documents.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the long tests and the properties, which are tried on more examples in the second tier."""
    for item in items:
        if not item.path.is_relative_to(TESTS):
            continue
        name = item.path.relative_to(TESTS).as_posix()
        if name.startswith(LONG):
            item.add_marker(pytest.mark.long)
        if name.startswith("cli/test_documentation"):
            item.add_marker(pytest.mark.documentation)
        if name.startswith("property/"):
            item.add_marker(pytest.mark.property)
