"""The catalogue of Chinese words, and the language that the application speaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QDialogButtonBox

from relviz.app.words.help import help_text, topics
from relviz.app.words.translation import language, language_of, set_language, told
from relviz.checkpoints.load import load_model
from relviz.core.sentence import either
from relviz.core.text.text_file import read_text
from relviz.errors import RelvizError, SettingError, TextError
from tests import translations

CATALOGUE = translations.read_catalogue()


@pytest.fixture
def chinese(qapp: object) -> Iterator[None]:
    """The application speaks Chinese."""
    set_language("zh")
    yield
    set_language("en")


def test_every_sentence_is_translated() -> None:
    """Each visible sentence of the source is in the catalogue with a translation: python -m tests.translations."""
    missing = [message for message in translations.messages() if not CATALOGUE.get(message)]

    assert missing == []
    assert len(CATALOGUE) > 500


def test_the_catalogue_holds_nothing_else() -> None:
    """No sentence of the catalogue has gone from the source: python -m tests.translations."""
    assert set(CATALOGUE) - set(translations.messages()) == set()


def test_sentences_are_written_where_they_are_translated() -> None:
    """What is translated is written in the call or marked in a table, and never put together first."""
    assert translations.unclear() == []


def test_translations_have_the_same_places() -> None:
    """A translation has the placeholders, mnemonic and file endings of its sentence, and an ellipsis if it has one."""
    wrong = [message for message, translation in CATALOGUE.items() if _places(message[1]) != _places(translation)]

    assert wrong == []


def _places(text: str) -> tuple[object, ...]:
    mnemonic = [] if text.startswith("<") else [letter.upper() for letter in re.findall(r"&(\w)", text)]
    return Counter(re.findall(r"\{[^}]*\}", text)), mnemonic, re.findall(r"\(\*[^)]*\)", text), text.endswith("…")


def test_the_program_reads_what_the_catalogue_says(qapp: object) -> None:
    """relviz_zh.qm was made of relviz_zh.ts as it is: python -m tests.translations."""
    translator = QTranslator()
    assert translator.load(str(translations.QM))

    wrong = [
        (context, source)
        for (context, source), translation in CATALOGUE.items()
        if (translator.translate(context, source) or source) != translation
    ]
    assert wrong == []


@pytest.mark.parametrize(("spoken", "wanted"), [("en", "en"), ("zh", "zh")])
def test_a_choice_is_a_language(spoken: str, wanted: str) -> None:
    """English and Chinese are what they are, whatever the desktop speaks."""
    assert language_of(spoken) == wanted


def test_qts_own_words_are_translated(chinese: None) -> None:
    """The standard buttons of dialogs are in Chinese too, with Qt's own catalogue."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)

    assert box.button(QDialogButtonBox.StandardButton.Cancel).text().startswith("取消")


def test_going_back_to_english(chinese: None) -> None:
    """After English is chosen again nothing is translated any more."""
    assert language() == "zh"
    assert QCoreApplication.translate("PageTabs", "Memory") == "记忆"

    set_language("en")

    assert language() == "en"
    assert QCoreApplication.translate("PageTabs", "Memory") == "Memory"


def test_errors_are_told_in_the_language(chinese: None, tmp_path: Path) -> None:
    """An error says in the window's language what it says in English elsewhere, with the same names in it."""
    with pytest.raises(TextError) as caught:
        read_text(tmp_path / "nothing.txt")

    assert str(caught.value) == f"There is no file {tmp_path / 'nothing.txt'}: check the name."
    assert told(caught.value) == f"找不到文件 {tmp_path / 'nothing.txt'}：请检查名称。"


def damaged_model(folder: Path) -> Path:
    """Write a model folder whose settings are no JSON."""
    (folder / "config.json").write_text('{"d_model": 8,,}', encoding="utf-8")
    return folder


def long_name(folder: Path) -> Path:
    """Return a name that no file can have."""
    return folder / ("x" * 300)


def checkpoint(folder: Path) -> Path:
    """Write a file of a kind that relviz does not open."""
    (folder / "model.onnx").write_bytes(b"graph")
    return folder / "model.onnx"


@pytest.mark.parametrize(
    ("make", "read", "said"),
    [
        (damaged_model, load_model, "无法读取 {0}/config.json：第 1 行第 15 列不是 JSON。"),
        (long_name, read_text, "无法读取 {0}（文件名过长）：请换一个能读取的文件。"),
        (
            checkpoint,
            load_model,
            (
                "{0} 是 ONNX 计算图，relviz 打不开："
                "请给出含有 config.json 以及 model.safetensors 或 pytorch_model.bin 的文件夹。"
            ),
        ),
    ],
)
def test_what_an_error_holds_is_told_as_well(
    make: Callable[[Path], Path], read: Callable[[Path], object], said: str, chinese: None, tmp_path: Path
) -> None:
    """The reason of the system, the place in a file, and a sentence within the sentence are in Chinese, too."""
    path = make(tmp_path)

    with pytest.raises(RelvizError) as caught:
        read(path)

    assert told(caught.value) == said.format(path)


def test_names_to_choose_from_are_told(chinese: None) -> None:
    """A choice is listed as Chinese does it."""
    assert told(
        SettingError("There is no device {0} on this machine: choose {1}.", "tpu", either(["a", "b", "c"]))
    ) == ("本机没有设备 tpu：请选择 a、b 或 c。")


@pytest.mark.parametrize("topic", topics())
def test_help_is_in_chinese(topic: str) -> None:
    """Each help page has a Chinese one with the same headings, entries, table rows and links."""
    english, chinese = help_text(topic, "en"), help_text(topic, "zh")

    assert re.search("[一-鿿]", chinese)
    for mark in (r"^#+ ", r"^- ", r"^\| ", r"\]\(help:\w+\)"):
        found = [re.findall(mark, page, re.MULTILINE) for page in (english, chinese)]
        assert sorted(found[0]) == sorted(found[1]), mark
