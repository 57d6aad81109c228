"""Records: one class body that is a NumPy dtype, a static type and a Python class."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Bool = Annotated[bool, np.bool_]
Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
UInt64 = Annotated[Any, np.uint64]
# There is no Bools: Numba cannot nest an array of bool in a record. Use Int8s of 0 and 1.
Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]
Floats = NDArray[np.float64]

SECRET = object()
"""Marks a field that not every seat may know, inside `Annotated`. The contract reads it."""

_KINDS = (bool, int, Any)
_array: Any = np.ndarray  # a module global is found faster, which clones notice
_data_of: Any = np.void.data.__get__

if TYPE_CHECKING:

    class Scalar:
        """What type checkers may know of np.void, whose stub is final."""

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

        _memory: bytearray | memoryview

        def tobytes(self) -> bytes:
            """Return the record's memory."""

    class RecordType(type):
        """Stands in for the metaclass below."""

else:
    Scalar = np.void

    class RecordType(type):
        """Gives every record class empty slots, so that a misspelt field raises."""

        def __new__(cls, name, bases, body, **sizes):
            """Make the class; `sizes` are for Record.__init_subclass__."""
            body.setdefault("__slots__", ())
            return super().__new__(cls, name, bases, body, **sizes)

        def __init__(cls, name, bases, body, **sizes):
            super().__init__(name, bases, body)


class Record(Scalar, metaclass=RecordType):
    """Base class of all records.

    A subclass declares its fields as annotations. Kernels and plain Python
    read and write them by name; a misspelt field raises AttributeError.

    A size may be a word instead of a number (`Annotated[Int8s, "cells"]`). Such a
    class is a pattern: `State.sized(cells=64)` is the class of one capacity.
    """

    # The memory of a record that stands alone: cloning it is one copy, without asking NumPy where the record lies.
    __slots__ = ("_memory",)

    layout: np.dtype[Any]
    secrets: frozenset[str]
    sizes: dict[str, int]

    def __init_subclass__(cls, **sizes: int) -> None:
        hints = get_type_hints(cls, include_extras=True)
        names = [name for name in hints if name not in _META]
        cls.secrets = frozenset(name for name in names if _is_secret(hints[name]))
        cls.sizes = sizes
        if _words(cls) - sizes.keys():
            return
        cls.layout = np.dtype((cls, [_field(name, hints[name], sizes) for name in names]))
        methods = {name: _accessor(name, cls.layout) for name in names} | {"clone": _make_clone(cls.layout)}
        for name, method in methods.items():
            if name not in vars(cls):  # a class may have its own
                setattr(cls, name, method)

    @classmethod
    def sized(cls, **sizes: int) -> type[Self]:
        """Return the record class of one capacity: the same fields, with words replaced by sizes."""
        return _sized(cls, tuple(sorted(sizes.items())))

    @classmethod
    def new(cls) -> Self:
        """Return a zeroed record."""
        return cls._over(bytearray(cls.layout.itemsize))

    @classmethod
    def array(cls, count: int) -> Any:
        """Return count zeroed records, side by side in memory."""
        return np.zeros(count, cls.layout)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the record that `tobytes` was called on."""
        return cls._over(bytearray(data))

    @classmethod
    def _over(cls, memory: bytearray) -> Self:
        if len(memory) != cls.layout.itemsize:
            raise ValueError(f"{cls.__name__} takes {cls.layout.itemsize} bytes, got {len(memory)}")
        record: Self = _array((), cls.layout, memory)[()]
        record._memory = memory
        return record

    if TYPE_CHECKING:

        def clone(self) -> Self:
            """Return an independent copy. Each class has its own, from `_make_clone`."""

    else:

        @property
        def data(self) -> Any:
            """The record's memory, which Numba asks for at every call of a kernel.

            NumPy's own `data` describes every field of the record first, which takes longer than most kernels.
            """
            try:
                return self._memory
            except AttributeError:  # the record is part of something larger
                return _data_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and deep-copy by value; a class of one capacity is found again by its pattern."""
        # A sized class cannot be pickled by its name, which is that of its pattern.
        sized = vars(type(self)).get("is_sized", False)
        pattern = type(self).__bases__[0] if sized else type(self)
        return _restore, (pattern, tuple(type(self).sizes.items()) if sized else (), self.tobytes())


def _make_clone(layout: np.dtype[Any]) -> Callable[[Any], Any]:
    """Return the method that copies a record of one layout: to look that up every time would be a part of the cost."""
    array = _array

    def clone(self: Any) -> Any:
        """Return an independent copy."""
        # Through bytes: NumPy's own copy walks the fields, and takes fifty times as long for a State with many.
        try:
            memory = self._memory.copy()
        except AttributeError:  # the record is part of something larger
            memory = bytearray(self.tobytes())
        copy = array((), layout, memory)[()]
        copy._memory = memory
        return copy

    return clone


def _restore(cls: type[Any], sizes: tuple[tuple[str, int], ...], data: bytes) -> Any:
    return (cls.sized(**dict(sizes)) if sizes else cls).from_bytes(data)


_META = frozenset(("layout", "secrets", "sizes"))


@functools.cache
def _sized(cls: type[Any], sizes: tuple[tuple[str, int], ...]) -> type[Any]:
    body: dict[str, Any] = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    body["is_sized"] = True
    return RecordType(cls.__name__, (cls,), body, **dict(sizes))


def _is_secret(hint: Any) -> bool:
    return get_origin(hint) is Annotated and SECRET in hint.__metadata__


def _words(cls: type[Record]) -> frozenset[str]:
    """Find the size words that this class and the records inside it leave open."""
    words: set[str] = set()
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in _META:
            continue
        kind, *extent = _parts(hint)
        words |= {size for size in extent if isinstance(size, str)}
        inner = get_args(kind)[0] if get_origin(kind) is list else kind
        if isinstance(inner, RecordType):
            words |= _words(inner)  # type: ignore[arg-type]  # a RecordType is a Record class
    return frozenset(words) - cls.sizes.keys()


def _parts(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is not Annotated:
        return (hint,)
    kind, *extent = get_args(hint)
    return (kind, *(size for size in extent if size is not SECRET))


def _field(name: str, hint: Any, sizes: dict[str, int]) -> tuple[Any, ...]:
    kind, *extent = _parts(hint)
    if kind in _KINDS:  # Annotated[int, np.int32]
        return name, extent[0]
    shape = tuple(sizes[size] if isinstance(size, str) else int(size) for size in extent)
    if isinstance(kind, RecordType):
        return name, _layout(kind, sizes)
    if get_origin(kind) is list:  # Annotated[list[Player], SEATS]
        return name, _layout(get_args(kind)[0], sizes), shape
    return name, _scalar_type(kind), shape  # Annotated[NDArray[np.int8], CELLS]


def _scalar_type(array: Any) -> Any:
    """Return the scalar type of an `NDArray[...]`: an alias of `ndarray` up to NumPy 2.4, a `TypeAliasType` since."""
    if isinstance(get_origin(array), type):
        return get_args(get_args(array)[1])[0]
    return get_args(array)[0]  # pragma: no cover  # by the NumPy that is installed


def _layout(cls: Any, sizes: dict[str, int]) -> np.dtype[Any]:
    words = _words(cls)
    layout: np.dtype[Any] = cls.sized(**{w: sizes[w] for w in words}).layout if words else cls.layout
    return layout


def _accessor(name: str, layout: np.dtype[Any]) -> property:
    places: Any = layout.fields
    inner, start = places[name][:2]
    end = start + inner.itemsize

    def read(self: Record) -> Any:
        return self[name]

    def read_record(self: Record) -> Any:
        """Return a record inside this one, which knows where its memory is as well."""
        record = self[name]
        memory = getattr(self, "_memory", None)
        if memory is not None:  # or this record is part of something larger itself
            record._memory = memoryview(memory)[start:end]
        return record

    def write(self: Record, value: Any) -> None:
        self[name] = value

    return property(read_record if issubclass(inner.type, Record) else read, write)
