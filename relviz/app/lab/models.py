"""The models of the lab: one a position scheme, trained alike."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from relviz.resources import resource

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.app.engine.runner import IsCancelled
    from relviz.core.model.model import Model

SEED = 0


def models_folder() -> Path:
    """Return the folder in which the models ``lab-SCHEME`` are."""
    return resource("models")


def lab_folder(scheme: str) -> Path:
    """Return the folder of the model of a scheme; it need not exist."""
    return models_folder() / f"lab-{scheme}"


def is_installed(scheme: str) -> bool:
    """Whether the model of a scheme is there. Does not load torch."""
    return (lab_folder(scheme) / "config.json").is_file()


def untrained(scheme: str) -> Model:
    """Return a model of the lab's shape with random weights, the same each time, that reads characters.

    It stands in for one that is not installed: what positions do to the score can be seen on it, what was learned
    cannot.
    """
    import torch  # noqa: PLC0415 # not before somebody looks
    from tokenizers import Tokenizer as Characters  # noqa: PLC0415
    from tokenizers import decoders, models, pre_tokenizers  # noqa: PLC0415

    from relviz.core.config import ModelConfig  # noqa: PLC0415
    from relviz.core.model.model import Model  # noqa: PLC0415
    from relviz.core.model.transformer import TransformerXL  # noqa: PLC0415
    from relviz.core.text.tokens import Tokenizer  # noqa: PLC0415

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    characters = Characters(models.BPE({sign: number for number, sign in enumerate(alphabet)}, []))
    characters.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    characters.decoder = decoders.ByteLevel()
    config = ModelConfig(
        vocab_size=len(alphabet),
        n_layer=3,
        n_head=4,
        d_model=128,
        d_head=32,
        d_inner=512,
        scheme=scheme,
        pre_lnorm=True,
        segment_length=64,
        memory_length=64,
        n_positions=512 if scheme == "learned" else None,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        network = TransformerXL(config).eval()
    return Model(f"lab-{scheme} (random weights)", network, Tokenizer(characters))


class LabModels:
    """Loads each model when it is first asked for; worker threads may ask at the same time."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}
        self._lock = Lock()

    def get(self, scheme: str, is_cancelled: IsCancelled | None = None) -> Model:
        """Return the model of a scheme, one with random weights if it is not installed.

        Raises:
            ModelError: it is damaged.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch, in the worker thread

        with self._lock:
            if scheme not in self._models:
                self._models[scheme] = (
                    load_model(lab_folder(scheme), "cpu", None, is_cancelled)
                    if is_installed(scheme)
                    else untrained(scheme)
                )
            return self._models[scheme]
