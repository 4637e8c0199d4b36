"""Every test of a kernel runs twice: on the compiled extension and on its source, in one process."""

from __future__ import annotations

import os
from types import ModuleType

import pytest
from tests.interpreted import are_compiled, load_interpreted

import tallystick.solve

# Found out before doctests are collected: these import the sources of what is not imported yet.
COMPILED = are_compiled("tallystick.solve")


@pytest.fixture(scope="session", params=["compiled", "interpreted"])
def solve(request: pytest.FixtureRequest) -> ModuleType:
    """The package ``tallystick.solve`` with its modules, once compiled and once interpreted."""
    if request.param == "interpreted":
        return load_interpreted("tallystick.solve")
    if not COMPILED:
        pytest.skip("the extensions are not built here")
    return tallystick.solve


@pytest.fixture(scope="session")
def cases() -> int:
    """How many random problems to try: TALLYSTICK_CASES, else 1,000."""
    return int(os.environ.get("TALLYSTICK_CASES", "1000"))
