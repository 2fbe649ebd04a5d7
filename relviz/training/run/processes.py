"""Several processes that train one model together, as started by PyTorch's launcher ``torchrun``.

Each has the whole network and some of the streams. They meet once a step, where their gradients are averaged, and
wherever one of them does something for all: the first one measures and writes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Self, TypeVar

import torch
from torch import distributed

from relviz.core.device import choose_device
from relviz.errors import RelvizError, SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from torch import Tensor

T = TypeVar("T")

LAUNCHED = ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")
"""Environment variables by which a process knows the others, as torch.distributed names them."""
PATIENCE = timedelta(hours=2)
"""How long processes wait for the first one to measure, or to learn the vocabulary."""


@dataclass(frozen=True)
class Processes:
    """This process among those that train together; by default it is alone.

    Attributes:
        rank: its number, from 0.
        count: how many there are.
    """

    rank: int = 0
    count: int = 1

    @classmethod
    def join(cls, device: str) -> Self:
        """Meet the other processes, if there are any; to be left with ``close``.

        Gradients travel by nccl between GPUs and by gloo otherwise; everything else is small and travels by gloo.

        Raises:
            SettingError: there is no such device.
        """
        if not launched():
            return cls()
        backend = "cpu:gloo,cuda:nccl" if choose_device(device).type == "cuda" else "gloo"
        distributed.init_process_group(backend, timeout=PATIENCE)
        return cls(distributed.get_rank(), distributed.get_world_size())

    def close(self) -> None:
        """Leave the others."""
        if launched():
            distributed.destroy_process_group()

    def device(self, name: str) -> torch.device:
        """Return where this process computes: of several GPUs each process of a machine takes its own.

        Raises:
            SettingError: there is no such device, or there are more processes than GPUs.
        """
        chosen = choose_device(name)
        if chosen.type != "cuda" or chosen.index is not None or self.count == 1:
            return chosen
        number = int(os.environ.get("LOCAL_RANK", self.rank))
        if number >= torch.cuda.device_count():
            raise SettingError(
                f"There are {torch.cuda.device_count()} GPUs, too few for a process each: start fewer processes."
            )
        torch.cuda.set_device(number)
        return torch.device("cuda", number)

    def share(self, streams: int) -> slice:
        """Return which of so many streams this process reads.

        Raises:
            SettingError: they cannot be shared out evenly.
        """
        if streams % self.count:
            raise SettingError(
                f"{streams} streams cannot be shared out evenly among {self.count} processes: ask for a number of "
                f"streams that is a multiple of {self.count}."
            )
        each = streams // self.count
        return slice(self.rank * each, (self.rank + 1) * each)

    def mean(self, loss: float, gradients: Sequence[Tensor | None], tokens: int) -> tuple[float, list[Tensor | None]]:
        """Return the mean over all processes of a loss and its gradients, each a mean over so many tokens.

        It is what DistributedDataParallel does. That class itself would do nothing here: it acts when gradients are
        added up in ``parameter.grad``, and they never are, since threads share this network and each returns its own.
        So they are averaged as a whole, in one message. Parameters without a gradient are the same everywhere.
        """
        if self.count == 1:
            return loss, list(gradients)
        given = [gradient for gradient in gradients if gradient is not None]
        flat = torch.cat([gradient.reshape(-1).float() for gradient in given] + [given[0].new_tensor([loss, 1.0])])
        flat *= tokens
        there = flat if flat.device.type == "cuda" else flat.cpu()  # gloo knows no other devices
        distributed.all_reduce(there)
        flat = (there / there[-1]).to(flat.device)
        parts = iter(torch.split(flat[:-2], [gradient.numel() for gradient in given]))
        averaged = [
            None if gradient is None else next(parts).view(gradient.shape).to(gradient.dtype) for gradient in gradients
        ]
        return float(flat[-2]), averaged

    def agree(self, wish: bool, seconds: float) -> tuple[bool, float]:
        """Return whether any process has a wish, and the seconds that the first one counts."""
        if self.count == 1:
            return wish, seconds
        told = torch.tensor([float(wish), 0.0 if self.rank else seconds], dtype=torch.float64)
        distributed.all_reduce(told)
        return bool(told[0] > 0), float(told[1])

    def gather(self, rows: Tensor) -> Tensor:
        """Return the rows (B, ...) of all processes, of (B / count, ...) each; others than the first get their own."""
        if self.count == 1:
            return rows
        own = rows.detach().cpu().contiguous()
        parts = [torch.empty_like(own) for _ in range(self.count)] if self.rank == 0 else None
        distributed.gather(own, parts)
        return torch.cat(parts) if parts else own

    def spread(self, tensors: Sequence[Tensor]) -> None:
        """Overwrite tensors with those of the first process."""
        if self.count == 1:
            return
        for tensor in tensors:
            there = tensor.detach().cpu()
            distributed.broadcast(there, 0)
            tensor.detach().copy_(there)

    def first(self, work: Callable[[], T]) -> T:
        """Have the first process do something while the others wait, and return in each what came of it.

        Raises:
            RelvizError: it failed there, and so it does everywhere.
        """
        if self.count == 1:
            return work()
        told: list[tuple[T | None, RelvizError | None]] = [(None, None)]
        if self.rank == 0:
            told = [_attempt(work)]
        distributed.broadcast_object_list(told, 0)
        return _outcome(*told[0])

    def every(self, work: Callable[[], T]) -> T:
        """Do something that may fail in one process alone.

        Raises:
            RelvizError: it failed in one of them, and so it does everywhere.
        """
        if self.count == 1:
            return work()
        result, error = _attempt(work)
        errors: list[RelvizError | None] = [None] * self.count
        distributed.all_gather_object(errors, error)
        return _outcome(result, next((error for error in errors if error), None))


ALONE = Processes()


def launched() -> bool:
    """Whether this process was started as one of several."""
    return all(name in os.environ for name in LAUNCHED)


def is_first() -> bool:
    """Whether this process is the one that speaks for all."""
    return not launched() or os.environ["RANK"] == "0"


def _attempt(work: Callable[[], T]) -> tuple[T | None, RelvizError | None]:
    try:
        return work(), None
    except RelvizError as error:
        return None, error


def _outcome(result: T | None, error: RelvizError | None) -> T:
    if error:
        raise error
    return result  # type: ignore[return-value] # None only where that is what the work returns
