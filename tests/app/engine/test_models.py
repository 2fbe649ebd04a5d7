"""Which models there are, which of them fits a text, and that weights are in memory once."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from relviz.app.engine.engine import Engine, Request
from relviz.app.engine.models import Options, bundled_models, choose, language_models, shared_model
from relviz.core.model.model import Model
from relviz.errors import Cancelled, ModelError
from tests.fixtures.bundle import Bundle
from tests.fixtures.texts import CHINESE, ENGLISH


def test_each_text_gets_the_model_of_its_language(two_models: Bundle) -> None:
    """English is read by the model that has learnt English, Chinese by the other; both are said to have been asked."""
    for text, name, other in ((ENGLISH, "en-small", "zh-tiny"), (CHINESE, "zh-tiny", "en-small")):
        choice = choose(text)
        assert choice.model == name
        assert [asked for asked, _ in choice.fits] == [name, other]
        fits = dict(choice.fits)
        assert fits[name].tokens_per_character < fits[other].tokens_per_character


def test_a_tie_goes_to_the_default(two_models: Bundle) -> None:
    """An empty text, which says nothing, is read by en-small."""
    assert choose("").model == "en-small"


def test_models_of_the_lab_are_not_chosen(two_models: Bundle) -> None:
    """A model whose name begins with lab- comes with relviz and is never chosen, however well it fits."""
    two_models.rename("zh-tiny", "lab-zh")
    assert bundled_models() == ["en-small", "lab-zh"]
    assert language_models() == ["en-small"]
    assert choose(CHINESE).model == "en-small"


def test_one_model_alone_is_not_measured(two_models: Bundle) -> None:
    """Where there is nothing to choose from nothing is compared."""
    two_models.rename("zh-tiny", "lab-zh")
    assert choose(ENGLISH).fits == ()


def test_a_damaged_tokenizer_is_said(two_models: Bundle) -> None:
    """A bundled model whose tokenizer cannot be read is named."""
    (two_models.root / "models" / "zh-tiny" / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match="zh-tiny"):
        choose(CHINESE)


def test_choosing_loads_no_torch() -> None:
    """The choice is made before torch is there."""
    code = (
        "import sys; from relviz.app.engine import models; models.language_models = lambda: ['en-small', 'en-small']; "
        "assert models.choose('some text').fits; assert 'torch' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[3], check=False).returncode == 0


@pytest.mark.parametrize(
    ("saved", "start", "found"), [("cuda", 5, ("cuda", 5)), ("mps", 90, ("auto", 49)), ("cpu", 0, ("cpu", 0))]
)
def test_what_is_not_here_is_the_nearest_there_is(saved: str, start: int, found: tuple[str, int]) -> None:
    """A device of another machine becomes the best of this one, and a place beyond the text its last character."""
    here = Options("en-small", 32, device=saved, start=start).here(("cuda", "cpu"), 50)
    assert (here.device, here.start) == found
    assert (here.model, here.segment_length) == ("en-small", 32)


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
