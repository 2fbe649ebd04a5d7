"""A reader of pickles that builds plain data and inert stubs, and runs nothing that a file asks for."""

from __future__ import annotations

import pickle
import struct
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    Global = tuple[str, str]

_KEYS = (str, int, float, bytes, type(None))
"""What may be a key: hashing a deeply nested tuple would overflow the stack."""
_DAMAGED = (
    pickle.UnpicklingError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)
_OPCODES = (  # noqa: SIM905 # one a line would be sixty lines
    "PROTO STOP FRAME MARK POP POP_MARK DUP MEMOIZE GET BINGET LONG_BINGET PUT BINPUT LONG_BINPUT "
    "NONE NEWTRUE NEWFALSE INT BININT BININT1 BININT2 LONG LONG1 LONG4 FLOAT BINFLOAT "
    "STRING BINSTRING SHORT_BINSTRING UNICODE BINUNICODE SHORT_BINUNICODE BINUNICODE8 "
    "BINBYTES SHORT_BINBYTES BINBYTES8 EMPTY_LIST LIST APPEND APPENDS EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3 "
    "EMPTY_DICT DICT SETITEM SETITEMS EMPTY_SET ADDITEMS GLOBAL STACK_GLOBAL INST REDUCE NEWOBJ BUILD BINPERSID"
).split()


class Stub:
    """Stands for an object of a class that is not there: it holds what the file says of it and does nothing."""

    stands_for = ""

    def __init__(self, *_: object) -> None: ...


class Stream(Protocol):
    """What pickles are read from: bytes in memory, or a mapped file, neither of which gives more than it has."""

    def read(self, n: int = ..., /) -> bytes:
        """Return the next bytes."""

    def readline(self) -> bytes:
        """Return the next line."""


def ordered_dict(pairs: Sequence[Sequence[Any]] = ()) -> OrderedDict[Any, Any]:
    """Stand for ``collections.OrderedDict``."""
    return OrderedDict((_key(key), value) for key, value in pairs)


def counter(counts: Mapping[Any, Any] | None = None) -> Counter[Any]:
    """Stand for ``collections.Counter``."""
    if counts is not None and not isinstance(counts, dict):
        raise TypeError("a Counter is made from a dict")
    return Counter(counts)


COLLECTIONS: dict[Global, Callable[..., Any]] = {
    ("collections", "OrderedDict"): ordered_dict,
    ("collections", "Counter"): counter,
}
"""All that a vocabulary may ask for."""


class RestrictedUnpickler(pickle._Unpickler):
    """Python's own unpickler with two allow-lists: of the classes and functions, and of the operations.

    The one written in Python, since its memo is a dict: the other one takes the memory for an index that a file claims.
    """

    stack: list[Any]
    append: Callable[[Any], None]
    pop_mark: Callable[[], list[Any]]
    readline: Callable[[], bytes]

    def __init__(
        self,
        stream: Stream,
        path: Path,
        admitted: Mapping[Global, Callable[..., Any]],
        stubs: Sequence[str] = (),
        persistent: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(stream, encoding="utf-8")
        self._path = path
        self._admitted = admitted
        self._stub_modules = stubs
        self._persistent = persistent
        self._given: dict[int, object] = {}  # by id; holding them keeps the ids theirs

    def restore(self) -> Any:
        """Return the next object of the stream.

        Raises:
            ModelError: the file asks for something that is not admitted, which the message names, or it is damaged.
        """
        try:
            return self.load()
        except ModelError:
            raise
        except _DAMAGED as error:
            raise ModelError(
                "{0} is damaged: what is pickled in it cannot be read ({1}).", self._path, error
            ) from error

    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a class or function."""
        place = _today(module, name)
        if place in self._admitted:
            found: object = self._admitted[place]
        elif any(module == prefix or module.startswith(prefix + ".") for prefix in self._stub_modules):
            found = type("Stub", (Stub,), {"stands_for": ".".join(place)})
        else:
            raise ModelError(
                "{0} asks for {1}, which relviz does not run or build from a file: nothing was run; get it as "
                "model.safetensors or vocab.json, or from a source you trust.",
                self._path,
                ".".join(place),
            )
        self._given[id(found)] = found
        return found

    def persistent_load(self, pid: Any) -> Any:
        """Return what stands for something kept outside the pickle."""
        if self._persistent is None:
            raise ModelError(
                "{0} refers to something outside itself ({1!r:.60}), which it should not.", self._path, pid
            )
        found = self._persistent(pid)
        if isinstance(found, type):
            self._given[id(found)] = found
        return found

    def _refuse_opcode(self) -> None:
        raise ModelError("{0} uses an operation of pickle that no model or vocabulary needs.", self._path)

    def _load_reduce(self) -> None:
        arguments = self.stack.pop()
        self._require_given(self.stack[-1])
        self.stack[-1] = self.stack[-1](*arguments)

    def _load_newobj(self) -> None:
        self.stack.pop()  # the arguments
        self._require_given(self.stack[-1])
        self.stack[-1] = self.stack[-1]()

    def _load_inst(self) -> None:
        module, name = self.readline()[:-1].decode("ascii"), self.readline()[:-1].decode("ascii")
        arguments = self.pop_mark()
        self.append(self.find_class(module, name)(*arguments))

    def _load_build(self) -> None:
        state = self.stack.pop()
        built = self.stack[-1]
        if isinstance(built, Stub):
            built.__dict__.update(state)
        elif not isinstance(built, OrderedDict):  # whose attributes, such as _metadata, are not needed
            raise TypeError("a state for something that has none")

    def _load_setitem(self) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self.stack[-1][_key(key)] = value

    def _load_setitems(self) -> None:
        items = self.pop_mark()
        for key, value in zip(items[::2], items[1::2], strict=True):
            self.stack[-1][_key(key)] = value

    def _load_dict(self) -> None:
        items = self.pop_mark()
        self.append({_key(key): value for key, value in zip(items[::2], items[1::2], strict=True)})

    def _load_additems(self) -> None:
        items = self.pop_mark()
        self.stack[-1].update(map(_key, items))

    def _require_given(self, wanted: object) -> None:
        if id(wanted) not in self._given:
            raise TypeError(f"a {type(wanted).__name__} cannot be called")

    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = {
        **dict.fromkeys(pickle._Unpickler.dispatch, _refuse_opcode),
        **{code: pickle._Unpickler.dispatch[code] for code in (getattr(pickle, name)[0] for name in _OPCODES)},
        pickle.REDUCE[0]: _load_reduce,
        pickle.NEWOBJ[0]: _load_newobj,
        pickle.INST[0]: _load_inst,
        pickle.BUILD[0]: _load_build,
        pickle.SETITEM[0]: _load_setitem,
        pickle.SETITEMS[0]: _load_setitems,
        pickle.DICT[0]: _load_dict,
        pickle.ADDITEMS[0]: _load_additems,
    }


def _today(module: str, name: str) -> Global:
    """Return what Python 3 calls something that pickles, up to protocol 2, name as Python 2 did."""
    found: Global = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
    return found


def _key(key: object) -> Any:
    if not isinstance(key, _KEYS):
        raise TypeError(f"a {type(key).__name__} cannot be a key here")
    return key
