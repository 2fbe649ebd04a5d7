"""From a checkpoint to a model folder, measured as it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tokenizers

from relviz.checkpoints import load_model, save_model
from relviz.core.model.transformer import TransformerXL
from relviz.training.bits import bytes_of_tokens
from relviz.training.data.corpus import collect, divide, read_hold_out
from relviz.training.data.vocabulary import Ids, encode
from relviz.training.run.card import card
from relviz.training.run.checkpoint import Checkpoint
from relviz.training.run.validation import Validation, validate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MEASURED_TOKENS = 2**17


def write_model(
    state: Checkpoint, validation: Sequence[Ids], folder: Path, tokens: int = MEASURED_TOKENS
) -> Validation:
    """Write the model in half precision, read it back, measure it in float32 and write its card.

    Args:
        state: the run.
        validation: ids of the documents to measure on.
        folder: where the model goes.
        tokens: about how many tokens to measure on.

    Returns:
        What was measured at the lengths the model is read with by default.

    Raises:
        OutputError: the folder cannot be written.
    """
    network = TransformerXL(state.config.model)
    network.load_state_dict(state.network)
    save_model(folder, network, state.tokenizer)
    saved = load_model(folder).network
    config = state.config
    bytes_of = bytes_of_tokens(tokenizers.Tokenizer.from_str(state.tokenizer))
    as_read, as_trained = (
        validate(
            saved,
            validation,
            bytes_of,
            segment_length=segment_length,
            memory_length=memory_length,
            tokens=tokens,
            restart_every=config.restart_every,
        )
        for segment_length, memory_length in (
            (config.reading_segment_length, config.reading_memory_length),
            (config.segment_length, config.kept),
        )
    )
    save_model(folder, network, state.tokenizer, card(folder.name, state, as_read, as_trained))
    return as_read


def export(checkpoint: Path, folder: Path, tokens: int = MEASURED_TOKENS) -> Validation:
    """Write the model of a checkpoint, at any time during a run or after it; the run's texts must still be there.

    Raises:
        ModelError: the checkpoint is missing or damaged.
        TextError: the texts cannot be read.
        OutputError: the folder cannot be written.
    """
    state = Checkpoint.load(checkpoint)
    documents = collect(state.config.paths)
    names = [document.name for document in documents]
    hold_out = read_hold_out(state.config.hold_out, names) if state.config.hold_out else None
    corpus = divide(documents, hold_out, state.config.seed)
    validation = encode(tokenizers.Tokenizer.from_str(state.tokenizer), corpus.validation)
    return write_model(state, validation, folder, tokens)
