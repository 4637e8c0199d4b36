"""``tallystick schema``."""

from __future__ import annotations

import click

from tallystick.cli.output import check_output, show_problems, write
from tallystick.errors import DataError
from tallystick.visible import json_text

__all__ = ["schema"]

#: Exit status where there are errors.
BAD_DATA = 3


@click.command(no_args_is_help=True, short_help="Print the schema of JSON documents.")
@click.argument("files", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of standard output.")
def schema(files: tuple[str, ...], output: str | None) -> int:
    """Print the JSON Schema that scoring infers from the gold documents in FILES.

    Edit the schema and pass it with --schema. It states whether each list is ordered, and its comments name fields
    that could serve as keys.

    \b
    Examples:
      tallystick schema gold.jsonl -o schema.json
      tallystick score gold.jsonl pred.jsonl --task json --schema schema.json
    """
    # Imported here: the other commands do not need it.
    from tallystick.run.schema import infer_schema

    check_output(output)
    try:
        inferred = infer_schema(files)
    except DataError as error:
        show_problems(error, "no schema was written")
        return BAD_DATA
    write(json_text(inferred, indent=2) + "\n", output)
    return 0
