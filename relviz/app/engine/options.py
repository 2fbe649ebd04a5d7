"""How to read a text, as asked for on the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from relviz.app.kept import Whole  # noqa: TC001 # fields tell of it to what reads projects
from relviz.core.config import InitialMemory  # noqa: TC001

if TYPE_CHECKING:
    from collections.abc import Collection


@dataclass(frozen=True)
class Options:
    """The common options; None leaves a choice to the model.

    Attributes:
        model: a model folder, or the name of a bundled model; None for the bundled one that fits the text
            (``relviz.app.engine.models.choose``).
        segment_length: T.
        memory_length: how many tokens the memory can hold.
        initial_memory: what it holds before the first segment.
        device: a value of ``--device``.
        scheme: the position scheme to read with, None for the model's own (``relviz.checkpoints.with_scheme``).
        start: character of the text in whose token reading begins, as if nothing stood before it.
    """

    model: str | None = None
    segment_length: Whole | None = None
    memory_length: Whole | None = None
    initial_memory: InitialMemory | None = None
    device: str = "auto"
    scheme: str | None = None
    start: Whole = 0

    def here(self, devices: Collection[str], characters: int) -> Options:
        """Return them as they can be had on this machine and of a text that may be shorter than theirs.

        Args:
            devices: of this machine, as far as they are known.
            characters: of the text.
        """
        device = self.device if self.device in {"auto", "cpu", *devices} else "auto"
        return replace(self, device=device, start=min(self.start, max(characters - 1, 0)))
