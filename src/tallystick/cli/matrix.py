"""``tallystick matrix``."""

from __future__ import annotations

from pathlib import Path

import click

from tallystick.cli.files import Staging
from tallystick.cli.metric_options import ScoringCommand, complete_files
from tallystick.cli.names import named_sources, names_option
from tallystick.cli.options import output_options
from tallystick.cli.output import Output, check_output, show_warnings
from tallystick.cli.progress import bar_of
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.registry import find_task
from tallystick.report.matrix import MatrixView
from tallystick.run.inputs.annotators import InputOutputs
from tallystick.run.inputs.sources import open_source
from tallystick.run.matrix import run_matrix

__all__ = ["matrix"]


@click.command(no_args_is_help=True, cls=ScoringCommand, short_help="Compare many outputs, item by item.")
@click.argument("outputs", metavar="OUTPUTS…", nargs=-1, required=True)
@click.option(
    "--choose",
    metavar="FILE",
    shell_complete=complete_files,
    help="For each item, write the output most similar to the others under the first metric.",
)
@run_options("matrix")
@names_option("outputs")
@output_options("matrices")
def matrix(
    outputs: tuple[str, ...], choose: str | None, run: RunArguments, names: str | None, output: Output
) -> None:
    """Compare two or more OUTPUTS for the same inputs, item by item.

    Each output is a file or a directory; items are paired by id. The table shows means over items; -f json and -f csv
    include the matrix of every item. For each item, the output with the highest mean score against all others is
    chosen: the minimum-Bayes-risk decision of an ensemble. In case of a tie, the first output is chosen. With an
    asymmetric metric, rows are gold and columns are predictions.

    \b
    Examples:
      tallystick matrix a.jsonl b.jsonl c.jsonl
      tallystick matrix a.jsonl b.jsonl c.jsonl --choose best.jsonl
      tallystick matrix a.jsonl b.jsonl c.jsonl -m span -f csv -o all.csv
    """
    if "" in outputs or choose == "":
        raise UsageError("an argument is empty; is a shell variable unset?")
    if len(outputs) < 2:
        raise UsageError("pass at least two outputs: tallystick matrix A B C…")
    if outputs.count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    sources = [open_source(path) for path in outputs]
    output.check(*sources)
    if choose is not None:
        check_output(choose, *sources, option="--choose")
    named = named_sources(sources, names)
    inputs: list[InputOutputs] = []
    with bar_of(output.progress, "comparing", "pairs", lambda: None) as advance:
        result = run_matrix(
            named,
            run.request(),
            jobs=run["jobs"],
            progress=None if advance is None else lambda outcome: advance(outcome.size, 1),
            keep=inputs.extend,
        )
    if choose is not None:
        from tallystick.run.chosen_outputs import chosen_text  # few runs write a file

        first = next(iter(result.metrics.values()))
        with Staging() as staging:
            staging.add(Path(choose), chosen_text(find_task(result.task), first, inputs))
    if not output.quiet:
        show_warnings(result.problems, result.notes)
    output.write(MatrixView(result))
