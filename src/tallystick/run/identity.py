"""The identity of a run: its version, its options, and its inputs by content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.registry import Chosen
from tallystick.results.options import OPTIONS
from tallystick.results.settings import Settings
from tallystick.run.inputs.sides import Input, InputPair
from tallystick.run.inputs.sources import PipedSource
from tallystick.version import VERSION

if TYPE_CHECKING:
    from tallystick.run.inputs.companions import Companion

__all__ = ["identity_of"]


def identity_of(
    task: str,
    chosen: Sequence[Chosen],
    settings: Settings,
    inputs: Sequence[InputPair],
    companions: Sequence[Companion] = (),
) -> dict[str, object]:
    """Everything an outcome depends on. The signature of a metric has every option that can change a score."""
    return {
        "version": VERSION,
        "task": task,
        "metrics": [[choice.key, choice.signature(**settings.signed())] for choice in chosen],
        **{option.name: getattr(settings, option.name) for option in OPTIONS if option.identity},
        "inputs": [
            [name, side.shown, _digest(side)]
            for pair in inputs
            for name, side in (("gold", _readable_again(pair.gold)), ("pred", _readable_again(pair.pred)))
        ]
        + [
            [companion.parameter.name, side.shown, _digest(side)]
            for companion in companions
            for side in (_readable_again(companion.input),)
        ],
    }


def _readable_again(side: Input) -> Source:
    if not isinstance(side, Source):
        raise UsageError("--resume needs files, not objects, to check that the inputs have not changed")
    if isinstance(side, PipedSource) or (side.text is None and side.path == "-"):
        raise UsageError(f"--resume needs files, which can be read again; {side.shown} cannot")
    return side


def _digest(source: Source) -> str | None:
    """A digest of the content; None if it cannot be read, which the reader reports."""
    import hashlib  # OpenSSL is loaded with it, and few runs keep a journal

    if source.text is not None:
        return hashlib.blake2b(source.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    try:
        with open(source.path, "rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError:
        return None
