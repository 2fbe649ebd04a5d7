"""English and Simplified Chinese: which one the words of the program are in."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast, get_args

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from relviz.errors import RelvizError
from relviz.resources import resource

Language = Literal["en", "zh"]
LanguageChoice = Language | Literal["system"]
LANGUAGE_CHOICES: tuple[LanguageChoice, ...] = (*get_args(Language), "system")
_OURS = "relviz_translator"
_QT_NAMES = {"zh": "zh_CN"}
"""Qt names its own catalogues by country."""


def language_of(choice: LanguageChoice) -> Language:
    """Return the language that a choice comes to; ``system`` is the desktop's, and English where it is neither."""
    if choice != "system":
        return choice
    first = (QLocale.system().uiLanguages() or ["en"])[0]
    return "zh" if first.partition("-")[0] == "zh" else "en"


def language() -> Language:
    """Return the language in use; English before one was set."""
    app = QCoreApplication.instance()
    named = app.property("relviz_language") if app is not None else None
    return cast("Language", named) if named in get_args(Language) else "en"


def set_language(choice: LanguageChoice) -> Language:
    """Have the running application speak a language from now on.

    Every window gets a ``LanguageChange`` event, unless the language is the one in use already. Words that are on the
    screen stay as they are until their owner makes them anew.

    Returns:
        The language.
    """
    app = QCoreApplication.instance()
    assert app is not None, "there is no application that could speak a language"
    new = language_of(choice)
    if new == language():
        return new
    app.setProperty("relviz_language", new)
    for translator in app.findChildren(QTranslator, _OURS):
        app.removeTranslator(translator)
        translator.deleteLater()
    files = catalogues(new) if new != "en" else ()  # the words in the source are English
    app.setProperty("relviz_catalogues", [str(file) for file in files])  # for figure.painters
    for catalogue in files:
        translator = QTranslator(app)
        translator.setObjectName(_OURS)
        if translator.load(str(catalogue)):
            app.installTranslator(translator)  # the one installed last is asked first
    return new


def told(error: Exception) -> str:
    """Return what an error says, in the language in use if it is one of relviz's own that is translated."""
    if not isinstance(error, RelvizError):
        return str(error)
    sentence = QCoreApplication.translate("Errors", error.sentence)
    values = [told(value) if isinstance(value, Exception) else value for value in error.values]
    return sentence.format(*values) if values else sentence


def catalogues(language: Language) -> tuple[Path, ...]:
    """Return the files with the words of a language: Qt's own, for its standard buttons and dialogs, and relviz's."""
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return qt / f"qtbase_{_QT_NAMES.get(language, language)}.qm", resource("i18n", f"relviz_{language}.qm")
