"""Other people's models into folders of relviz's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from relviz.checkpoints.formats.vocabulary import write_vocabulary
from relviz.checkpoints.load import load_model
from relviz.checkpoints.native import save_model
from relviz.checkpoints.watch import Watch
from relviz.core.text.tokens import Tokenizer
from relviz.core.text.words import WordTokenizer

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.checkpoints.watch import IsCancelled, Progress
    from relviz.core.model.model import Model


def convert(
    source: str | Path,
    folder: Path,
    dtype: torch.dtype = torch.float32,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Model:
    """Write a model of any kind that relviz opens as a folder of its own, which gives the same numbers.

    A vocabulary of words is written as ``vocab.json``, as Hugging Face has it, other tokenizers as ``tokenizer.json``.

    Args:
        source: what ``load_model`` takes.
        folder: where to write.
        dtype: precision of the weights in the file; in half precision numbers differ a little.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked between tensors; before anything is written.

    Returns:
        The model that was opened.

    Raises:
        ModelError: the model cannot be opened.
        OutputError: the folder cannot be written.
        Cancelled: ``is_cancelled`` said so.
    """
    watch = Watch(progress, is_cancelled)
    model = load_model(source, progress=watch.part(0.0, 0.7))
    tokenizer = model.tokenizer
    words = write_vocabulary(tokenizer) if isinstance(tokenizer, WordTokenizer) else {}
    pieces = tokenizer.to_json() if isinstance(tokenizer, Tokenizer) else None
    save_model(folder, model.network, pieces, model.card, dtype, more=words)
    watch(1.0)
    return model
