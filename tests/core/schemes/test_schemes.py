"""What holds for every position scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from relviz.checkpoints import load_model, save_model
from relviz.core.model.model import Model
from relviz.core.positions import Positions
from relviz.core.schemes import SCHEMES
from tests.fixtures import models, schemes

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.reading.trace import SegmentTrace

each_scheme = pytest.mark.parametrize("scheme", schemes.ALL)


@each_scheme
@pytest.mark.parametrize("pre_lnorm", [False, True])
def test_the_parts_are_the_score(scheme: str, pre_lnorm: bool, device: str) -> None:
    """In every layer, for a head or their mean, the parts add up to the score of the forward pass."""
    model = models.model(**schemes.settings(scheme), pre_lnorm=pre_lnorm).to(torch.device(device))
    trace = models.reading(model, 75, 8, 19).step(9)
    assert trace.where.segment == 3
    for layer, head in ((0, 0), (1, 2), (1, "mean")):
        terms = trace.terms(layer, head)  # type: ignore[arg-type]
        assert terms.sum_error < 1e-5 * max(1.0, np.nanmax(np.abs(terms.score)))
        assert [part.kind for part in terms.parts] == list(SCHEMES[scheme].load().kinds)[: len(terms.parts)]
        assert all(np.isfinite(part.values).all() for part in terms.parts)


@each_scheme
def test_one_head_is_that_of_all_heads(scheme: str) -> None:
    """Asking for one head gives its slice of the parts of all."""
    attention, where = models.network(**schemes.settings(scheme)).layers[0].attention, Positions(4, 3, 8)
    one = slice(2, 3)
    with torch.inference_mode():
        queries, keys, _ = attention.project(torch.randn(1, 7, 22))
        queries = queries[:, :, 3:]
        every = attention.scheme.parts(queries, keys, where)
        alone = attention.scheme.parts(queries[:, one], keys[:, one], where, one)
    for part, of_all in zip(alone, every, strict=True):
        torch.testing.assert_close(part, of_all[:, one])


@each_scheme
def test_every_weight_learns(scheme: str) -> None:
    """A gradient reaches every weight of a scheme, also after the model was read with; XLNet's types need types."""
    network = models.network(**schemes.settings(scheme))
    models.reading(Model("x", network), 64, 8, 24).step(7)
    past = torch.randn(1, 24, 22)
    memory = [[layer.project_memory(past)] for layer in network.layers]
    where = Positions(8, 24, 30, token_types=(0, 1) * 4 if scheme == "xlnet" else None)
    hidden = network(network.embed(torch.tensor([models.ids(8)])), memory, where).hidden
    torch.autograd.backward(hidden[..., 0].square().sum())
    for name, parameter in network.named_parameters():
        if ".scheme." in name:
            assert parameter.grad is not None, name
            assert parameter.grad.abs().max() > 0, name


@each_scheme
def test_a_folder_gives_it_back(scheme: str, tmp_path: Path) -> None:
    """Saved and loaded, a model of the scheme has its settings and gives the same numbers to the bit."""
    model = models.model(**schemes.settings(scheme))
    save_model(tmp_path / scheme, model.network, None, dtype=torch.float32)
    loaded = load_model(tmp_path / scheme)
    assert loaded.config == model.config
    one, other = (models.reading(each, 70, 8, 16).step(7) for each in (model, loaded))
    assert np.array_equal(one.loss, other.loss)
    assert np.array_equal(one.terms(1, 1).score, other.terms(1, 1).score, equal_nan=True)


@each_scheme
def test_the_way_there_does_not_matter(scheme: str) -> None:
    """Jumped to, or come back to, a segment has the same bits."""
    model = models.model(**schemes.settings(scheme))
    steps = models.reading(model, 75, 8, 19)
    noted = [trace.terms(1, 0).score for trace in steps]
    for index in (9, 4):
        jumped = models.reading(model, 75, 8, 19, history_bytes=0).step(index).terms(1, 0).score
        assert np.array_equal(jumped, noted[index], equal_nan=True)
        assert np.array_equal(steps.step(index).terms(1, 0).score, noted[index], equal_nan=True)


@pytest.mark.parametrize("scheme", [name for name in schemes.ALL if name != "restart"])
def test_segments_with_enough_memory_are_one_long_segment(scheme: str, device: str) -> None:
    """Relative schemes, and positions that count on, give the same outputs in one piece and in segments."""
    whole, pieces = _whole_and_pieces(scheme, device)
    np.testing.assert_allclose(_outputs(*pieces), _outputs(whole), rtol=0, atol=1e-4)
    np.testing.assert_allclose(np.concatenate([trace.loss for trace in pieces]), whole.loss, rtol=0, atol=1e-4)


def test_positions_that_restart_make_segments_another_text(device: str) -> None:
    """Restarting, only the first segment is the same; later ones are off by about half of what outputs vary by."""
    whole, pieces = _whole_and_pieces("restart", device)
    one, other = _outputs(whole), _outputs(*pieces)
    np.testing.assert_allclose(other[:8], one[:8], rtol=0, atol=1e-4)
    off = np.sqrt(np.square(other[8:] - one[8:]).mean()) / one.std()
    assert 0.4 < off < 0.55
    assert np.abs(other[8:] - one[8:]).max(1).min() > 0.2  # not a single token is spared


@each_scheme
def test_it_says_what_it_is(scheme: str) -> None:
    """Each scheme has a sentence on what it does and one on what it lacks, which agrees with its parts."""
    kind = SCHEMES[scheme].load()
    assert kind.about.endswith(".")
    assert kind.missing.endswith(".")
    lacks = {letter for letter in "abcd" if f"({letter})" in kind.missing.partition(";")[0].partition(" and cannot")[0]}
    has = set("".join(part.letter for part in kind.kinds)) - {"e"}
    assert has | lacks == set("abcd") or kind.name == "rotary"
    assert not has & lacks


def _whole_and_pieces(scheme: str, device: str) -> tuple[SegmentTrace, list[SegmentTrace]]:
    """Return a text read in one segment, and in twelve with a memory of all that was before."""
    model, text = models.model(**schemes.settings(scheme)).to(torch.device(device)), models.ids(90)
    return models.reading(model, text, 90, 0).step(0), list(models.reading(model, text, 8, 90))


def _outputs(*traces: SegmentTrace) -> np.ndarray:
    return torch.cat([trace.hidden for trace in traces]).cpu().numpy()
