"""From a checkpoint to a model folder, measured as it was written, with the card that says how it was trained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tokenizers

from relviz.checkpoints import load_model, save_model
from relviz.core.model.transformer import TransformerXL
from relviz.core.percent import percent
from relviz.training.data.vocabulary import Ids, bytes_of_tokens, encode
from relviz.training.run.checkpoint import Checkpoint, corpus_of
from relviz.training.run.step import PEAK
from relviz.training.run.validation import Validation, validate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MEASURED_TOKENS = 2**17
QUOTES = "Curly and straight quotes are the same to the tokenizer."
MEASURED = (
    "Nats per token, and bits per byte of the text with straight quotes, on the first tokens after 32 evenly spaced "
    "places of the held-out documents, measured on the weights in `model.safetensors` (float16 on disk, computed with "
    "in float32). Without memory each segment is read on its own."
)
LIMITS = (
    "A small model, made to look at and not to write with: its predictions are those of a beginner, and what is in its "
    "texts, the prejudices of their time included, can be in them. It has learnt segments of {segment} tokens over "
    "memories of up to {memory}; longer ones work, over distances it has not seen. Of other languages than that of its "
    "texts it knows little more than the bytes."
)


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
    validation = encode(tokenizers.Tokenizer.from_str(state.tokenizer), corpus_of(state.config).validation)
    return write_model(state, validation, folder, tokens)


def card(name: str, state: Checkpoint, as_read: Validation, as_trained: Validation) -> str:
    """Return the text of a model card; the numbers are those measured on the written file."""
    config = state.config
    progress = config.progress(state.step, state.seconds)
    parts = [
        f"# {name}",
        _shape(state),
        f"**Preliminary**: written {percent(progress, 0)} of the way through its training." if progress < 1 else "",
        "## Data",
        config.note or "The licence of the texts was not stated when the model was trained.",
        f"Documents learnt from, {len(state.training)}:",
        "\n".join(f"- {document}" for document in state.training),
        "Held out, as whole documents:",
        "\n".join(f"- {document}" for document in state.held_out),
        f"{QUOTES} {_order(config.passage_length)} follow one another in random order, without a mark between them.",
        "## Training",
        f"```\n{config.command}\n```" if config.command else "",
        _training(state),
        f"The run was changed on its way: {'; '.join(state.changes)}." if state.changes else "",
        "## Validation loss",
        MEASURED,
        _table(as_read, as_trained),
        "## Limits",
        LIMITS.format(segment=config.segment_length, memory=config.kept),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(*rows: Validation) -> str:
    head = (
        "| segment | memory | with memory | without memory | bits per byte with memory | without memory | tokens |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n"
    )
    return head + "\n".join(
        f"| {row.segment_length} | {row.memory_length} | {row.with_memory:.3f} | {row.without_memory:.3f} "
        f"| {row.bits_with_memory:.3f} | {row.bits_without_memory:.3f} | {row.tokens:,} |"
        for row in rows
    )


def _order(passage_length: int) -> str:
    return "Documents" if not passage_length else f"Passages of up to {passage_length:,} tokens"


def _shape(state: Checkpoint) -> str:
    config = state.config
    parameters = sum(tensor.numel() for tensor in state.network.values())
    norm = "before" if config.pre_lnorm else "after"
    return (
        f"A Transformer-XL (position scheme `{config.scheme}`) of {parameters:,} parameters: {config.n_layer} layers "
        f"of {config.n_head} heads, d_model {config.d_model}, d_head {config.d_head}, d_inner {config.d_inner}, layer "
        f"norm {norm} each block, tied embeddings, byte-level BPE of {config.vocab_size:,} tokens. Trained by relviz."
    )


def _training(state: Checkpoint) -> str:
    config = state.config
    if config.optimizer == "muon":
        optimizer = (
            f"Muon (peak learning rate {config.learning_rate or PEAK['muon']:g}) for the matrices of the layers, AdamW "
            f"({config.adamw_learning_rate:g}) for the rest"
        )
    else:
        optimizer = f"AdamW (peak learning rate {config.learning_rate or PEAK['adamw']:g})"
    lengths = ", ".join(str(length) for length in config.memory_lengths)
    restarts = f", emptied every {config.restart_every} tokens of a stream" if config.restart_every else ""
    repeats = (
        f" In {config.repeating} of the streams there is nothing but passages and runs of random tokens, half of each "
        f"and {config.repeat_lengths[0]} to {config.repeat_lengths[1]} tokens long, that come twice, to learn copying "
        "from; no loss is taken where nothing foretells a token."
        if config.repeating
        else ""
    )
    precision = "bfloat16 matrix products" if config.precision == "bf16" else "float32"
    return (
        f"{state.step:,} steps, {state.tokens:,} tokens, {state.seconds / 60:.1f} minutes. {config.streams} streams of "
        f"{config.segment_length} tokens, memory of {lengths} tokens drawn per step and none in "
        f"{percent(config.without_memory, 0)} of them, carried from segment to segment{restarts}.{repeats} "
        f"{optimizer}, weight decay {config.weight_decay:g}, warm-up over {percent(config.warm_up, 0)} of the run, "
        f"then a straight line to 0; gradients clipped at {config.gradient_clip:g}; {precision}; seed {config.seed}."
    )
