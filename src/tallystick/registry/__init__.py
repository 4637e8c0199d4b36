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
    OWN,
    all_parameters,
    as_task,
    find_metric,
    find_preset,
    find_task,
    findable,
    is_built_in,
    meant,
    recognise,
    register,
    tasks,
)

__all__ = [
    "OWN",
    "Chosen",
    "MetricLike",
    "NamedMetric",
    "all_parameters",
    "as_task",
    "choose",
    "find_metric",
    "find_preset",
    "find_task",
    "findable",
    "from_signature",
    "is_built_in",
    "meant",
    "recognise",
    "register",
    "split_expressions",
    "tasks",
    "with_metrics",
]
