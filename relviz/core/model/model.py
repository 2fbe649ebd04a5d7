"""A network, its tokenizer and its name: what is read with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from relviz.core.model.card import trained_on

if TYPE_CHECKING:
    import torch

    from relviz.core.config import ModelConfig
    from relviz.core.model.transformer import TransformerXL
    from relviz.core.text.tokens import TextTokenizer


@dataclass(frozen=True, eq=False)
class Model:
    """A loaded model.

    Attributes:
        name: what people call it, e.g. ``en-small``.
        network: the weights, in evaluation mode, float32.
        tokenizer: None for a model that reads token ids only.
        sha256: of the weights file, hexadecimal; empty for weights that never were in a file.
        card: the text of its ``MODEL_CARD.md``; may be empty.
        kind: whose format it was read from, for people; empty for a model that never was in a file.
    """

    name: str
    network: TransformerXL
    tokenizer: TextTokenizer | None = None
    sha256: str = ""
    card: str = field(default="", repr=False)
    kind: str = ""

    @property
    def config(self) -> ModelConfig:
        """The shape of the network."""
        return self.network.config

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.network.device

    @property
    def untrained(self) -> bool:
        """Whether its weights are still those that were drawn at random."""
        from relviz.core.model.untrained import is_untrained  # noqa: PLC0415 # loads torch

        return is_untrained(self.network)

    @property
    def trained_on(self) -> str:
        """What its card says of the texts that it was trained on; empty if it says nothing, or if it never was."""
        return "" if self.untrained else trained_on(self.card)

    def to(self, device: torch.device) -> Model:
        """Move the weights to a device, in place, and return the model."""
        self.network.to(device)
        return self
