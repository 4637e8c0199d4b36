"""Agreement on labels as output formats see it: coefficients, labels, confusions."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.report.view import Style, Table
from tallystick.results.label_agreement import LabelAgreement, LabelUse
from tallystick.stats.agreement import Coefficient

__all__ = ["label_data", "label_tables"]

#: Maximum number of rows of a layer in tables; JSON and CSV have all of them.
_MOST_ROWS = 12


def label_tables(layers: Sequence[LabelAgreement], style: Style) -> list[Table]:
    """Tables: the coefficients of all layers, those of pairs, labels, confusions."""
    tables = [_coefficients(layers, style)]
    if len(layers[0].pairs) > 1:
        tables.append(_pairs(layers, style))
    tables.append(_labels(layers, style))
    if any(layer.confusions for layer in layers):
        tables.append(_confusions(layers))
    return tables


def _coefficients(layers: Sequence[LabelAgreement], style: Style) -> Table:
    header = ["labels", "units", "agreement", "Cohen κ", "Fleiss κ", "Krippendorff α"]
    rows = [
        [
            layer.layer,
            str(layer.alpha.units),
            style.number(layer.observed),
            _kappa(layer, style),
            _with_interval(layer.fleiss, style),
            _with_interval(layer.alpha, style),
        ]
        for layer in layers
    ]
    note = "Cohen κ: mean over pairs" if len(layers[0].pairs) > 1 else ""
    return Table(header, rows, title="Agreement on labels", note=note)


def _kappa(layer: LabelAgreement, style: Style) -> str:
    return _with_interval(layer.pairs[0].kappa, style) if len(layer.pairs) == 1 else style.number(layer.kappa)


def _with_interval(coefficient: Coefficient, style: Style) -> str:
    if coefficient.interval is None or coefficient.interval.low is None:
        return style.number(coefficient.value)
    low, high = map(style.number, coefficient.interval)
    return f"{style.number(coefficient.value)} ({low} to {high})"


def _pairs(layers: Sequence[LabelAgreement], style: Style) -> Table:
    rows = [
        [layer.layer, f"{pair.a} – {pair.b}", str(pair.kappa.units), style.number(pair.kappa.observed),
         _with_interval(pair.kappa, style)]
        for layer in layers
        for pair in layer.pairs
    ]  # fmt: skip
    return Table(
        ["labels", "annotators", "units", "agreement", "Cohen κ"],
        rows,
        2,
        title="Agreement on labels by pair",
    )


def _labels(layers: Sequence[LabelAgreement], style: Style) -> Table:
    rows = []
    for layer in layers:
        rows += [
            [layer.layer, use.label, str(use.count), style.number(use.agreement), style.number(use.alpha)]
            for use in layer.labels[:_MOST_ROWS]
        ]
        if len(layer.labels) > _MOST_ROWS:
            rows.append([layer.layer, f"… {len(layer.labels) - _MOST_ROWS} more", "", "", ""])
    return Table(["labels", "label", "uses", "agreement", "α"], rows, 2, title="Agreement by label")


def _confusions(layers: Sequence[LabelAgreement]) -> Table:
    rows = []
    for layer in layers:
        confusions = layer.confusions
        rows += [[layer.layer, first, second, str(count)] for first, second, count in confusions[:_MOST_ROWS]]
        if len(confusions) > _MOST_ROWS:
            rows.append([layer.layer, f"… {len(confusions) - _MOST_ROWS} more", "", ""])
    return Table(["labels", "label", "label", "units"], rows, 3, title="Confusions")


def label_data(layer: LabelAgreement) -> dict[str, object]:
    """Everything as plain data."""
    return {
        "layer": layer.layer,
        "alpha": _coefficient(layer.alpha),
        "fleiss": _coefficient(layer.fleiss),
        "kappa": layer.kappa,
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                **_coefficient(pair.kappa, "kappa"),
                "confusion": [
                    {"a": first, "b": second, "units": count}
                    for (first, second), count in sorted(pair.confusion.items())
                ],
            }
            for pair in layer.pairs
        ],
        "labels": [_use(use) for use in layer.labels],
    }


def _coefficient(coefficient: Coefficient, name: str = "value") -> dict[str, object]:
    data: dict[str, object] = {
        name: coefficient.value,
        "units": coefficient.units,
        "agreement": coefficient.observed,
    }
    return data if coefficient.interval is None else data | {"ci": list(coefficient.interval)}


def _use(use: LabelUse) -> dict[str, object]:
    return {"label": use.label, "count": use.count, "agreement": use.agreement, "alpha": use.alpha}
