"""A fuzzer for the readers of coreference, on the interpreted kernels so that their coverage is seen.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_coref.py -max_total_time=600

The first byte of an input chooses the format. Checked for every input: no exception; every problem has a place inside
the text; a document matches itself in every mode; it is written in its own format, and read back with the same
mentions unless the writer says what was lost.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

from harness import SOURCES, run, use_sources

FORMATS = ("conll", "conllu", "ua", "jsonl", "crac-text")
MODES = ("exact", "head", "partial", "partial-craft")


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, instrument: Any) -> None:
        use_sources()
        sys.modules["cython"] = None  # type: ignore[assignment]
        with instrument(include=["tallystick.formats", "tallystick.tasks.coref"]):
            load_source("tallystick.formats.coref.conll.scan")
            load_source("tallystick.tasks.coref.mentions.join")
            modules = [
                import_module(f"tallystick.formats.coref.{name}")
                for name in (
                    "conll.reader",
                    "corefud.reader",
                    "ua.reader",
                    "jsonl.reader",
                    "jsonl.plain_text",
                )
            ]
            self.base: Any = import_module("tallystick.formats.base")
            self.writing: Any = import_module("tallystick.formats.coref.write")
            self.matching: Any = import_module("tallystick.tasks.coref.mentions.matching")
        names = ("ConllDocuments", "CorefudDocuments", "UaDocuments", "ClusterDocuments", "PlainDocuments")
        self.readers: list[Any] = [
            getattr(module, name)() for module, name in zip(modules, names, strict=True)
        ]

    def one_input(self, data: bytes) -> None:
        text = data[1:].decode("utf-8", "ignore").replace("\0", "").removeprefix("\ufeff")
        kind = data[0] % len(FORMATS) if data else 0
        self.check(kind, text)

    def check(self, kind: int, text: str) -> None:
        lines = text.split("\n")
        reader = self.readers[kind]
        for block in reader.blocks(self.base.Source("x", text)):
            item = reader.item(block)
            assert (item.value is None) == item.malformed
            for problem in item.problems:
                assert 1 <= problem.line <= len(lines), problem
                assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
                problem.shown()
            if item.value is not None and not item.value.faults:
                self.check_document(item.value, kind)

    def check_document(self, document: Any, kind: int) -> None:
        for mode in MODES:
            options = self.matching.MatchOptions(match=mode, repeated="first", zero_match="linear")
            gold, pred = self.matching.match(document, document, options)
            assert gold == pred
        written = self.writing.write([document], FORMATS[kind])
        reader = self.readers[kind]
        back = [reader.item(block) for block in reader.blocks(self.base.Source("x", written.text))]
        assert len(back) == 1, written.text
        assert back[0].value is not None, back[0].problems
        if not written.notes:
            assert spans(back[0].value) == spans(document)


def spans(document: Any) -> list[Any]:
    layer = document.identity
    return sorted((layer.parts(at), layer.names[layer.entity[at]]) for at in range(len(layer)))


def load_source(full: str) -> ModuleType:
    """Load a kernel from its source, compiled or not."""
    path = str(SOURCES.joinpath(*full.split(".")).with_suffix(".py"))
    spec = spec_from_file_location(full, path, loader=SourceFileLoader(full, path))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[full] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    run(Fuzzer)


if __name__ == "__main__":
    main()
