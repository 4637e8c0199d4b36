"""``tallystick score``."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from tallystick.cli.gates import missed_gates, read_gate, refuse_unknown_gates
from tallystick.cli.messages import notify
from tallystick.cli.metric_options import given_parameters, known_parameters
from tallystick.cli.options import (
    OptionalLevel,
    average_option,
    jobs_option,
    output_options,
    scoring_options,
    seed_option,
    sides,
    undefined_option,
)
from tallystick.cli.output import check_output, show_notes, write
from tallystick.cli.progress import progress_bar
from tallystick.cli.signatures import SETTINGS, Signed, read_signatures
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.machine import as_csv, as_json, as_jsonl
from tallystick.report.markup import as_latex, as_markdown
from tallystick.run.journal import Journal
from tallystick.run.request import Execution, Request
from tallystick.run.score import run_score
from tallystick.run.settings import AVERAGES, Settings
from tallystick.run.table import as_text

__all__ = ["score"]

WRITERS = {"text": as_text, "json": as_json, "jsonl": as_jsonl, "csv": as_csv, "markdown": as_markdown, "latex": as_latex}  # fmt: skip  # noqa: E501

#: Exit status: a gate was missed; not everything is proved to be optimal.
GATE_MISSED, NOT_PROVEN = 1, 4


@click.command(no_args_is_help=True, cls=OptionalLevel)
@sides
@scoring_options
@click.option("--items", is_flag=True, help="Give the scores of every item too.")
@average_option(*AVERAGES)
@click.option(
    "--by",
    metavar="KEY",
    help="Break down by type, relation, document, language, dataset or a key of the items' meta.",
)
@click.option(
    "--confidence",
    type=float,
    metavar="[LEVEL]",
    help="Add bootstrap confidence intervals (0.95 if no level is given).",
)
@seed_option
@undefined_option
@jobs_option
@click.option(
    "--engine",
    default="local",
    show_default=True,
    metavar="NAME",
    help="Where to score: local; dask (a cluster of --jobs processes here); or dask://host:port.",
)
@click.option(
    "--resume",
    metavar="FILE",
    help="Keep in FILE what is done: interrupted, the same command goes on from there. Removed at the end.",
)
@click.option(
    "--fail-under",
    multiple=True,
    metavar="METRIC.FIELD=VALUE",
    help="Exit with status 1 if a score is lower, such as b3.f1=0.80 (compared unrounded).",
)
@click.option(
    "--require-optimal", is_flag=True, help="Exit with status 4 unless every item is proved optimal."
)
@click.option(
    "--signature",
    "signatures",
    multiple=True,
    metavar="TEXT",
    help="Score with exactly the options of a signature from an earlier run.",
)
@output_options(*WRITERS)
def score(
    gold: Source,
    pred: Source,
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    on_error: str,
    match_by: str,
    time_limit: float | None,
    on_timeout: str,
    memory_limit: str | None,
    strict_text: bool,
    items: bool,
    average: str,
    by: str | None,
    confidence: float | None,
    seed: int,
    undefined: str,
    jobs: int,
    engine: str,
    resume: str | None,
    fail_under: tuple[str, ...],
    require_optimal: bool,
    signatures: tuple[str, ...],
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
    guard_csv: bool,
    **parameters: object,
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
    check_output(output, gold, pred)
    gates = [read_gate(text) for text in fail_under]
    signed = _signed(signatures, metrics, task)
    limit = signed.settings.get("time-limit", time_limit)
    settings = Settings(
        average=signed.settings.get("average", average),
        undefined=signed.settings.get("undefined", undefined),
        on_error=signed.settings.get("on-error", on_error),
        match_by=signed.settings.get("match-by", match_by),
        time_limit=None if limit is None else _number(limit, "time-limit"),
        on_timeout=signed.settings.get("on-timeout", on_timeout),
        memory_limit=signed.settings.get("memory-limit", memory_limit),
        strict_text=strict_text if not signatures else "strict-text" in signed.settings,
        confidence=confidence,
        seed=seed,
        by=by,
    )
    # The journal is there until the result is written: nothing may fail between the two.
    with _journal(resume, output) if resume else nullcontext() as journal:
        with progress_bar(not quiet and not no_progress, gold.path, pred.path) as advance:
            request = Request(signed.metrics or metrics, given_parameters(parameters), settings, task, preset)
            execution = Execution(jobs, engine, journal=journal, progress=advance)
            accept = partial(refuse_unknown_gates, gates)
            report = run_score(gold, pred, request, execution, items=items, accept=accept)
        signed.check_files(report)
        missed = missed_gates(gates, report)
        if not quiet:
            if journal and journal.taken:
                notify(f"note: {journal.taken} items are taken from {resume}")
            if journal and journal.damaged:
                notify(
                    f"note: {resume}: a record is damaged or out of place; the items from there on are scored again"
                )
            for note in signed.notes():
                notify(f"note: {note}")
            show_notes(report)
        write(WRITERS[output_format](report, items=items), output, guard=guard_csv and output_format == "csv")
    for message in missed:
        notify(message)
    if require_optimal and report.unproved:
        notify(f"Error: {report.unproved}; give more time, or drop --require-optimal")
        return NOT_PROVEN
    return GATE_MISSED if missed else 0


def _journal(path: str, output: str | None) -> Journal:
    if output not in (None, "-") and Path(str(output)).resolve() == Path(path).resolve():
        raise UsageError(f"--resume {path}: this is where the result goes")
    return Journal(path)


def _signed(signatures: tuple[str, ...], metrics: tuple[str, ...], task: str | None) -> Signed:
    """What the signatures ask for; nothing else may ask for the same."""
    if not signatures:
        return Signed()
    if metrics:
        raise UsageError("--signature names its metric itself; leave -m out")
    signed = read_signatures(signatures, task)
    context = click.get_current_context()
    files = {name for name, parameter in known_parameters(context).items() if parameter.load is not None}
    for option in context.command.get_params(context):
        name = str(option.name).removeprefix("parameter_").replace("_", "-")
        own = name in SETTINGS or (str(option.name).startswith("parameter_") and name not in files)
        source = context.get_parameter_source(str(option.name))
        if own and source is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"--signature holds every option itself; leave --{name} out")
    return signed


def _number(text: str | float, name: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise UsageError(f"{name}:{text} in the signature is not a number") from error
