"""Weights from files into a network: mapped where they can be, and never copied twice."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from relviz.checkpoints.pickled.torch_files import open_torch_file, state_of
from relviz.core.model.transformer import TransformerXL
from relviz.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.checkpoints.watch import Watch
    from relviz.core.config import ModelConfig

BLOCK = 2**24
"""Bytes hashed at a time."""


@dataclass(frozen=True, eq=False)
class Found:
    """A tensor for the network, and the name that it has in its file."""

    tensor: Tensor
    name: str

    def rows(self, start: int, end: int) -> Found:
        """Return some of its rows."""
        return Found(self.tensor[start:end], self.name)


@dataclass(eq=False)
class Tensors:
    """The tensors of a file, taken out one by one, so that those left over are known.

    Attributes:
        path: the file.
        by_name: its tensors.
        settings: name of the file that says which shapes they should have, for messages.
    """

    path: Path
    by_name: Mapping[str, Tensor]
    settings: str = "config.json"
    _taken: set[str] = field(default_factory=set, repr=False)

    def take(self, *names: str, shape: tuple[int, ...] | None = None) -> Found:
        """Return the first tensor there is of several names for the same one.

        Raises:
            ModelError: there is none, or it has another shape.
        """
        name = next((name for name in names if name in self.by_name), None)
        self._taken.update(names)
        if name is None:
            raise ModelError("{0} lacks the tensor {1}.", self.path, names[0])
        found = Found(self.by_name[name], name)
        if shape is not None and tuple(found.tensor.shape) != shape:
            raise ModelError(
                "{0} has {1} as {2}, but {3} asks for {4}.",
                self.path,
                name,
                tuple(found.tensor.shape),
                self.settings,
                shape,
            )
        return found

    def ignore(self, *names: str) -> None:
        """Take out tensors that nobody needs, if they are there."""
        self._taken.update(names)

    def finish(self) -> None:
        """Make sure that nothing is left over.

        Raises:
            ModelError: something is.
        """
        surplus = sorted(set(self.by_name) - self._taken)
        if surplus:
            raise ModelError("{0} has a tensor {1} that the model does not have.", self.path, surplus[0])


class Mapped(Mapping[str, Tensor]):
    """The tensors of a ``.safetensors`` file: each mapped on its own, so that one that was copied can be let go."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reading(), safe_open(path, "pt") as file:
            self._names = tuple(file.keys())

    def __getitem__(self, name: str) -> Tensor:
        if name not in self._names:
            raise KeyError(name)
        with self._reading(), safe_open(self._path, "pt") as file:
            tensor: Tensor = file.get_tensor(name)
        return tensor

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, SafetensorError, ValueError, KeyError, AttributeError, RuntimeError) as error:
            raise ModelError("{0} is damaged or no safetensors file: {1}.", self._path, error) from error


def open_weights(path: Path, watch: Watch, settings: str = "config.json") -> Tensors:
    """Return the tensors of a ``.safetensors`` file, or of a ``state_dict`` that ``torch.save`` wrote.

    Those of safetensors, and of torch's zip format, are mapped: they take memory when they are looked at.

    Raises:
        ModelError: the file is missing, damaged, or asks for something to be run.
        Cancelled: the watch said so.
    """
    if not path.is_file():
        raise ModelError("{0} is missing: a model folder holds config.json and model.safetensors.", path)
    if path.suffix == ".safetensors":
        return Tensors(path, Mapped(path), settings)
    looked = open_torch_file(path)
    stored = state_of(looked.root, path)
    total, read = sum(tensor.storage.bytes for tensor in stored.values()) or 1, 0

    def done(length: int) -> None:
        nonlocal read
        read += length
        watch(read / total)

    for name, tensor in stored.items():
        looked.check(name, tensor, done)
    try:
        state = torch.load(path, map_location="cpu", weights_only=True, mmap=looked.zipped)
    except (OSError, RuntimeError, ValueError, KeyError, TypeError, EOFError) as error:
        raise ModelError("{0} is damaged: {1}.", path, str(error).splitlines()[0]) from error
    return Tensors(path, state, settings)


def build(config: ModelConfig, found: Mapping[str, Found], source: Tensors, watch: Watch) -> TransformerXL:
    """Return a network, in evaluation mode, whose parameters are the tensors found, as float32.

    Nothing is allocated for it but what is not float32 already.

    Args:
        config: its shape.
        found: a tensor for each parameter, by its name in relviz.
        source: the file, for messages.
        watch: told the share done.

    Raises:
        ModelError: a tensor is missing or surplus, of another shape or kind, or has numbers that are not finite.
        Cancelled: the watch said so.
    """
    try:
        network = empty_network(config)
    except ModelError as error:
        raise ModelError("{0} of {1} does not fit: {2}", source.settings, source.path, error) from error
    homes: dict[Tensor, list[tuple[nn.Module, str]]] = defaultdict(list)
    for module in network.modules():
        for name, parameter in module._parameters.items():
            if parameter is not None:
                homes[parameter].append((module, name))
    wanted = dict(network.named_parameters())  # without the second names of tied tensors
    total, done = sum(parameter.numel() for parameter in wanted.values()), 0
    for name, parameter in wanted.items():
        if name not in found:
            raise ModelError("{0} lacks the tensor {1}.", source.path, name)
        tensor = _checked(found[name], parameter.shape, source)
        for module, own in homes[parameter]:
            module._parameters[own] = tensor
        done += parameter.numel()
        watch(done / total)
    return network.eval()


def empty_network(config: ModelConfig) -> TransformerXL:
    """Return a network without memory for its weights.

    Raises:
        ModelError: no machine could hold one of that shape, or it has no such scheme.
    """
    try:
        with torch.device("meta"):
            return TransformerXL(config)
    except (RuntimeError, TypeError, OverflowError) as error:  # how torch says that there are no such numbers
        raise ModelError("it asks for a model that does not fit into the memory of any machine.") from error


def _checked(found: Found, shape: torch.Size, source: Tensors) -> nn.Parameter:
    tensor, name = found.tensor, found.name
    if not tensor.is_floating_point():
        raise ModelError(
            "{0} has {1} as {2}, which weights are not.", source.path, name, str(tensor.dtype).removeprefix("torch.")
        )
    if tensor.shape != shape:
        raise ModelError(
            "{0} has {1} as {2}, but {3} asks for {4}.",
            source.path,
            name,
            tuple(tensor.shape),
            source.settings,
            tuple(shape),
        )
    tensor = tensor.detach().float()
    # extremes, not isfinite(), which takes memory of the tensor's size twice over
    if not torch.stack(torch.aminmax(tensor)).isfinite().all():
        raise ModelError("{0} has numbers in {1} that are not finite.", source.path, name)
    return nn.Parameter(tensor)


def digest_of(path: Path, watch: Watch) -> str:
    """Return the SHA-256 of a file, hexadecimal.

    Raises:
        ModelError: the file cannot be read.
        Cancelled: the watch said so.
    """
    digest, size, done = hashlib.sha256(), 0, 0
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
                done += len(block)
                watch(done / max(size, 1))
    except OSError as error:
        raise ModelError("{0} cannot be read ({1}): check the file.", path, error.strerror or error) from error
    return digest.hexdigest()
