"""The measurements that were kept last: figures are drawn from them, and new ones are compared with them."""

import json
import platform
from dataclasses import asdict
from pathlib import Path

from bench.line import Line

RECORD = Path(__file__).with_name("results.json")
#: A ratio that falls by more than this share is pointed out.
FALL = 0.15


def load() -> list[Line]:
    """The lines of the record; none if there is no record yet."""
    if not RECORD.is_file():
        return []
    return [Line(**fields) for fields in json.loads(RECORD.read_text("utf-8"))["lines"]]


def save(lines: list[Line], version: str) -> None:
    """Keep new lines; those of the record that were not measured this time stay as they are."""
    merged = {_key(line): line for line in (*load(), *lines)}
    kept = {
        "version": version,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "lines": [asdict(line) for line in merged.values()],
    }
    RECORD.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def falls(lines: list[Line]) -> list[str]:
    """What is slower than the record says, in sentences: ratios, or seconds where there is no other program."""
    before = {_key(line): line for line in load()}
    sentences = []
    for line in lines:
        known = before.get(_key(line))
        if known is None:
            continue
        if line.ratio is not None and known.ratio is not None:
            if line.ratio < (1 - FALL) * known.ratio:
                sentences.append(
                    f"{line.work} ({line.program}): {known.ratio:,.1f} × in the record, now {line.ratio:,.1f} ×"
                )
        elif line.ours > known.ours / (1 - FALL):
            sentences.append(f"{line.work}: {known.ours:.3g} s in the record, now {line.ours:.3g} s")
    return sentences


def _key(line: Line) -> tuple[str, str]:
    # Figures in brackets were measured as well, such as the memory of the other program.
    return line.work.partition(" (")[0], line.program
