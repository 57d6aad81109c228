"""Action spaces: declared once per game, dense whole numbers both in kernels and in Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from plowshares.core.jit import kernel
from plowshares.core.records import Int32, Int32s, Record

MOST_FIELDS = 3


class ActionTable(Record):
    """An action space as kernels read it: part of every State, written once by `ActionSpace.write`."""

    first: Annotated[Int32s, "kinds"]  # the lowest action of each kind
    middle: Annotated[Int32s, "kinds"]  # how many values the second field has
    last: Annotated[Int32s, "kinds"]  # how many values the third field has
    size: Int32


@kernel
def encode(table: ActionTable, kind: int, a: int, b: int, c: int) -> int:
    """Return the action of a kind with its fields; unused fields are 0."""
    return table.first[kind] + (a * table.middle[kind] + b) * table.last[kind] + c  # type: ignore[no-any-return]  # NumPy's stubs lose the int


@kernel
def kind_of(table: ActionTable, action: int) -> int:
    """Return the kind of an action."""
    kind = len(table.first) - 1
    while table.first[kind] > action:
        kind -= 1
    return kind


@kernel
def fields_of(table: ActionTable, kind: int, action: int) -> tuple[int, int, int]:
    """Return the three fields of an action of that kind."""
    rest = action - table.first[kind]
    c = rest % table.last[kind]
    rest = rest // table.last[kind]
    b = rest % table.middle[kind]
    return rest // table.middle[kind], b, c


@dataclass(frozen=True)
class Field:
    """One field of a kind of action: its name and how many values it has, from 0."""

    name: str
    size: int


@dataclass(frozen=True)
class Kind:
    """One kind of action and its fields, at most three."""

    name: str
    fields: tuple[Field, ...] = ()

    @property
    def size(self) -> int:
        """How many actions are of this kind."""
        total = 1
        for field in self.fields:
            total *= field.size
        return total


def kind(name: str, **fields: int) -> Kind:
    """Declare a kind of action: `kind("move", cell=100, way=36, strike=3)`."""
    if len(fields) > MOST_FIELDS:
        raise ValueError(f"kind {name!r} has {len(fields)} fields, at most {MOST_FIELDS} are possible")
    return Kind(name, tuple(Field(word, size) for word, size in fields.items()))


class ActionSpace:
    """All actions of a match, numbered by kind, then by fields in the order of their declaration."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self.first: list[int] = []
        self.size = 0
        for each in kinds:
            self.first.append(self.size)
            self.size += each.size

    def encode(self, kind: int | str, *fields: int) -> int:
        """Return the action of a kind (by number or name) with its fields."""
        index = self.index(kind) if isinstance(kind, str) else int(kind)
        declared = self.kinds[index].fields
        if len(fields) != len(declared):
            raise ValueError(f"{self.kinds[index].name!r} takes {len(declared)} fields, got {fields}")
        offset = 0
        for field, value in zip(declared, fields, strict=True):
            if not 0 <= value < field.size:
                raise ValueError(f"{field.name} {value} of {self.kinds[index].name!r} is not below {field.size}")
            offset = offset * field.size + int(value)
        return self.first[index] + offset

    def decode(self, action: int) -> tuple[int, tuple[int, ...]]:
        """Return the kind and the fields of an action."""
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} is not below {self.size}")
        index = max(i for i, first in enumerate(self.first) if first <= action)
        rest = int(action) - self.first[index]
        fields: list[int] = []
        for field in reversed(self.kinds[index].fields):
            rest, value = divmod(rest, field.size)
            fields.append(value)
        return index, tuple(reversed(fields))

    def index(self, name: str) -> int:
        """Return the number of the kind of that name."""
        for i, each in enumerate(self.kinds):
            if each.name == name:
                return i
        raise ValueError(f"no kind of action is called {name!r}")

    def write(self, table: Any) -> None:
        """Copy the space into a State's table, for kernels."""
        for i, each in enumerate(self.kinds):
            # Kernels decode three fields always; a missing one has the single value 0.
            sizes = [field.size for field in each.fields]
            sizes += [1] * (MOST_FIELDS - len(sizes))
            table.first[i] = self.first[i]
            table.middle[i] = sizes[1]
            table.last[i] = sizes[2]
        table.size = self.size

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.size))
