"""``tallystick score``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tallystick.cli.gates import missed_gates, read_gate, refuse_unknown_gates
from tallystick.cli.messages import notify
from tallystick.cli.metric_options import is_parameter, known_parameters, parameter_name
from tallystick.cli.options import OptionalLevel, output_options, sides
from tallystick.cli.output import Output, show_notes
from tallystick.cli.progress import progress_bar
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.cli.signatures import SIGNED, Signed, read_signatures
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.scores import ScoreView
from tallystick.run.request import Execution, Request
from tallystick.run.score import run_score

if TYPE_CHECKING:
    from tallystick.registry import Chosen
    from tallystick.run.journal import Journal
    from tallystick.tasks.base import Task

__all__ = ["score"]

#: Exit status: a gate was missed; not everything is proved to be optimal.
GATE_MISSED, NOT_PROVEN = 1, 4


@click.command(no_args_is_help=True, cls=OptionalLevel)
@sides
@run_options("score")
@click.option("--items", is_flag=True, help="Also output the score of every item.")
@click.option(
    "--fail-under",
    multiple=True,
    metavar="METRIC.FIELD=VALUE",
    help="Exit with status 1 if a score is lower, such as b3.f1=0.80 (compared unrounded).",
)
@click.option(
    "--signature",
    "signatures",
    multiple=True,
    metavar="TEXT",
    help="Score with exactly the options of a signature from an earlier run.",
)
@output_options("scores")
def score(
    gold: Source,
    pred: Source,
    run: RunArguments,
    items: bool,
    fail_under: tuple[str, ...],
    signatures: tuple[str, ...],
    output: Output,
) -> int:
    """Score PRED against GOLD.

    Both are files, directories (paired by file name), or - for standard input.

    \b
    Examples:
      tallystick score gold.jsonl pred.jsonl
      tallystick score gold.jsonl pred.jsonl --task coref -m muc,b3,ceaf-e
      tallystick score gold.jsonl pred.jsonl -m 'ceaf-rme(phi=3)' -f json --items
      tallystick score gold.jsonl pred.jsonl --confidence --by type
      tallystick score gold.jsonl pred.jsonl --fail-under span.f1=0.80
      tallystick score gold.jsonl pred.jsonl --task mymodule:Recipe
    """  # fmt: skip
    output.check(gold, pred)
    gates = [read_gate(text) for text in fail_under]
    signed = _signed(signatures, run["metrics"], run["task"])
    request = run.request(run.settings(**signed.options()), signed.metrics)
    resume = run["resume"]
    # The journal is kept until the result is written: nothing may fail in between.
    with _journal(resume, output.path) if resume else nullcontext() as journal:
        with progress_bar(output.progress, gold.path, pred.path) as advance:
            execution = Execution(run["jobs"], run["engine"], journal=journal, progress=advance)

            def accept(_task: Task, chosen: Sequence[Chosen], _request: Request) -> None:
                refuse_unknown_gates(gates, chosen)

            report = run_score(gold, pred, request, execution, items=items, accept=accept)
        signed.check_files(report)
        missed = missed_gates(gates, report)
        if not output.quiet:
            if journal and journal.taken:
                notify(f"note: {journal.taken} items were already scored (from {resume})")
            if journal and journal.damaged:
                notify(
                    f"note: {resume}: a record is damaged or out of order; all items after it are scored again"
                )
            for note in signed.notes():
                notify(f"note: {note}")
            show_notes(report)
        output.write(ScoreView(report, items))
    for message in missed:
        notify(message)
    if run["require_optimal"] and report.unproved:
        notify(f"Error: {report.unproved}; give more time, or drop --require-optimal")
        return NOT_PROVEN
    return GATE_MISSED if missed else 0


def _journal(path: str, output: str | None) -> Journal:
    if output not in (None, "-") and Path(str(output)).resolve() == Path(path).resolve():
        raise UsageError(f"--resume {path} is also the output file; choose another name")
    from tallystick.run.journal import Journal  # few runs keep one

    return Journal(path)


def _signed(signatures: tuple[str, ...], metrics: tuple[str, ...], task: str | None) -> Signed:
    """The request in the signatures; other options must not repeat it."""
    if not signatures:
        return Signed()
    if metrics:
        raise UsageError("--signature names its metric; leave -m out")
    signed = read_signatures(signatures, task)
    context = click.get_current_context()
    files = {
        name
        for name, parameter in known_parameters(context).items()
        if parameter.load is not None or parameter.joins
    }
    for option in context.command.get_params(context):
        name = str(option.name)
        key = parameter_name(name)
        own = key not in files if is_parameter(name) else key in SIGNED
        if own and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"--signature includes every option; leave --{key} out")
    return signed
