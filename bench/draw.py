"""Curves as a small SVG: time against size on logarithmic axes, or shares on plain ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path

WIDTH, HEIGHT, MARGIN, LEGEND = 560, 380, 56, 170
COLOURS = ("#0b6e4f", "#b5446e", "#3a6ea5", "#c77d0a", "#6c4f9c", "#777777")

Curves = Mapping[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class _Axis:
    """How values become positions between 0 and 1, and which of them are marked."""

    name: str
    position: Callable[[float], float]
    marks: list[float]


def draw(curves: Curves, path: Path, title: str, across: str, up: str) -> None:
    """Write curves over sizes to a file, both axes logarithmic."""
    xs = sorted({x for points in curves.values() for x, _ in points})
    ys = [y for points in curves.values() for _, y in points]
    low, high = floor(log10(min(ys))), ceil(log10(max(ys)))
    powers = [10.0**power for power in range(low, high + 1)]
    _write(
        curves,
        path,
        title,
        _Axis(across, lambda x: log10(x / xs[0]) / log10(xs[-1] / xs[0]), xs),
        _Axis(up, lambda y: (log10(y) - low) / (high - low), powers),
    )


def draw_shares(curves: Curves, path: Path, title: str, across: str, up: str) -> None:
    """Write curves of shares, between 0 and 1, to a file."""
    xs = sorted({x for points in curves.values() for x, _ in points})
    shares = [tenth / 10 for tenth in range(0, 11, 2)]
    span = xs[-1] - xs[0]
    _write(
        curves, path, title, _Axis(across, lambda x: (x - xs[0]) / span, xs), _Axis(up, lambda y: y, shares)
    )


def _write(curves: Curves, path: Path, title: str, horizontal: _Axis, vertical: _Axis) -> None:
    def point_at(x: float, y: float) -> tuple[float, float]:
        return (
            MARGIN + horizontal.position(x) * (WIDTH - 2 * MARGIN),
            HEIGHT - MARGIN - vertical.position(y) * (HEIGHT - 2 * MARGIN),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + LEGEND} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{title}">',
        f'<rect width="{WIDTH + LEGEND}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="24" font-size="14">{title}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">{horizontal.name}</text>',
        f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{vertical.name}</text>',
    ]
    first = horizontal.marks[0], vertical.marks[0]
    for mark in vertical.marks:
        _, y = point_at(first[0], mark)
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
    for mark in horizontal.marks:
        x, _ = point_at(mark, first[1])
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{mark:.0f}</text>')
    for row, ((name, points), colour) in enumerate(zip(curves.items(), COLOURS, strict=False)):
        positions = [point_at(*point) for point in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in positions)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in positions]
        top = MARGIN + 20 * row
        parts.append(f'<rect x="{WIDTH - 30}" y="{top - 9}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - 12}" y="{top + 1}">{name}</text>')
    path.write_text("\n".join([*parts, "</svg>"]) + "\n", "utf-8")
