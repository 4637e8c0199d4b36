"""Every task and metric by name; metric expressions; signatures; tasks of other packages and of users."""

from tallystick.registry.expressions import (
    Chosen,
    MetricLike,
    NamedMetric,
    choose,
    split_expressions,
    with_metrics,
)
from tallystick.registry.signatures import from_signature
from tallystick.registry.table import (
    all_parameters,
    as_task,
    find_preset,
    find_task,
    is_registered,
    meant,
    recognise,
    register,
    tasks,
)

__all__ = [
    "Chosen",
    "MetricLike",
    "NamedMetric",
    "all_parameters",
    "as_task",
    "choose",
    "find_preset",
    "find_task",
    "from_signature",
    "is_registered",
    "meant",
    "recognise",
    "register",
    "split_expressions",
    "tasks",
    "with_metrics",
]
