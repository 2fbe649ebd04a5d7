"""Tensors in a file that ``torch.save`` wrote: what is declared of them, looked at before anything is read."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from relviz.checkpoints.pickled.pickles import COLLECTIONS, RestrictedUnpickler
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from torch import Tensor

    from relviz.checkpoints.pickled.pickles import Global, Stream

BLOCK = 2**24
"""Bytes read at a time."""
_DTYPES = {
    "FloatStorage": torch.float32,
    "HalfStorage": torch.float16,
    "BFloat16Storage": torch.bfloat16,
    "DoubleStorage": torch.float64,
    "LongStorage": torch.int64,
    "IntStorage": torch.int32,
    "ShortStorage": torch.int16,
    "CharStorage": torch.int8,
    "ByteStorage": torch.uint8,
    "BoolStorage": torch.bool,
}


@dataclass(eq=False)
class Storage:
    """A run of numbers in a file.

    Attributes:
        dtype: of the numbers.
        count: how many they are.
        start: where they start in the file, in bytes; known once the whole file has been looked through.
        checksum: CRC-32 of the bytes, None where the format has none.
    """

    dtype: torch.dtype
    count: int
    start: int = -1
    checksum: int | None = None

    @property
    def bytes(self) -> int:
        """Size in the file."""
        return self.count * self.dtype.itemsize


@dataclass(frozen=True, eq=False)
class Stored:
    """A tensor that is still in its file.

    Attributes:
        storage: the numbers.
        offset: the first of them, counted in numbers.
        shape: of the tensor.
        stride: how many numbers apart neighbours are along each axis.
    """

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    stride: tuple[int, ...]


@dataclass(frozen=True)
class TorchFile:
    """What a file holds, its tensors still unread.

    Attributes:
        path: the file.
        root: the object that was saved: plain data, ``Stored`` tensors and ``Stub`` objects.
        zipped: whether it is in the zip format, whose tensors torch can map.
    """

    path: Path
    root: Any
    zipped: bool
    _read: dict[Storage, Tensor] = field(default_factory=dict, repr=False, compare=False)

    def check(self, name: str, stored: Stored, done: Callable[[int], None] | None = None) -> None:
        """Compare the numbers of a tensor with their checksum, where there is one.

        Raises:
            ModelError: they differ; the message names the tensor.
        """
        storage = stored.storage
        if storage.checksum is None:
            return
        checksum = 0
        with self.path.open("rb") as file:
            file.seek(storage.start)
            for length in _blocks(storage.bytes):
                checksum = zlib.crc32(file.read(length), checksum)
                if done:
                    done(length)
        if checksum != storage.checksum:
            raise ModelError("{0} is damaged: {1} does not fit its checksum, so fetch the file again.", self.path, name)

    def tensor(self, name: str, stored: Stored, done: Callable[[int], None] | None = None) -> Tensor:
        """Read a tensor; those that share their numbers in the file share them in memory.

        Raises:
            ModelError: its numbers do not fit their checksum, or end too early.
        """
        storage = stored.storage
        if storage not in self._read:
            raw = torch.empty(storage.bytes, dtype=torch.uint8)
            view, checksum = memoryview(raw.numpy().data), 0
            with self.path.open("rb") as file:
                file.seek(storage.start)
                position = 0
                for length in _blocks(storage.bytes):
                    if file.readinto(view[position : position + length]) != length:
                        raise ModelError("{0} is damaged: it ends within {1}.", self.path, name)
                    if storage.checksum is not None:
                        checksum = zlib.crc32(view[position : position + length], checksum)
                    position += length
                    if done:
                        done(length)
            if storage.checksum is not None and checksum != storage.checksum:
                raise ModelError(
                    "{0} is damaged: {1} does not fit its checksum, so fetch the file again.", self.path, name
                )
            self._read[storage] = raw.view(storage.dtype)
        return self._read[storage].as_strided(stored.shape, stored.stride, stored.offset)


class Reader:
    """What both formats share: the allow-list, and a look at each storage and tensor that is declared."""

    def __init__(self, path: Path, size: int, stubs: tuple[str, ...], admitted: dict[Global, Any]) -> None:
        self.path, self.size, self.stubs = path, size, stubs
        self.storages: dict[str, Storage] = {}
        self.admitted = {
            **COLLECTIONS,
            ("builtins", "set"): _as_set,
            ("torch._utils", "_rebuild_tensor"): self._rebuild,
            ("torch._utils", "_rebuild_tensor_v2"): self._rebuild,
            ("torch._utils", "_rebuild_parameter"): _as_parameter,
            **{("torch", name): _StorageType(dtype) for name, dtype in _DTYPES.items()},
            **admitted,
        }

    def unpickle(self, stream: Stream, persistent: Callable[[Any], Any] | None = None) -> Any:
        """Return the next object in the stream."""
        return RestrictedUnpickler(stream, self.path, self.admitted, self.stubs, persistent).restore()

    def storage(self, kind: object, key: object, count: object) -> Storage:
        """Return the storage of a key, which must be declared alike each time."""
        if not isinstance(kind, _StorageType) or not isinstance(key, str) or type(count) is not int:
            raise TypeError("a storage of no known kind")
        known = self.storages.setdefault(key, Storage(kind.dtype, count))
        if (known.dtype, known.count) != (kind.dtype, count):
            raise ModelError("{0} is damaged: it declares the storage {1} twice, and differently.", self.path, key)
        if count < 0 or known.bytes > self.size:
            raise ModelError(
                "{0} is damaged: it declares {1:,} bytes for the storage {2}, but has {3:,} in all.",
                self.path,
                known.bytes,
                key,
                self.size,
            )
        return known

    def _rebuild(self, storage: object, offset: object, shape: object, stride: object, *_: object) -> Stored:
        """Stand for ``torch._utils._rebuild_tensor_v2``."""
        if not isinstance(storage, Storage) or not isinstance(shape, tuple) or not isinstance(stride, tuple):
            raise TypeError("a tensor of no known kind")
        numbers = (offset, *shape, *stride)
        if len(shape) != len(stride) or any(type(number) is not int or not 0 <= number < 2**62 for number in numbers):
            raise ValueError("a tensor whose shape is none")
        wanted, last = 1, int(offset)  # type: ignore[call-overload] # a whole number, as was just made sure
        for length, step in zip(shape, stride, strict=True):
            wanted *= length
            last += (length - 1) * step
        if wanted and (wanted > storage.count or last >= storage.count):
            raise ModelError(
                "{0} is damaged: it declares a tensor of shape {1}, but has {2:,} numbers for it.",
                self.path,
                shape,
                storage.count,
            )
        return Stored(storage, numbers[0], shape, stride)


@dataclass(frozen=True)
class _StorageType:
    """Stands for a class such as ``torch.FloatStorage``."""

    dtype: torch.dtype

    def __call__(self, *_: object) -> None:
        raise TypeError("a storage within the pickle")


def _as_set(items: Sequence[Any] = ()) -> list[Any]:
    """Stand for ``set``, whose members nobody needs."""
    return list(items)


def _as_parameter(data: Any, *_: object) -> Any:
    """Stand for ``torch._utils._rebuild_parameter``."""
    return data


def _blocks(size: int) -> Iterator[int]:
    """Return the lengths of the pieces in which a number of bytes is read."""
    for position in range(0, size, BLOCK):
        yield min(BLOCK, size - position)
