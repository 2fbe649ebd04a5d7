"""Which language the words of the program are in, of those in ``languages``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from relviz.core.sentence import Sentence, marked
from relviz.errors import RelvizError
from relviz.figure.words import told as told_sentence
from relviz.resources import LANGUAGES, resource

LANGUAGE_CHOICES = (*LANGUAGES, "system")
SOURCE = "en"
"""The language that the words in the source are in."""
_OURS = "relviz_translator"
REASONS = frozenset(
    (
        marked("Reasons", "No such file or directory"),
        marked("Reasons", "Permission denied"),
        marked("Reasons", "Operation not permitted"),
        marked("Reasons", "Is a directory"),
        marked("Reasons", "Not a directory"),
        marked("Reasons", "File exists"),
        marked("Reasons", "File name too long"),
        marked("Reasons", "File too large"),
        marked("Reasons", "Invalid argument"),
        marked("Reasons", "Input/output error"),
        marked("Reasons", "No space left on device"),
        marked("Reasons", "Disk quota exceeded"),
        marked("Reasons", "Read-only file system"),
        marked("Reasons", "Too many open files"),
        marked("Reasons", "Too many levels of symbolic links"),
        marked("Reasons", "Cannot allocate memory"),
        marked("Reasons", "Stale file handle"),
        marked("Reasons", "Device or resource busy"),
    )
)
"""Why the system could not do something with a file, in its words."""
_QT_LACKS = (
    marked("QFileDialog", "&Look in:"),
    marked("QFileDialog", "Files of &type:"),
    marked("QAbstractFileIconProvider", "Drive"),
    marked("QPrintSettingsOutput", "Page &Set:"),
)
"""Words of Qt's own dialogs that its catalogue for Chinese does not have; with its contexts, ours serves them, too."""


def language_of(choice: str) -> str:
    """Return the language that a choice comes to; ``system`` is the desktop's, and English where relviz lacks that."""
    if choice != "system":
        return choice
    first = (QLocale.system().uiLanguages() or [SOURCE])[0].partition("-")[0]
    return first if first in LANGUAGES else SOURCE


def language() -> str:
    """Return the language in use; English before one was set."""
    app = QCoreApplication.instance()
    named = app.property("relviz_language") if app is not None else None
    return named if named in LANGUAGES else SOURCE


def set_language(choice: str) -> str:
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
    files = catalogues(new) if new != SOURCE else ()
    app.setProperty("relviz_catalogues", [str(file) for file in files])  # for figure.painters
    for catalogue in files:
        translator = QTranslator(app)
        translator.setObjectName(_OURS)
        if translator.load(str(catalogue)):
            app.installTranslator(translator)  # the one installed last is asked first
    return new


def told(error: Exception) -> str:
    """Return what an error says, in the language in use.

    relviz's own errors are translated as a whole; of others, those that people meet: files that cannot be opened, that
    hold no text, or no JSON. What a library says beyond that stays as it says it.
    """
    if language() == SOURCE:
        return str(error)
    if isinstance(error, RelvizError):
        sentence = _tr(error.sentence)
        return sentence.format(*map(_told_value, error.values)) if error.values else sentence
    if isinstance(error, OSError) and error.strerror:
        return _tr("{0} ({1})").format(_told_value(error.strerror), error.filename or error.errno)
    if isinstance(error, UnicodeDecodeError):
        return _tr("no {0} text at byte {1}").format(error.encoding, error.start)
    from json import JSONDecodeError  # noqa: PLC0415 # the frame is on the screen without it

    if isinstance(error, JSONDecodeError):
        return _tr("no JSON in line {0}, column {1}").format(error.lineno, error.colno)
    return str(error)


def _told_value(value: object) -> object:
    """Return a value for a sentence: errors and sentences are told, reasons that the system gives are looked up."""
    if isinstance(value, Exception):
        return told(value)
    if isinstance(value, Sentence):
        return told_sentence(value)
    return QCoreApplication.translate("Reasons", value) if isinstance(value, str) and value in REASONS else value


def _tr(text: str) -> str:
    return QCoreApplication.translate("Errors", text)


def catalogues(language: str) -> tuple[Path, ...]:
    """Return the files with the words of a language: Qt's own, for its standard buttons and dialogs, and relviz's."""
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return qt / f"qtbase_{LANGUAGES[language].qt}.qm", resource("i18n", f"relviz_{language}.qm")
