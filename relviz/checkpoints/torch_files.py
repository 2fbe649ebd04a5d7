"""Files that ``torch.save`` wrote, in its zip and its legacy format, read without running anything in them."""

from __future__ import annotations

import mmap
import struct
import sys
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

import torch

from relviz.checkpoints.pickles import COLLECTIONS, RestrictedUnpickler, Stub
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from torch import Tensor

    from relviz.checkpoints.pickles import Global, Stream

MAGIC, PROTOCOL = 0x1950A86A20F9469CFC6C, 1001
"""How a legacy file starts (``torch.serialization.MAGIC_NUMBER``)."""
ZIP_MAGIC = b"PK\x03\x04"
BLOCK = 2**24
"""Bytes read at a time."""
STRUCTURE = 2**28
"""The most bytes that the pickle of a file may have, beside its tensors: a quarter of a gigabyte."""
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
            raise ModelError(f"{self.path} is damaged: {name} does not fit its checksum, so fetch the file again.")

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
                        raise ModelError(f"{self.path} is damaged: it ends within {name}.")
                    if storage.checksum is not None:
                        checksum = zlib.crc32(view[position : position + length], checksum)
                    position += length
                    if done:
                        done(length)
            if storage.checksum is not None and checksum != storage.checksum:
                raise ModelError(f"{self.path} is damaged: {name} does not fit its checksum, so fetch the file again.")
            self._read[storage] = raw.view(storage.dtype)
        return self._read[storage].as_strided(stored.shape, stored.stride, stored.offset)


def open_torch_file(path: Path, stubs: Sequence[str] = (), admitted: Mapping[Global, Any] | None = None) -> TorchFile:
    """Look through a file that ``torch.save`` wrote.

    Nothing in it is run, and what it declares is compared with what it has before memory is taken for it. That is a
    closer look than ``torch.load(weights_only=True)`` takes, which cannot read a whole pickled module in the legacy
    format, and takes the memory that a file asks for first.

    Args:
        path: the file.
        stubs: modules whose classes may occur; they become ``Stub``.
        admitted: further classes and functions, and what stands for them.

    Raises:
        ModelError: it is none, is damaged, declares what it does not have, or asks for what is not admitted.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(ZIP_MAGIC))
            if not start:
                raise ModelError(f"{path} is empty: fetch the file again.")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                read = _read_zip if start == ZIP_MAGIC else _read_legacy
                return read(path, mapped, tuple(stubs), dict(admitted or {}))
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror or error}): check the file.") from error


class _Reader:
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
            raise ModelError(f"{self.path} is damaged: it declares the storage {key} twice, and differently.")
        if count < 0 or known.bytes > self.size:
            raise ModelError(
                f"{self.path} is damaged: it declares {known.bytes:,} bytes for the storage {key}, "
                f"but has {self.size:,} in all."
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
                f"{self.path} is damaged: it declares a tensor of shape {shape}, "
                f"but has {storage.count:,} numbers for it."
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


def _read_zip(path: Path, mapped: mmap.mmap, stubs: tuple[str, ...], admitted: dict[Global, Any]) -> TorchFile:
    entries = _entries(path, len(mapped))
    pickles = [name for name in entries if name.endswith("/data.pkl")]
    if len(pickles) != 1:
        raise ModelError(f"{path} is a zip archive, but none that torch.save writes: it has no data.pkl.")
    folder = pickles[0].removesuffix("data.pkl")
    if f"{folder}constants.pkl" in entries:
        raise ModelError(f"{path} is a TorchScript program, which relviz does not run: save the weights alone.")
    order = entries.get(f"{folder}byteorder")
    if order and bytes(_contents(path, mapped, order)) != sys.byteorder.encode():
        raise ModelError(f"{path} was written on a machine of the other byte order: save it anew on one like this.")
    reader = _Reader(path, len(mapped), stubs, admitted)

    def persistent(pid: Any) -> Storage:
        kind, storage_type, key, _, count = pid
        if kind != "storage":
            raise TypeError("a reference of no known kind")
        storage = reader.storage(storage_type, key, count)
        entry = entries.get(f"{folder}data/{key}")
        if entry is None or entry.file_size != storage.bytes:
            has = "none" if entry is None else f"{entry.file_size:,}"
            raise ModelError(
                f"{path} is damaged: it declares {storage.bytes:,} bytes for the storage {key}, but has {has}."
            )
        # torch.serialization.set_crc32_options(False) leaves them at 0
        storage.start, storage.checksum = _start(path, mapped, entry), entry.CRC or None
        return storage

    pickled = entries[pickles[0]]
    if pickled.file_size > STRUCTURE:
        raise ModelError(f"{path} has a pickle of {pickled.file_size:,} bytes in it, which no model needs.")
    return TorchFile(path, reader.unpickle(BytesIO(_contents(path, mapped, pickled)), persistent), zipped=True)


def _entries(path: Path, size: int) -> dict[str, zipfile.ZipInfo]:
    """Return the entries of a zip archive, none of which is larger unpacked than it is in the file."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, LookupError, struct.error) as error:
        raise ModelError(f"{path} is damaged or cut short ({error}): fetch the file again.") from error
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size or entry.flag_bits & 1:
            raise ModelError(
                f"{path} has the entry {entry.filename} compressed, to {entry.file_size:,} bytes unpacked, "
                "which torch.save never does: it was not unpacked."
            )
    total = sum(entry.file_size for entry in entries)
    if total > size or len({entry.filename for entry in entries}) < len(entries):
        raise ModelError(f"{path} is damaged: it declares {total:,} bytes, but has {size:,}.")
    return {entry.filename: entry for entry in entries}


def _start(path: Path, mapped: mmap.mmap, entry: zipfile.ZipInfo) -> int:
    """Return where the contents of an entry start in the file."""
    header = mapped[entry.header_offset : entry.header_offset + 30]
    if len(header) < 30 or not header.startswith(ZIP_MAGIC):
        raise ModelError(f"{path} is damaged: the entry {entry.filename} is not where it is declared.")
    name, extra = struct.unpack("<HH", header[26:30])
    start: int = entry.header_offset + 30 + name + extra
    if start + entry.file_size > len(mapped):
        raise ModelError(f"{path} is cut short within the entry {entry.filename}: fetch the file again.")
    return start


def _contents(path: Path, mapped: mmap.mmap, entry: zipfile.ZipInfo) -> bytes:
    start = _start(path, mapped, entry)
    contents = mapped[start : start + entry.file_size]
    if entry.CRC and zlib.crc32(contents) != entry.CRC:
        raise ModelError(f"{path} is damaged: {entry.filename} does not fit its checksum, so fetch the file again.")
    return contents


def _read_legacy(path: Path, mapped: mmap.mmap, stubs: tuple[str, ...], admitted: dict[Global, Any]) -> TorchFile:
    reader = _Reader(path, len(mapped), stubs, admitted)
    with _no_torch_file(path):
        if reader.unpickle(mapped) != MAGIC or reader.unpickle(mapped) != PROTOCOL:
            raise ModelError("")
    system = reader.unpickle(mapped)
    if not isinstance(system, dict) or system.get("little_endian", True) != (sys.byteorder == "little"):
        raise ModelError(f"{path} was written on a machine of the other byte order: save it anew on one like this.")

    def persistent(pid: Any) -> Any:
        if pid[0] == "module":  # a class, with the file and the source it came from
            return pid[1]
        kind, storage_type, key, _, count, view = pid
        if kind != "storage" or view is not None:
            raise TypeError("a reference of no known kind")
        return reader.storage(storage_type, key, count)

    root = reader.unpickle(mapped, persistent)
    keys = reader.unpickle(mapped)
    if not isinstance(keys, list) or sorted(map(str, keys)) != sorted(reader.storages):
        raise ModelError(f"{path} is damaged: the list of its storages does not fit what it holds.")
    position = mapped.tell()
    for key in keys:
        storage = reader.storages[key]
        declared = mapped[position : position + 8]
        storage.start = position + 8
        position = storage.start + storage.bytes
        if len(declared) < 8 or position > len(mapped):
            raise ModelError(f"{path} is cut short within the storage {key}: fetch the file again.")
        if struct.unpack("<q", declared)[0] != storage.count:
            raise ModelError(f"{path} is damaged: the storage {key} does not have the length that is declared.")
    return TorchFile(path, root, zipped=False)


@contextmanager
def _no_torch_file(path: Path) -> Iterator[None]:
    """Whatever is wrong with the first few bytes: this is another kind of file, unless it asks for something."""
    try:
        yield
    except ModelError as error:
        if " asks for " in str(error):
            raise
        raise ModelError(f"{path} is no file that torch.save wrote, or is damaged: fetch the file again.") from error


def _blocks(size: int) -> Iterator[int]:
    """Return the lengths of the pieces in which a number of bytes is read."""
    for position in range(0, size, BLOCK):
        yield min(BLOCK, size - position)


def state_of(root: object, path: Path) -> dict[str, Stored]:
    """Return the tensors of a saved ``state_dict``, or of a whole saved module, by their names.

    Raises:
        ModelError: it is neither.
    """
    if isinstance(root, Stub):
        return dict(_module_state(root, "", set()))
    if isinstance(root, dict) and root and all(isinstance(key, str) for key in root):
        strangers = [name for name, value in root.items() if not isinstance(value, Stored)]
        if not strangers:
            return dict(root)
        raise ModelError(f"{path} has no tensor at {strangers[0]}, so it is not the state_dict of a model.")
    raise ModelError(f"{path} holds no tensors by name, so it is not the state_dict of a model.")


def attributes(stub: Stub, name: str) -> dict[Any, Any]:
    """Return a dict that an object holds under a name; empty if it holds none."""
    found = stub.__dict__.get(name)
    return found if isinstance(found, dict) else {}


def _module_state(module: Stub, prefix: str, seen: set[int]) -> Iterator[tuple[str, Stored]]:
    """Return the tensors of a module and those within it, each module once: a file may put one within itself."""
    seen.add(id(module))
    for kind in ("_parameters", "_buffers"):
        for name, value in attributes(module, kind).items():
            if isinstance(value, Stored):
                yield f"{prefix}{name}", value
    for name, child in attributes(module, "_modules").items():
        if isinstance(child, Stub) and id(child) not in seen:
            yield from _module_state(child, f"{prefix}{name}.", seen)
