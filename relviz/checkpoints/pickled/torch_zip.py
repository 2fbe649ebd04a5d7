"""The zip format of ``torch.save``, read without running anything in it."""

from __future__ import annotations

import struct
import sys
import zipfile
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

from relviz.checkpoints.pickled.torch_tensors import Reader, Storage, TorchFile
from relviz.core.sentence import Sentence
from relviz.errors import ModelError

if TYPE_CHECKING:
    import mmap
    from pathlib import Path

    from relviz.checkpoints.pickled.pickles import Global

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
