"""Where the shared material lies: beside the checkout, or where $TALLYSTICK_SHARED says."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("TALLYSTICK_SHARED", ROOT.parent / "shared"))

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared material is not at {SHARED}")


def golden_families() -> list[str]:
    """The families of golden cases that this version implements."""
    return [
        "framework", "amr", "amr-default", "amr-facets", "coref", "coref-second", "umr", "umr-default",
        "umr-invariants", "docamr", "docamr-default", "ner", "ud", "json",
    ]  # fmt: skip
