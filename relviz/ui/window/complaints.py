"""What goes wrong in a window, said in it."""

from __future__ import annotations

import logging
import platform
import sys
import threading
import traceback
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QObject, Signal

from relviz import __version__
from relviz.app.words.translation import told
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from relviz.ui.bars.message_bar import MessageBar

log = logging.getLogger(__name__)


class Complaints(QObject):
    """Says what errors say; what was said last can be said again in another language.

    Attributes:
        last: the error that was complained about last.

    Signals:
        unexpected(object): an exception that nobody caught, from whichever thread.
    """

    unexpected = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.last: Exception | None = None

    def catch(self) -> None:
        """Tell of what nobody catches, from now on; it goes to standard error as well."""
        report_uncaught(self.unexpected.emit)

    def say(self, error: Exception, bar: MessageBar) -> None:
        """Say what an error says, and log it if nobody thought of it."""
        if not isinstance(error, RelvizError):
            log.error("unexpected error", exc_info=error)
        self.last = error
        self.say_again(bar)

    def say_again(self, bar: MessageBar) -> None:
        """Say what was said last, in the language in use."""
        if self.last is None:
            return
        known = isinstance(self.last, RelvizError)
        said = told(self.last) if known else self.tr("Something unexpected went wrong: {0}").format(self.last)
        bar.say(said, details_of(self.last))


def report_uncaught(report: Callable[[Exception], object]) -> None:
    """Have them reported from now on, as well as written to standard error; ``report`` may be called in any thread."""

    def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if isinstance(error, Exception):
            report(error)

    def on_thread_exception(caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            on_exception(caught.exc_type, caught.exc_value, caught.exc_traceback)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception


def details_of(error: BaseException) -> str:
    """Return versions and the traceback of an error; nothing of the text or of the model, but for paths of files."""
    versions = {
        "relviz": __version__,
        "Python": platform.python_version(),
        "PySide6": PySide6.__version__,
        "torch": getattr(sys.modules.get("torch"), "__version__", "not loaded"),
    }
    about = ", ".join(f"{name} {version}" for name, version in versions.items())
    return f"{about}\n{platform.platform()}\n\n{''.join(traceback.format_exception(error))}"
