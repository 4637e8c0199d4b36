"""Templates with typed slots: MUC-4 and BETTER (Equations 32, 33, 48–50, Appendices C and D)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact, similarity
from tallystick.core.union import union
from tallystick.declare import Composite, Metric, Options, Parameter, Scorer, Task, always
from tallystick.errors import DataError, Problem
from tallystick.formats.json_choice import json_lines
from tallystick.formats.typed import converter
from tallystick.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "Ontology", "SetFill", "StringFill", "Template", "TemplateDocument"]


@dataclass(frozen=True, slots=True)
class SetFill:
    """A slot filled with a value from a list."""

    slot: str
    set: str


@dataclass(frozen=True, slots=True)
class StringFill:
    """A slot filled with an entity: its mentions, each a list of words."""

    slot: str
    str: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Template:
    """An event of a type, with its fillers."""

    type: str
    fillers: tuple[SetFill | StringFill, ...]


@dataclass(frozen=True, slots=True)
class TemplateDocument:
    """The templates of one document."""

    templates: tuple[Template, ...]


_HINT = (
    "an ontology is a JSON object with `parent` (value → more general value), `premodifiers` and `key_slots`"
)


@dataclass(frozen=True, slots=True)
class Ontology:
    """What the templates' values mean."""

    parent: dict[str, str] = field(default_factory=dict)
    """The more general value of a value of a set fill."""
    premodifiers: tuple[str, ...] = ()
    """Words that do not identify anything."""
    key_slots: tuple[str, ...] = ()
    """The slots of which one must match in part for two templates to be aligned (`muc4-original`)."""
    generic_type: str = "attack"
    """The template type that earns half where a more specific one is right (`muc4-original`)."""

    @classmethod
    def read(cls, path: str) -> Ontology:
        """Read an ontology from a JSON file."""
        try:
            text = Path(path).read_text("utf-8")
            content = json.loads(text)
        except OSError as error:
            raise DataError(Problem(f"cannot be read: {error.strerror}", path)) from error
        except UnicodeDecodeError as error:
            raise DataError(
                Problem("UTF-8 text is expected, not binary data", path, 1, 1, hint=_HINT)
            ) from error
        except RecursionError as error:
            raise DataError(
                Problem("the value is nested too deeply to be read", path, 1, 1, hint=_HINT)
            ) from error
        except ValueError as error:
            line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
            message = f"not JSON: {getattr(error, 'msg', error)}"
            raise DataError(Problem(message, path, line, column, hint=_HINT)) from error
        ontology, mismatches = converter(cls).convert(content)
        if mismatches:
            problems = [
                Problem(
                    ": ".join(filter(None, (".".join(map(str, m.path)), m.message))),
                    path,
                    hint=m.hint or _HINT,
                )
                for m in mismatches
            ]
            raise DataError(problems)
        assert isinstance(ontology, cls)
        if (value := ontology._above_itself()) is not None:
            raise DataError(Problem(f"parent: {value!r} is more general than itself", path, hint=_HINT))
        return ontology

    def _above_itself(self) -> str | None:
        """A value that is its own ancestor, if there is one; each value is passed once."""
        done: set[str] = set()
        for start in self.parent:
            way: dict[str, None] = {}
            value = start
            while value in self.parent and value not in done:
                if value in way:
                    return value
                way[value] = None
                value = self.parent[value]
            done.update(way)
        return None

    def fingerprint(self) -> str:
        """A short name for exactly this content."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:12]

    def is_below(self, value: str, other: str) -> bool:
        """Whether a value is a descendant of another."""
        seen = {value}
        while (value := self.parent.get(value, "")) and value not in seen:
            if value == other:
                return True
            seen.add(value)
        return False


def _filler(ontology: Ontology) -> Similarity:
    """φ_T: set fills by Equation 33, string fills by Equations 48 and 49."""
    premodifiers = frozenset(ontology.premodifiers)

    def set_fill(pred: str, gold: str) -> float:
        if pred == gold:
            return 1.0
        return 0.5 if ontology.is_below(pred, gold) else 0.0

    def string_fill(pred: tuple[tuple[str, ...], ...], gold: tuple[tuple[str, ...], ...]) -> float:
        ours = {word for mention in pred for word in mention} - premodifiers
        return float(any(word in ours for mention in gold for word in mention))

    return union({
        SetFill: record(SetFill, slot=exact, set=similarity(set_fill, peaked=True)),
        StringFill: record(StringFill, slot=exact, str=similarity(string_fill, peaked=True)),
    })  # fmt: skip


same_type = record(TemplateDocument, templates=bag(record(Template, type=exact)))


def _ontology(options: Options) -> Ontology:
    ontology = options["ontology"]
    assert isinstance(ontology, Ontology)
    return ontology


def _muc4(options: Options) -> Similarity:
    template = record(Template, type=exact, fillers=bag(_filler(_ontology(options))))
    return record(TemplateDocument, templates=bag(template))


def _better(options: Options) -> Scorer:
    def product(values: Sequence[float | None]) -> float | None:
        types, fillers = values
        return None if types is None or fillers is None else types * fillers

    return Composite({"template-type": same_type, "muc4": _muc4(options)}, product)


def _muc4_original(options: Options) -> Scorer:
    """The alignment rules of the original evaluation (Appendix C)."""
    ontology = _ontology(options)
    key_slots = frozenset(ontology.key_slots)

    def type_credit(pred: str, gold: str) -> float:
        if pred == gold:
            return 1.0
        return 0.5 if pred == ontology.generic_type else 0.0

    def key_fillers(template: object) -> list[SetFill | StringFill]:
        assert isinstance(template, Template)
        return [filler for filler in template.fillers if filler.slot in key_slots]

    filler = _filler(ontology)
    template = (
        record(Template, type=similarity(type_credit, peaked=True))
        * (bag(filler, match="N:N") > 0).of(key_fillers)
        * record(Template, fillers=bag(filler))
    )
    return record(TemplateDocument, templates=bag(template))


ONTOLOGY = Parameter(
    "ontology", Ontology(),
    "a JSON file with `parent` (value → more general value), `premodifiers` and `key_slots`",
    load=Ontology.read,
    fingerprint=lambda value: value.fingerprint() if isinstance(value, Ontology) else str(value),
)  # fmt: skip
_HALF_BELOW = "a prediction below the gold value in the hierarchy earns half, one above it nothing"

TASK = Task(
    name="templates",
    summary="event templates with set and string fills",
    formats=(json_lines(TemplateDocument, "templates", frozenset({"type", "fillers"})),),
    metrics=(
        Metric("muc4", "slot fillers of templates of the same type", _muc4,
               "F↔[δ type × Σ↔ fillers[δ slot × φ_T]] (Equation 32)", REFERENCE, (ONTOLOGY,),
               asymmetric=_HALF_BELOW),
        Metric("template-type", "template types alone", always(same_type), "F↔[δ type]", REFERENCE),
        Metric("better", "the product of template-type and muc4", _better,
               "F↔[δ type] × F↔[δ type × Σ↔ fillers[δ slot × φ_T]] (Equation 50)", REFERENCE, (ONTOLOGY,),
               asymmetric=_HALF_BELOW),
        Metric("muc4-original", "muc4 with the alignment rules of the original evaluation", _muc4_original,
               "F↔[type credit × ⟦some key slot matches in part⟧ × Σ↔ fillers[δ slot × φ_T]] (Appendix C)",
               REFERENCE, (ONTOLOGY,),
               asymmetric=_HALF_BELOW + "; the generic type earns half only when predicted"),
    ),
    empty=lambda: TemplateDocument(()),
    divisions={"type": divided(TemplateDocument, "templates", "type")},
    example=example_files("templates"),
    example_options={"ontology": str(Path(__file__).parent / "examples" / "ontology.json")},
)  # fmt: skip
