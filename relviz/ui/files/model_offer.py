"""Says that the text has chosen another model, and offers the next best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from relviz.app.engine.models import DEFAULT_MODEL
from relviz.ui.bars.choice import sentence

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.ui.bars.message_bar import MessageBar


class ModelOffer(QObject):
    """Knows what was shown before, which no view does; it stays with the window when its views are put up anew."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = DEFAULT_MODEL, session.text  # the model and the text of what is shown

    def say(self, bar: MessageBar) -> None:
        """Say so where a picture came with another model; what was said before is over with another picture."""
        response = self._session.response
        if response is None:
            return
        shown, self._shown = self._shown, (response.source, response.request.text)
        choice = response.choice
        if choice and len(choice.fits) > 1 and response.source != shown[0]:
            other = choice.fits[1][0]
            bar.offer(sentence(choice), self.tr("Read with {0}").format(other), other)
        elif not bar.offering or self._shown != shown:
            bar.hide()

    def say_again(self) -> None:
        """Say it anew with the next picture, which is the same."""
        self._shown = "", ""

    def take(self, model: str) -> None:
        """Read with the model that was offered."""
        self._session.set_options(model=model, segment_length=None, memory_length=None)
