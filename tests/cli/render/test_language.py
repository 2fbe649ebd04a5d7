"""``relviz render --lang``: figures with Chinese words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from relviz.app.words.translation import set_language
from tests.cli.conftest import Relviz


@pytest.fixture(autouse=True)
def _english_again(qapp: object) -> Iterator[None]:
    yield
    set_language("en")


def test_figures_in_chinese(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The words of a figure are in the language asked for; its settings, and the next figure, are not touched by it."""
    pages = {}
    for number, words in enumerate((["--lang", "zh"], [])):
        folder = tmp_path / str(number)
        done = relviz(
            "render", text_file, "-o", folder, "--model", model_folder, "--view", "memory", "--format", "svg", *words
        )
        assert done.status == 0, done.err
        (path,) = folder.iterdir()
        pages[number] = path.read_text(encoding="utf-8")

    assert "记忆" in pages[0]
    assert "memory on average" not in pages[0]
    assert "memory on average" in pages[1]
    assert "记忆" not in pages[1]
    assert all('"segment":' in page or "&quot;segment&quot;" in page for page in pages.values())


def test_experiments_in_chinese(lab: Path, text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """What is said of a segment that the compared models count differently is in the language asked for too."""
    words = "--view schemes --experiment collision --experiment rewriting --schemes count,xl --segment last --lang zh"
    lengths = "--segment-length 8 --memory-length 8 --format svg"
    done = relviz("render", text_file, "-o", tmp_path, "--model", model_folder, *words.split(), *lengths.split())

    assert done.status == 0, done.err
    for path in tmp_path.glob("schemes*.svg"):
        page = path.read_text(encoding="utf-8")
        assert "片段" in page
        assert "按所比较模型的词元" in page
        assert "segment" not in page.partition("<desc>")[0] + page.partition("</desc>")[2]


def test_chinese_sentences_follow_without_a_blank(relviz: Relviz, text_file: Path, tmp_path: Path) -> None:
    """Where two sentences stand one after the other there is no space between them."""
    words = "--view schemes --experiment worked-example --lang zh --format svg"
    done = relviz("render", text_file, "-o", tmp_path / "out", *words.split())

    assert done.status == 0, done.err
    (path,) = (tmp_path / "out").iterdir()
    page = path.read_text(encoding="utf-8")
    assert "。改用另一种符号" in page
