"""Interventions: parts of the score weaker, stronger or off."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

import relviz
from relviz.core.interventions import NONE, Interventions
from relviz.core.model.model import Model
from relviz.core.reading.look import look_at
from relviz.errors import SettingError
from tests.fixtures import models, oracle, reference, schemes

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from relviz.core.reading.trace import SegmentTrace

GAINS = {"content": 0.5, "position": 0.0, "content_bias": 2.0, "position_bias": 1.25}
SINCE = pytest.mark.parametrize("since", ["start", "segment"])


def _same(one: SegmentTrace, other: SegmentTrace) -> bool:
    """Whether two traces show the same numbers in every layer, to the bit."""
    return np.array_equal(one.loss, other.loss, equal_nan=True) and all(
        np.array_equal(one.terms(layer, 1).score, other.terms(layer, 1).score, equal_nan=True)
        for layer in range(one.model.config.n_layer)
    )


def _floats(rows: list[list[float | None]]) -> NDArray[np.float64]:
    return np.array([[math.nan if value is None else value for value in row] for row in rows])


@SINCE
@pytest.mark.parametrize("settings", [{}, {"pre_lnorm": True, "clamp_len": 9}], ids=["post", "pre"])
def test_each_term_is_that_of_the_book_times_its_gain(since: str, settings: dict[str, Any]) -> None:
    """Two plain loops over the layer's inputs, and each term times its gain, give what is shown in both layers."""
    model = models.model(**settings)
    trace = models.reading(model, 40, 8, 11, interventions=Interventions.of(since, **GAINS)).step(3)  # type: ignore[arg-type]
    for layer in range(2):
        inputs = [torch.cat([chunk.inputs[layer][0] for chunk in trace.chunks])[-11:], trace.chunk.inputs[layer][0]]
        cells = oracle.terms(
            model.network.layers[layer], inputs[0].tolist(), inputs[1].tolist(), 1, clamp=model.config.clamp_len
        )
        terms = trace.terms(layer, 1)
        total = np.sum([gain * _floats(getattr(cells, name)) for name, gain in GAINS.items()], axis=0)
        for name, gain in GAINS.items():
            shown = terms.part(name)
            assert shown is not None
            np.testing.assert_allclose(shown, gain * _floats(getattr(cells, name)), atol=2e-5)
        np.testing.assert_allclose(terms.score, total, atol=2e-5)
        weights = np.exp(total - np.nanmax(total, axis=1, keepdims=True))
        np.testing.assert_allclose(
            terms.attention, np.nan_to_num(weights / np.nansum(weights, 1, keepdims=True)), atol=2e-5
        )


def test_hugging_faces_layer_is_what_the_gains_weigh() -> None:
    """Over the layer inputs that Hugging Face's Transformer-XL had, the terms are the ordinary ones, weighed."""
    network = reference.network("default")
    model = Model("reference", network)
    plain = models.reading(model, 40, 8, 16).step(4)
    weighed = plain.under(Interventions.of(**GAINS))
    ordinary, shown = plain.terms(0, 0), weighed.terms(0, 0)  # layer 0 takes the same in
    for name, gain in GAINS.items():
        part, before = shown.part(name), ordinary.part(name)
        assert part is not None
        assert before is not None
        np.testing.assert_allclose(part, gain * before, atol=1e-6)
    assert shown.sum_error < 1e-5


@pytest.mark.parametrize("scheme", schemes.ALL)
@SINCE
def test_the_parts_shown_are_the_score_used(scheme: str, since: str) -> None:
    """Whatever the scheme and the gains, the parts add up to the score, and it leads to the next layer's input."""
    model = models.model(**schemes.settings(scheme))
    kinds = model.network.layers[0].attention.scheme.kinds
    gains = dict(zip((kind.name for kind in kinds), (0.45, 1.6, 0.0, 0.7, 2.0), strict=False))
    trace = models.reading(model, 60, 8, 19, interventions=Interventions.of(since, **gains)).step(6)  # type: ignore[arg-type]
    for layer in range(2):
        terms = trace.terms(layer, 2)
        assert terms.sum_error < 1e-5 * max(1.0, np.nanmax(np.abs(terms.score)))
    attention = model.network.layers[0].attention
    with torch.inference_mode():
        queries, _, _ = trace.chunk.project(0)
        keys, values = trace._keys_values(0)
        score = attention.score(queries, keys, trace.where)
        mixed = attention.mix(score.softmax(3), values, trace.where)
        output = model.network.layers[0].finish(
            trace.chunk.inputs[0], attention.output(mixed.transpose(1, 2).flatten(2))
        )
    torch.testing.assert_close(output, trace.chunk.inputs[1], atol=2e-5, rtol=2e-5)


@pytest.mark.parametrize("scheme", schemes.ALL)
def test_each_gain_weighs_its_own_part_alone(scheme: str) -> None:
    """In the first layer, whose input no gain changes, each part is the ordinary one times its own gain."""
    plain = models.reading(models.model(**schemes.settings(scheme)), 60, 8, 19).step(6)
    for number, part in enumerate(plain.terms(0, 1).parts):
        weighed = plain.under(Interventions.of(**{part.kind.name: 0.5})).terms(0, 1)
        for other, (one, before) in enumerate(zip(weighed.parts, plain.terms(0, 1).parts, strict=True)):
            expected = before.values * (0.5 if other == number else 1.0)
            np.testing.assert_allclose(one.values, expected, atol=1e-6, rtol=1e-6)


@pytest.mark.parametrize("scheme", schemes.ALL)
@SINCE
def test_without_any_term_attention_is_uniform(scheme: str, since: str) -> None:
    """With every part off, each query attends to all keys it sees alike, exactly, in every layer."""
    model = models.model(**schemes.settings(scheme))
    off = {kind.name: 0.0 for kind in model.network.layers[0].attention.scheme.kinds}
    trace = models.reading(model, 60, 8, 19, interventions=Interventions.of(since, **off)).step(6)  # type: ignore[arg-type]
    visible = trace.where.visible
    uniform = visible / visible.sum(1, keepdims=True).astype(np.float32)
    for layer in range(2):
        np.testing.assert_array_equal(trace.attention(layer), np.broadcast_to(uniform, (3, *uniform.shape)))


def test_off_is_a_model_without_those_weights() -> None:
    """Without (b) and (d) a text is read as if W_kR were 0; without (c) and (d), as if u and v were."""
    network = models.network()
    no_positions, no_biases = models.network(), models.network()
    with torch.no_grad():
        for one, names in ((no_positions, ("r_net.weight",)), (no_biases, ("u", "v"))):
            for layer in one.layers:
                for name in names:
                    layer.attention.scheme.get_parameter(name).zero_()
    for other, off in ((no_positions, ("position", "position_bias")), (no_biases, ("content_bias", "position_bias"))):
        interventions = Interventions.of(**dict.fromkeys(off, 0.0))
        ours = models.reading(Model("x", network), 60, 8, 19, interventions=interventions).step(6)
        theirs = models.reading(Model("x", other), 60, 8, 19).step(6)
        np.testing.assert_allclose(ours.loss, theirs.loss, atol=1e-5)
        np.testing.assert_allclose(ours.attention(1), theirs.attention(1), atol=1e-5)


def test_from_the_start_the_memory_changes_too() -> None:
    """Over its true memory a segment has the memory it had; from the start of the text, another."""
    model, off = models.model(), {"position": 0.0}
    plain = models.reading(model, 60, 8, 16).step(5)
    on_segment = models.reading(model, 60, 8, 16, interventions=Interventions.of("segment", **off)).step(5)
    from_start = models.reading(model, 60, 8, 16, interventions=Interventions.of(**off)).step(5)
    for layer, same in ((0, True), (1, False)):  # the first layer takes in embeddings, which nothing changes
        memory = [
            torch.cat([chunk.inputs[layer] for chunk in each.chunks], 1) for each in (plain, on_segment, from_start)
        ]
        assert torch.equal(memory[0], memory[1])
        assert torch.equal(memory[0], memory[2]) == same
    assert not _same(plain, on_segment)
    assert not _same(on_segment, from_start)


def test_restored_it_is_what_it_was() -> None:
    """After interventions on segments that were shown, the reading gives the same bits as before, also further on."""
    model = models.model()
    untouched, reading = models.reading(model, 60, 8, 16), models.reading(model, 60, 8, 16)
    before = reading.step(4)
    reading.intervene(Interventions.of("segment", **GAINS))
    assert not _same(reading.step(4), before)
    reading.step(5)
    reading.intervene(NONE)
    assert _same(reading.step(4), before)
    assert _same(reading.step(6), untouched.step(6))


@pytest.mark.parametrize("scheme", schemes.ALL)
def test_gains_of_one_are_the_ordinary_path(scheme: str) -> None:
    """Gains of 1 give the same bits as no interventions."""
    model = models.model(**schemes.settings(scheme))
    ones = {kind.name: 1.0 for kind in model.network.layers[0].attention.scheme.kinds}
    reading = models.reading(model, 60, 8, 16, interventions=Interventions.of(**ones))
    plain = models.reading(model, 60, 8, 16).step(6)
    assert _same(reading.step(6), plain)
    assert _same(plain.under(Interventions.of(**ones)), plain)


def test_what_is_looked_at_has_them() -> None:
    """Shares, the heads map and the encoding's curves are those of the weighed terms, and the look says so."""
    trace = models.reading(models.model(), 60, 8, 16).step(5)
    off = Interventions.of("segment", content=0, position=0, content_bias=0, position_bias=0)
    look = look_at(trace.under(off), 1, 1)
    uniform = trace.where.visible[:, :16].sum(1) / trace.where.visible.sum(1)
    np.testing.assert_allclose(look.shares.memory, uniform, atol=1e-6)
    np.testing.assert_allclose(look.share_map, np.full((2, 3), uniform.mean()), atol=1e-6)
    assert look.encoding is not None
    assert not look.encoding.position.any()
    assert not look.encoding.position_bias.any()
    assert look.interventions == off


def test_token_types_have_a_gain() -> None:
    """XLNet's fifth term can be switched off, and then types make no difference."""
    model = models.model(**schemes.settings("xlnet"))
    types = [number % 2 for number in range(24)]
    off = Interventions.of(token_type=0)
    typed = models.reading(model, 24, 8, 16, token_types=types, interventions=off).step(2)
    assert typed.terms(0, 0).token_type is not None
    np.testing.assert_allclose(typed.attention(1), models.reading(model, 24, 8, 16).step(2).attention(1), atol=1e-5)


def test_they_are_the_same_if_they_do_the_same() -> None:
    """The order in which gains are given, and gains of 1, make no difference."""
    assert Interventions.of(position=0, content=0.5) == Interventions.of(content=0.5, position=0, position_bias=1)
    assert Interventions.of("segment", position=1) == NONE
    assert not Interventions.of("segment", position=1)


def test_in_words() -> None:
    """They say since when they act, and what is off or how strong."""
    kinds = models.network().layers[0].attention.scheme.kinds
    off = Interventions.of(position=0, position_bias=0.35)
    assert off.describe(kinds) == "from the start of the text, (b) off, (d) × 0.35"
    assert replace(off, since="segment").describe(kinds) == "on this segment, over its true memory, (b) off, (d) × 0.35"
    assert NONE.describe(kinds) == ""


def test_what_cannot_be_is_refused() -> None:
    """A gain out of range, a part that the score lacks, and interventions that came too late are refused in words."""
    for gain in (-0.1, 2.1, math.nan):
        with pytest.raises(SettingError, match="between 0 and 2"):
            Interventions.of(position=gain)
    with pytest.raises(SettingError, match="'start' or on the 'segment', not 'end'"):
        Interventions.of("end", position=0)  # type: ignore[arg-type]
    model = models.model(**schemes.settings("alibi"))
    with pytest.raises(SettingError, match="no part position: it has content, position_bias"):
        models.reading(model, 24, 8, 16, interventions=Interventions.of(position=0))
    with pytest.raises(SettingError, match="begin a new reading"):
        models.reading(model, 24, 8, 16).intervene(Interventions.of(content=0))


def test_the_public_surface_takes_them(model: Model) -> None:
    """``relviz.read`` reads with them."""
    ids = [number % model.config.vocab_size for number in range(40)]
    reading = relviz.read(model, ids, 8, 16, interventions=relviz.Interventions.of(content=0))
    content = reading.step(3).terms(0, 0).content
    assert content is not None
    assert np.nanmax(np.abs(content)) == 0
