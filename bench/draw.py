"""Curves as a small SVG: time against size, both axes logarithmic."""

from math import ceil, floor, log10
from pathlib import Path

WIDTH, HEIGHT, MARGIN, LEGEND = 560, 380, 56, 170
COLOURS = ("#0b6e4f", "#b5446e", "#3a6ea5", "#c77d0a", "#6c4f9c", "#777777")


def draw(curves: dict[str, list[tuple[float, float]]], path: Path, title: str, across: str, up: str) -> None:
    """Write the curves to a file."""
    xs = [x for points in curves.values() for x, _ in points]
    ys = [y for points in curves.values() for _, y in points]
    left, right = log10(min(xs)), log10(max(xs))
    low, high = floor(log10(min(ys))), ceil(log10(max(ys)))

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            MARGIN + (log10(x) - left) / (right - left) * (WIDTH - 2 * MARGIN),
            HEIGHT - MARGIN - (log10(y) - low) / (high - low) * (HEIGHT - 2 * MARGIN),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + LEGEND} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{title}">',
        f'<rect width="{WIDTH + LEGEND}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="24" font-size="14">{title}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">{across}</text>',
        f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{up}</text>',
    ]
    for power in range(low, high + 1):
        _, y = place(10**left, 10.0**power)
        label = f"{10.0**power:g}"
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for x in sorted({x for points in curves.values() for x, _ in points}):
        across_x, _ = place(x, 10.0**low)
        parts.append(
            f'<text x="{across_x:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{x:.0f}</text>'
        )
    for (name, points), colour in zip(curves.items(), COLOURS, strict=False):
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
            for x, y in (place(*p) for p in points)
        ]
        row = MARGIN + 20 * list(curves).index(name)
        parts.append(f'<rect x="{WIDTH - 30}" y="{row - 9}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{WIDTH - 12}" y="{row + 1}">{name}</text>')
    path.write_text("\n".join([*parts, "</svg>"]) + "\n", "utf-8")
