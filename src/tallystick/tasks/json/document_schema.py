"""The types that documents are compared by: a shape, and where it comes from."""

from __future__ import annotations

from tallystick.dataclass import dataclass
from tallystick.tasks.json.shape import Shape

__all__ = ["DocumentSchema"]


@dataclass(frozen=True, slots=True, eq=False)
class DocumentSchema:
    """A shape with its origin. Two are the same if they are one object: shapes may be recursive."""

    shape: Shape
    origin: str
    """The file or the type that it was read from."""
    digest: str = ""
    """Identifies its content in signatures."""
    inferred: bool = False
    """Whether it was inferred from the gold."""
    schema: object = None
    """The JSON Schema that it was read from, to validate documents; None if there is none."""
    dialect: str = "x-tally"
    """Whose annotations were read beside ``x-tally``."""

    def __reduce__(self) -> tuple[object, ...]:
        """Travel as the schema: shapes may be nested too deep to be pickled."""
        if self.schema is None:
            return DocumentSchema, (self.shape, self.origin, self.digest, self.inferred)
        from tallystick.tasks.json.schema.load import schema_of_value

        return schema_of_value, (self.schema, self.origin, self.dialect)

    @property
    def fingerprint(self) -> str:
        """The schema as it is written in a signature."""
        return f"{'inferred-' if self.inferred else ''}{self.digest}"
