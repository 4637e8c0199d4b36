"""The plug-in for pytest: a fixture that makes a score a test, and records it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from tallystick.registry import MetricLike
    from tallystick.results.report import Report
    from tallystick.run.score import ItemsLike

__all__ = ["AssertScore", "assert_score"]


class AssertScore(Protocol):
    """The value of the fixture: :func:`tallystick.assert_score`, called under the name of a test."""

    def __call__(
        self,
        gold: ItemsLike,
        pred: ItemsLike,
        metric: MetricLike = "",
        *,
        at_least: float,
        field: str = "",
        **options: object,
    ) -> Report:
        """Fail unless a score is high enough."""


@pytest.fixture
def assert_score(record_property: Callable[[str, object], None]) -> AssertScore:
    """``assert_score(gold, pred, "smatch", at_least=0.8)``: fails with the worst items and their errors.

    The JUnit report of the run (``--junit-xml``) has the score as a property of the test, passed or failed.
    """
    # Imported here: pytest loads this module at every start, in any project.
    from tallystick.integrations.assertions import check_score

    def check(
        gold: ItemsLike,
        pred: ItemsLike,
        metric: MetricLike = "",
        *,
        at_least: float,
        field: str = "",
        **options: object,
    ) -> Report:
        __tracebackhide__ = True
        checked = check_score(gold, pred, metric, field=field, **options)
        record_property(f"{checked.metric.key}.{checked.field}", checked.value)
        return checked.at_least(at_least)

    return check
