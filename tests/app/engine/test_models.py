"""Which models there are, and which of them fits a text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from relviz.app.engine.models import bundled_models, choose, language_models
from relviz.errors import ModelError
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
