"""Weights are in memory once."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path

import pytest

from relviz.app.engine.engine import Engine, Request
from relviz.app.engine.options import Options
from relviz.app.engine.shared_models import shared_model
from relviz.core.model.model import Model
from relviz.errors import Cancelled, ModelError


def never() -> bool:
    return False


def open_model(folder: Path, scheme: str | None = None) -> Model:
    """Return a model as a window gets it."""
    return shared_model(str(folder), "cpu", scheme, print, never)


def test_two_windows_read_with_the_same_weights(model_folder: Path) -> None:
    """The engines of two windows show one model's numbers, and the second does not load it."""
    first, second = Engine(), Engine()
    request = Request(Options(str(model_folder), device="cpu"), "Once upon a time.", None, 0, 0)
    one = first.look(request, lambda _: None, never)
    shared = open_model(model_folder)
    told: list[float] = []
    other = second.look(request, told.append, never)

    assert open_model(model_folder) is shared
    assert min(told) > 1 / 3  # loading would have been the first third
    assert (one.look.terms.score == other.look.terms.score)[one.look.terms.mask].all()
    assert open_model(model_folder, "none") is not shared


def test_a_model_nobody_reads_with_is_let_go(model_folder: Path) -> None:
    """The last window takes the weights with it."""
    gone = weakref.ref(open_model(model_folder))
    gc.collect()

    assert gone() is None


def test_a_model_that_was_trained_on_is_read_anew(model_folder: Path, tmp_path: Path) -> None:
    """A folder whose weights were changed is another model, though one window still shows the former."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for file in model_folder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    before = open_model(folder)
    weights = folder / "model.safetensors"
    later = weights.stat().st_mtime_ns + 10**9
    os.utime(weights, ns=(later, later))

    assert open_model(folder) is not before


def test_a_failure_is_no_hindrance(model_folder: Path, tmp_path: Path) -> None:
    """After a model that cannot be loaded, and after one that was not waited for, others can be."""
    with pytest.raises(ModelError):
        open_model(tmp_path / "nothing")
    with pytest.raises(Cancelled):
        shared_model(str(model_folder), "cpu", None, print, lambda: True)

    assert open_model(model_folder).name == model_folder.name
