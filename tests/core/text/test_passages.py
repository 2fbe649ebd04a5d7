"""The passages that models are measured on."""

from __future__ import annotations

import pytest

from relviz.core.text.passages import passage_languages, passages
from relviz.errors import SettingError
from relviz.resources import resource


def test_each_language_has_some_and_not_too_much() -> None:
    """English and Chinese have whole paragraphs, 500 kB at most, and where they are from is told."""
    assert passage_languages() == ["en", "zh"]
    sources = resource("passages", "SOURCES.md").read_text(encoding="utf-8")
    for language in passage_languages():
        texts = passages(language)
        assert 50_000 < sum(len(text.encode()) for text in texts.values()) <= 500_000
        for name, text in texts.items():
            assert f"`{language}/{name}.txt`" in sources
            assert text.endswith("\n")
            assert "\r" not in text


def test_a_language_without_passages_is_named() -> None:
    """Asking for a language that there is none of says which there are."""
    with pytest.raises(SettingError, match="en or zh"):
        passages("fr")
