"""Files that ``torch.save`` wrote, in its zip and its legacy format, read without running anything in them."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Any

from relviz.checkpoints.pickled.pickles import Stub
from relviz.checkpoints.pickled.torch_legacy import read_legacy
from relviz.checkpoints.pickled.torch_tensors import Stored, TorchFile
from relviz.checkpoints.pickled.torch_zip import ZIP_MAGIC, read_zip
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
