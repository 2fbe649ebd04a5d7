"""Files that ``torch.save`` wrote, in its zip and its legacy format, read without running anything in them."""

from __future__ import annotations

import mmap
import struct
import sys
import zipfile
import zlib
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from relviz.checkpoints.pickled.pickles import Stub
from relviz.checkpoints.pickled.torch_tensors import Reader, Storage, Stored, TorchFile
from relviz.core.sentence import Sentence
from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from relviz.checkpoints.pickled.pickles import Global


__all__ = ["ZIP_MAGIC", "attributes", "open_torch_file", "state_of"]


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
                raise ModelError("{0} is empty: fetch the file again.", path)
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                read = read_zip if start == ZIP_MAGIC else read_legacy
                return read(path, mapped, tuple(stubs), dict(admitted or {}))
    except OSError as error:
        raise ModelError("{0} cannot be read ({1}): check the file.", path, error.strerror or error) from error


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
        raise ModelError("{0} has no tensor at {1}, so it is not the state_dict of a model.", path, strangers[0])
    raise ModelError("{0} holds no tensors by name, so it is not the state_dict of a model.", path)


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


ZIP_MAGIC = b"PK\x03\x04"
STRUCTURE = 2**28
"""The most bytes that the pickle of a file may have, beside its tensors: a quarter of a gigabyte."""


def read_zip(path: Path, mapped: mmap.mmap, stubs: tuple[str, ...], admitted: dict[Global, Any]) -> TorchFile:
    """Look through a file in the zip format.

    Args:
        path: the file.
        mapped: its bytes.
        stubs: modules whose classes may occur.
        admitted: further classes and functions, and what stands for them.

    Raises:
        ModelError: it is damaged, declares what it does not have, or asks for what is not admitted.
    """
    entries = _entries(path, len(mapped))
    pickles = [name for name in entries if name.endswith("/data.pkl")]
    if len(pickles) != 1:
        raise ModelError("{0} is a zip archive, but none that torch.save writes: it has no data.pkl.", path)
    folder = pickles[0].removesuffix("data.pkl")
    if f"{folder}constants.pkl" in entries:
        raise ModelError("{0} is a TorchScript program, which relviz does not run: save the weights alone.", path)
    order = entries.get(f"{folder}byteorder")
    if order and bytes(_contents(path, mapped, order)) != sys.byteorder.encode():
        raise ModelError("{0} was written on a machine of the other byte order: save it anew on one like this.", path)
    reader = Reader(path, len(mapped), stubs, admitted)

    def persistent(pid: Any) -> Storage:
        kind, storage_type, key, _, count = pid
        if kind != "storage":
            raise TypeError("a reference of no known kind")
        storage = reader.storage(storage_type, key, count)
        entry = entries.get(f"{folder}data/{key}")
        if entry is None or entry.file_size != storage.bytes:
            has = Sentence("none") if entry is None else f"{entry.file_size:,}"
            raise ModelError(
                "{0} is damaged: it declares {1:,} bytes for the storage {2}, but has {3}.",
                path,
                storage.bytes,
                key,
                has,
            )
        # torch.serialization.set_crc32_options(False) leaves them at 0
        storage.start, storage.checksum = _start(path, mapped, entry), entry.CRC or None
        return storage

    pickled = entries[pickles[0]]
    if pickled.file_size > STRUCTURE:
        raise ModelError("{0} has a pickle of {1:,} bytes in it, which no model needs.", path, pickled.file_size)
    return TorchFile(path, reader.unpickle(BytesIO(_contents(path, mapped, pickled)), persistent), zipped=True)


def _entries(path: Path, size: int) -> dict[str, zipfile.ZipInfo]:
    """Return the entries of a zip archive, none of which is larger unpacked than it is in the file."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, LookupError, struct.error) as error:
        raise ModelError("{0} is damaged or cut short ({1}): fetch the file again.", path, error) from error
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size or entry.flag_bits & 1:
            raise ModelError(
                "{0} has the entry {1} compressed, to {2:,} bytes unpacked, which torch.save never does: it was not"
                " unpacked.",
                path,
                entry.filename,
                entry.file_size,
            )
    total = sum(entry.file_size for entry in entries)
    if total > size or len({entry.filename for entry in entries}) < len(entries):
        raise ModelError("{0} is damaged: it declares {1:,} bytes, but has {2:,}.", path, total, size)
    return {entry.filename: entry for entry in entries}


def _start(path: Path, mapped: mmap.mmap, entry: zipfile.ZipInfo) -> int:
    """Return where the contents of an entry start in the file."""
    header = mapped[entry.header_offset : entry.header_offset + 30]
    if len(header) < 30 or not header.startswith(ZIP_MAGIC):
        raise ModelError("{0} is damaged: the entry {1} is not where it is declared.", path, entry.filename)
    name, extra = struct.unpack("<HH", header[26:30])
    start: int = entry.header_offset + 30 + name + extra
    if start + entry.file_size > len(mapped):
        raise ModelError("{0} is cut short within the entry {1}: fetch the file again.", path, entry.filename)
    return start


def _contents(path: Path, mapped: mmap.mmap, entry: zipfile.ZipInfo) -> bytes:
    start = _start(path, mapped, entry)
    contents = mapped[start : start + entry.file_size]
    if entry.CRC and zlib.crc32(contents) != entry.CRC:
        raise ModelError(
            "{0} is damaged: {1} does not fit its checksum, so fetch the file again.", path, entry.filename
        )
    return contents


MAGIC, PROTOCOL = 0x1950A86A20F9469CFC6C, 1001
"""How a legacy file starts (``torch.serialization.MAGIC_NUMBER``)."""


def read_legacy(path: Path, mapped: mmap.mmap, stubs: tuple[str, ...], admitted: dict[Global, Any]) -> TorchFile:
    """Look through a file in the legacy format.

    Args:
        path: the file.
        mapped: its bytes.
        stubs: modules whose classes may occur.
        admitted: further classes and functions, and what stands for them.

    Raises:
        ModelError: it is none, is damaged, declares what it does not have, or asks for what is not admitted.
    """
    reader = Reader(path, len(mapped), stubs, admitted)
    with _no_torch_file(path):
        if reader.unpickle(mapped) != MAGIC or reader.unpickle(mapped) != PROTOCOL:
            raise ModelError("")
    system = reader.unpickle(mapped)
    if not isinstance(system, dict) or system.get("little_endian", True) != (sys.byteorder == "little"):
        raise ModelError("{0} was written on a machine of the other byte order: save it anew on one like this.", path)

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
        raise ModelError("{0} is damaged: the list of its storages does not fit what it holds.", path)
    position = mapped.tell()
    for key in keys:
        storage = reader.storages[key]
        declared = mapped[position : position + 8]
        storage.start = position + 8
        position = storage.start + storage.bytes
        if len(declared) < 8 or position > len(mapped):
            raise ModelError("{0} is cut short within the storage {1}: fetch the file again.", path, key)
        if struct.unpack("<q", declared)[0] != storage.count:
            raise ModelError("{0} is damaged: the storage {1} does not have the length that is declared.", path, key)
    return TorchFile(path, root, zipped=False)


@contextmanager
def _no_torch_file(path: Path) -> Iterator[None]:
    """Whatever is wrong with the first few bytes: this is another kind of file, unless it asks for something."""
    try:
        yield
    except ModelError as error:
        if " asks for " in str(error):
            raise
        raise ModelError("{0} is no file that torch.save wrote, or is damaged: fetch the file again.", path) from error
