"""Help beside what it is about: a page of text that stays open while one works on, and a pointer that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QCursor, QGuiApplication, QTextCharFormat, QTextCursor, QTextFormat, QTextOption
from PySide6.QtWidgets import QApplication, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from relviz.app.words.help import HOME, TOPICS, help_text
from relviz.app.words.translation import language
from relviz.ui.widgets.overlay import Overlay
from relviz.ui.widgets.rows import row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextDocument

WIDTH, TALL, MARGIN = 430, 560, 16
"""How wide it is, how tall at most, and how far from the window's edges it stays; in pixels."""
_TAKEN = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick}


class HelpPopover(Overlay):
    """A help page beside the part of the window that it tells of; links lead to other pages."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._target: QRect | None = None
        self.topic = ""
        self.setAccessibleName(self.tr("Help"))
        self.contents = QToolButton(self)
        self.contents.setText(self.tr("Contents"))
        self.back = QToolButton(self)
        self.back.setText(self.tr("Back"))
        self.close_button = QToolButton(self)
        self.close_button.setText(self.tr("Close"))
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("Help page"))
        self.text.setOpenLinks(False)
        self.text.setWordWrapMode(QTextOption.WrapMode.WordWrap)  # by default a table's cells break formulas anywhere
        self._path: list[str] = []
        top = row_of(None, self.contents, self.back, spacing=None)
        top.addStretch(1)
        top.addWidget(self.close_button)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 10, 10)
        layout.addLayout(top)
        layout.addWidget(self.text, 1)
        self.contents.clicked.connect(self._on_contents)
        self.back.clicked.connect(self._on_back)
        self.close_button.clicked.connect(self.dismiss)
        self.text.anchorClicked.connect(self._on_link)

    def help_at(self, widget: QWidget | None) -> None:
        """Show the page of what a widget belongs to, beside that part of the window."""
        topic, part = topic_of(widget)
        self._target = None
        if part is not None and part is not self._under and self._under.isAncestorOf(part):
            self._target = QRect(part.mapTo(self._under, QPoint(0, 0)), part.size())
        self.show_topic(topic)
        self.open()

    def help_on(self, topic: str) -> None:
        """Show a page by its name, at the right edge."""
        self._target = None
        self.show_topic(topic)
        self.open()

    def show_topic(self, topic: str) -> None:
        """Show a page, by its name."""
        if self.topic and self.topic != topic and self.isVisible():
            self._path.append(self.topic)
        elif not self.isVisible():
            self._path.clear()
        self.topic = topic
        self.text.setMarkdown(help_text(topic, language()))
        _quieten(self.text.document())
        self.text.moveCursor(self.text.textCursor().MoveOperation.Start)
        self.back.setEnabled(bool(self._path))
        if self.isVisible():
            self.place()
        self.contents.setEnabled(topic != HOME)

    def place(self) -> None:
        """Lie beside the part that is told of, where there is room; else at the right edge."""
        room = self._under.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        width = min(WIDTH, room.width())
        height = min(self._height_for(width), TALL, room.height())
        left, top = room.right() - width, room.top() + 40
        if (target := self._target) is not None:
            top = target.top()
            if target.right() + MARGIN + width <= room.right():
                left = target.right() + MARGIN
            elif target.left() - MARGIN - width >= room.left():
                left = target.left() - MARGIN - width
            elif target.height() < room.height() // 3:  # a bar: below it, or above
                left = min(max(target.center().x() - width // 2, room.left()), room.right() - width)
                below = target.bottom() + 8
                top = below if below + height <= room.bottom() else target.top() - 8 - height
        top = min(max(top, room.top()), room.bottom() - height)
        self.setGeometry(left, top, width, height)

    def _height_for(self, width: int) -> int:
        """Return the height at which the whole page can be seen."""
        document = self.text.document().clone(self)
        margins = self._layout.contentsMargins()
        document.setTextWidth(width - margins.left() - margins.right() - 24)
        height = document.size().height() + margins.top() + margins.bottom() + self.contents.sizeHint().height() + 32
        document.deleteLater()
        return round(height)

    def first(self) -> QWidget:
        """Scroll at once."""
        return self.text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Alt+Left or Backspace."""
        if event.key() == Qt.Key.Key_Backspace and self._path:
            self._on_back()
            event.accept()
            return
        super().keyPressEvent(event)

    def _on_contents(self) -> None:
        self.show_topic(HOME)

    def _on_back(self) -> None:
        path = self._path
        if path:
            topic = path.pop()
            self.topic = ""  # what is left is not to come back
            self.show_topic(topic)

    def _on_link(self, url: QUrl) -> None:
        self.show_topic(url.toString().removeprefix("help:"))


class HelpPointer(QObject):
    """While it waits, the pointer is a question mark; Escape ends that.

    Args:
        popover: shows the help.
        window: where it waits; a click elsewhere ends it, too.
    """

    def __init__(self, popover: HelpPopover, window: QWidget) -> None:
        super().__init__(window)
        self._popover, self._window = popover, window
        self._waiting = False

    def wait(self) -> None:
        """Explain what is clicked next."""
        if not self._waiting:
            self._waiting = True
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WhatsThisCursor)
            cast("QApplication", QApplication.instance()).installEventFilter(self)

    def _end(self) -> None:
        self._waiting = False
        QGuiApplication.restoreOverrideCursor()
        cast("QApplication", QApplication.instance()).removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the next click; Escape, or a window that goes away, ends it."""
        kind = event.type()
        if kind in _TAKEN and watched.isWidgetType():
            if kind == QEvent.Type.MouseButtonRelease:
                self._end()
                if cast("QWidget", watched).window() is self._window:
                    place = self._window.mapFromGlobal(cast("QMouseEvent", event).globalPosition().toPoint())
                    self._popover.help_at(widget_at(self._window, place))
            return True
        if kind in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress} and watched.isWidgetType():
            if cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self._end()
                return True
        elif kind in {QEvent.Type.Close, QEvent.Type.LanguageChange} and watched is self._window:
            self._end()
        return False


def topic_of(widget: QWidget | None) -> tuple[str, QWidget | None]:
    """Return the help page for a widget, and the part of the window it is about.

    The widget and those it lies in are asked one after the other: for a ``helpTopic`` property, for their object name,
    and for the name of their class.
    """
    while widget is not None:
        named = str(widget.property("helpTopic") or "")
        topic = named or TOPICS.get(widget.objectName()) or TOPICS.get(type(widget).__name__)
        if topic:
            return topic, widget
        widget = widget.parentWidget()
    return HOME, None


def pointed_at(window: QWidget) -> QWidget | None:
    """Return the widget under the pointer if that is over the window, else the one with the focus."""
    place = window.mapFromGlobal(QCursor.pos())
    return widget_at(window, place) if window.rect().contains(place) else QApplication.focusWidget()


def widget_at(window: QWidget, place: QPoint) -> QWidget:
    """Return the innermost widget at a place of a window."""
    return window.childAt(place) or window


def _quieten(document: QTextDocument) -> None:
    """Set headings in sizes that befit a small page: Qt makes them half as large again, or twice."""
    block = document.begin()
    while block.isValid():
        if level := block.blockFormat().headingLevel():
            cursor = QTextCursor(block)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            form = QTextCharFormat()
            form.setProperty(QTextFormat.Property.FontSizeAdjustment, 1 if level == 1 else 0)
            cursor.mergeCharFormat(form)
        block = block.next()
