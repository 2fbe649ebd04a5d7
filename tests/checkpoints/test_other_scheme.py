"""A model under another position scheme than its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

import relviz
from relviz.checkpoints import load_model, save_model, with_scheme
from relviz.core.model.model import Model
from relviz.errors import SettingError
from tests.fixtures import models, schemes

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_WEIGHTS = {"restart", "count", "none", "alibi", "rotary"}
TEXT = models.ids(40)


@pytest.mark.parametrize("scheme", sorted(WITHOUT_WEIGHTS))
def test_the_weights_stay_and_the_positions_change(scheme: str) -> None:
    """Read by a scheme without weights, a model is the one with that scheme and the same body."""
    model = models.model(untie_r=False)
    reading = relviz.read(model, TEXT, 8, 16, scheme=scheme)
    network, body = reading.model.network, dict(model.network.named_parameters())
    assert (reading.model.name, reading.model.config.scheme) == (f"tiny as {scheme}", scheme)
    for name, parameter in network.named_parameters():
        assert parameter.data_ptr() == body[name].data_ptr(), name
    built = models.network(scheme=scheme)
    with torch.no_grad():
        for name, parameter in built.named_parameters():
            parameter.copy_(body[name])
    expected = models.reading(models.model(), TEXT, 8, 16)
    expected.model = Model("by hand", built)
    assert np.array_equal(reading.step(4).loss, expected.step(4).loss, equal_nan=True)
    assert not np.allclose(reading.step(4).loss[:-1], relviz.read(model, TEXT, 8, 16).step(4).loss[:-1], atol=1e-3)


def test_restarting_and_counting_on_are_a_choice_of_indices() -> None:
    """Counting on read as restarting differs from the second segment on, and comes back when read as counting again."""
    model = models.model(scheme="count")
    count, restart = (relviz.read(model, TEXT, 8, 16, scheme=scheme) for scheme in ("count", "restart"))
    assert count.model is model
    assert np.array_equal(restart.step(0).loss, count.step(0).loss)
    assert np.abs(restart.step(1).loss - count.step(1).loss).max() > 0.1
    again = relviz.read(restart.model, TEXT, 8, 16, scheme="count")
    assert np.array_equal(again.step(3).loss, count.step(3).loss)


@pytest.mark.parametrize("own", schemes.ALL)
def test_a_model_can_be_read_with_what_it_has_weights_for(own: str) -> None:
    """Any scheme without weights will do, and none that needs some that are not there; the message says which do."""
    model = models.model(**schemes.settings(own))
    fitting = WITHOUT_WEIGHTS | {own} | ({"xl"} if own == "xlnet" else set())
    for scheme in schemes.ALL:
        if scheme in fitting:
            assert with_scheme(model, scheme).config.scheme == scheme
            continue
        with pytest.raises(SettingError, match=rf"tiny cannot be read with the scheme {scheme}, ") as caught:
            with_scheme(model, scheme)
        offered = str(caught.value).partition("choose ")[2].rstrip(".").replace(" or ", ", ").split(", ")
        assert offered[0] == f"{own} (its own)"
        assert {own, *offered[1:]} == fitting


def test_an_unknown_scheme_is_named() -> None:
    """A scheme that relviz does not have is a SettingError with those that fit; odd heads cannot be turned in pairs."""
    with pytest.raises(SettingError, match=r"no position scheme 'abacus': choose xl \(its own\), restart, .* rotary\."):
        relviz.read(models.model(), TEXT, scheme="abacus")
    with pytest.raises(SettingError, match=r"cannot be read with the scheme rotary.* none or alibi\."):
        with_scheme(models.model(d_head=5), "rotary")


def test_models_of_the_lab_stand_in_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lab model read by another scheme is the bundled one trained with it; without one, it is as for any model."""
    changes: list[dict[str, Any]] = [{"scheme": "xl"}, {"scheme": "t5"}, {"scheme": "count"}]
    for seed, change in enumerate(changes):
        folder = tmp_path / "resources" / "models" / f"lab-{change['scheme']}"
        save_model(folder, models.network(seed, **change), None, dtype=torch.float32)
    monkeypatch.setattr("relviz.resources._PACKAGE", tmp_path)
    model = load_model("lab-xl")
    for scheme in ("t5", "count"):
        reading = relviz.read(model, TEXT, 8, 16, scheme=scheme)
        assert reading.model.name == f"lab-{scheme}"
        assert reading.model.sha256 == load_model(f"lab-{scheme}").sha256
    assert with_scheme(with_scheme(model, "t5"), "xl").sha256 == model.sha256
    assert with_scheme(model, "restart").name == "lab-xl as restart"
    with pytest.raises(SettingError, match="lab-xl cannot be read with the scheme shaw"):
        with_scheme(model, "shaw")


def test_a_sibling_is_the_bundled_one_wherever_relviz_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder at hand that is called lab-count is not taken for the lab's model of that scheme."""
    model, bundled = load_model("lab-xl"), load_model("lab-count").sha256
    save_model(tmp_path / "lab-count", models.network(), None)
    monkeypatch.chdir(tmp_path)
    assert load_model("lab-count").sha256 != bundled
    assert with_scheme(model, "count").sha256 == bundled


def test_a_model_named_like_the_lab_keeps_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of the user's own whose name begins as those of the lab is not taken for one of them."""
    monkeypatch.setattr("relviz.checkpoints.other_scheme.bundled_models", lambda: ["lab-xl", "lab-count"])
    mine = Model("lab-mine", models.model().network)
    read = with_scheme(mine, "count")
    assert read.name == "lab-mine as count"
    ours, theirs = (dict(model.network.named_parameters())["embedding.weight"] for model in (read, mine))
    assert ours.data_ptr() == theirs.data_ptr()
