"""How many times faster: a bar for each line of the table, with its aim, on a logarithmic scale."""

import re
from html import escape
from math import ceil, log10
from pathlib import Path

from bench.line import Line

LEFT, RIGHT, ROW, TOP = 480, 330, 24, 44
MET, MISSED = "#0b6e4f", "#b5446e"


def draw_ratios(lines: list[Line], path: Path) -> None:
    """Write the bars to a file: those of lines in which another program was measured too."""
    measured = [line for line in lines if line.ratio and line.ratio > 1]
    if not measured:
        return
    powers = max(1, ceil(log10(max(line.ratio or 1 for line in measured))))
    height = TOP + ROW * len(measured) + 34

    def across(ratio: float) -> float:
        return LEFT + RIGHT * log10(max(ratio, 1)) / powers

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + RIGHT + 90} {height}" font-family="sans-serif" '
        'font-size="11" role="img" aria-label="How many times faster than other programs">',
        f'<rect width="{LEFT + RIGHT + 90}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="14">times faster than each program (marks: aims)</text>',
    ]
    for power in range(powers + 1):
        x = across(10.0**power)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 10}" y2="{height - 30}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 14}" text-anchor="middle">{10**power:,}</text>')
    for row, line in enumerate(measured):
        assert line.ratio is not None
        y = TOP + ROW * row
        colour = MET if line.aim is None or line.ratio >= line.aim else MISSED
        name = escape(f"{re.sub(r' [(][^)]*[)]', '', line.work)} — {line.program}")
        parts.append(f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{name}</text>')
        width = across(line.ratio) - LEFT
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="14" fill="{colour}"/>')
        # Beside the bar, and beside the mark where that would stand in the way.
        end = max(width, across(line.aim) - LEFT) if line.aim and line.aim > line.ratio else width
        shown = f"{line.ratio:,.0f}" if line.ratio >= 10 else f"{line.ratio:.1f}"
        parts.append(f'<text x="{LEFT + end + 5:.1f}" y="{y + 11}">{shown}</text>')
        if line.aim and line.aim > 1:
            x = across(line.aim)
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 3}" y2="{y + 17}" stroke="#222" stroke-width="2"/>'
            )
    path.write_text("\n".join([*parts, "</svg>"]) + "\n", "utf-8")
