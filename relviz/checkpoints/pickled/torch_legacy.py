"""The legacy format of ``torch.save``, read without running anything in it."""

from __future__ import annotations

import struct
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from relviz.checkpoints.pickled.torch_tensors import Reader, TorchFile
from relviz.errors import ModelError

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator
    from pathlib import Path

    from relviz.checkpoints.pickled.pickles import Global

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
