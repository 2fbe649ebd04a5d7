"""The text: paste, type, and see which part is memory and which is the segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QTextEdit, QWidget

from relviz.app.engine.models import sample_text
from relviz.app.session.selection import previewed_cell
from relviz.app.session.showing import shades_of
from relviz.ui.text.edit import ShownText, TextEdit
from relviz.ui.text.find_bar import FindBar
from relviz.ui.text.shading import ShadingBar, Tint, tints_of
from relviz.ui.text.start_entries import StartEntries
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from relviz.app.session.session import Session

EDITABLE = 100_000
"""Characters beyond which only the text around the segment is shown, since Qt would lay all of it out."""
AROUND = 20_000
"""Characters shown on either side of the segment of a long text."""
LONGEST_WORDS = 200
"""Characters of a selection that are taken for words to be found."""
TYPING_PAUSE = 500
"""Milliseconds without a key before what was typed is read."""


class TextDock(QWidget):
    """The editor with its legend, a bar to find words, and what the tokens are shaded by.

    Typing is read after a pause, and the place is kept. The first thing pasted takes the place of the sample; in a
    text of the user's own it goes where the cursor is. Of a long text only an excerpt is shown, which cannot be
    edited; what is pasted there replaces the whole.

    Args:
        session: what is looked at.
        parent: the owner.
        edit: the editor of a dock that went, to go on with what can be undone in it; a new one if None.
    """

    def __init__(self, session: Session, parent: QWidget | None = None, edit: TextEdit | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown = ShownText.of("")
        self._excerpt = False  # whether the editor holds a part of the text only
        self._ours = False
        self._sample = sample_text()
        self.edit = edit or TextEdit(self)
        self.edit.setPlaceholderText(self.tr("Paste or type a text, or drop a file here."))
        self.edit.setAccessibleName(self.tr("Text"))
        self.edit.setTabChangesFocus(True)
        self.note = QLabel(self.tr("A long text: the part around the segment is shown."), self)
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.hide()
        self.legend = QLabel(self)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.legend.setWordWrap(True)
        self.find_bar = FindBar(session, self)
        self.shading = ShadingBar(session, self)
        self.boundaries = QCheckBox(self.tr("Token boundaries"), self)
        self.boundaries.setToolTip(self.tr("Mark where each token of the text begins"))
        layout = column_of(self, self.find_bar, self.note, (self.edit, 1), margins=(8, 0, 2, 8), spacing=None)
        self.edit.show()  # one that had another owner is hidden
        layout.addWidget(self.legend)
        layout.addWidget(self.shading)
        layout.addWidget(self.boundaries)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_PAUSE)
        self._timer.timeout.connect(self._on_typing_paused)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.pasted.connect(self._on_pasted)
        self.edit.clicked.connect(self._on_clicked)
        self.edit.pointed.connect(self._on_pointed)
        self.edit.menu_asked.connect(self._on_menu)
        session.text_changed.connect(self._on_session_text)
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_answered)
        session.selection.changed.connect(self._tint)
        session.view_changed.connect(self._on_view_changed)
        self.boundaries.toggled.connect(lambda on: session.showing.set(token_boundaries=on))
        self.find_bar.found.connect(self._on_found)
        self.find_bar.closed.connect(self.edit.setFocus)
        colours().changed.connect(self._on_coloured)
        self._on_coloured()
        if self._typed() == session.text:
            self._shown = ShownText.of(session.text)
        else:
            self._show_text(0)

    def _on_coloured(self) -> None:
        """Colour anew what Qt does not paint anew by itself."""
        self._write_legend()
        self._tint()
        self._mark_boundaries()

    def _write_legend(self) -> None:
        """Name the grounds of the text; that of what is not read only where there is such text."""
        palette, look = colours().palette, self._session.look
        swatch = "<span style='background:{0}; color:{1}'>{2}</span>&nbsp;<span style='color:{1}'>{3}</span> &nbsp; "
        parts = [
            (palette.forgotten_tint, "&nbsp;&nbsp;&nbsp;", self.tr("forgotten")),
            (palette.memory_tint, "&nbsp;&nbsp;&nbsp;", self.tr("memory")),
            (palette.segment_tint, "&nbsp;&nbsp;&nbsp;", self.tr("segment")),
        ]
        if look is not None and look.first:
            parts.insert(0, (palette.panel, "▨", self.tr("not read")))
        self.legend.setText(
            "".join(
                swatch.format(ground, palette.muted, mark, word.replace(" ", "&nbsp;")) for ground, mark, word in parts
            )
        )

    def stop(self) -> None:
        """Forget what was typed and not read yet."""
        self._timer.stop()
        self.find_bar.stop()

    def read_typed(self) -> None:
        """Read what was typed without waiting for a pause."""
        if self._timer.isActive():
            self._timer.stop()
            self._on_typing_paused()

    def open_find(self) -> None:
        """Open the bar that finds words, with those selected in it."""
        self.read_typed()  # it is to be found, too
        cursor = self.edit.textCursor()
        words = cursor.selectedText()
        at_once = "\u2029" not in words and len(words) <= LONGEST_WORDS
        self.find_bar.open_at(self._shown.character(cursor.selectionStart()), words if at_once else "")

    def _on_found(self, start: int, end: int) -> None:
        """Select a place that was found, and bring it into view."""
        if self._timer.isActive():
            return
        if self._excerpt and not self._shown.holds(start, end):
            self._show_text(start)
            self._tint()
            self._mark_boundaries()
        cursor = self.edit.textCursor()
        cursor.setPosition(self._shown.position(end))
        cursor.setPosition(self._shown.position(start), QTextCursor.MoveMode.KeepAnchor)
        self.edit.setTextCursor(cursor)
        self.edit.ensureCursorVisible()

    def _on_session_text(self) -> None:
        if self._excerpt or self._typed() != self._session.text:  # else it was pasted here, and can be undone
            self._show_text(0)
        self._on_answered()

    def _show_text(self, middle: int) -> None:
        """Put the text, or the part of a long one around a character, into the editor."""
        self._timer.stop()  # what was typed is gone
        text, whole = self._session.text, not self._excerpt
        self._excerpt = len(text) > EDITABLE
        first = max(0, middle - AROUND) if self._excerpt else 0
        shown = text[first : middle + AROUND] if self._excerpt else text
        self._shown = ShownText.of(shown, first)
        self.edit.set_boundaries(None, colours().palette.muted)
        self._ours = True
        if whole and not self._excerpt and not self.edit.document().isEmpty():
            self.edit.replace_text(shown)  # what was there comes back with undo
        else:
            self.edit.setPlainText(shown)  # a part of a text is not to be taken for a text
        self._ours = False
        self.edit.setReadOnly(self._excerpt)
        self.note.setVisible(self._excerpt)

    def _typed(self) -> str:
        """Return what is in the editor. Its raw text is taken: the plain one turns no-break spaces into spaces."""
        return self.edit.document().toRawText().replace("\u2029", "\n")

    def _on_text_changed(self) -> None:
        if not self._ours:
            self.edit.setExtraSelections([])
            self.edit.set_boundaries(None, colours().palette.muted)
            self._timer.start()

    def _on_typing_paused(self) -> None:
        """Read what was typed; what was typed and taken back only needs its colours again."""
        if self._excerpt:
            return
        typed = self._typed()
        self._shown = ShownText.of(typed)
        self._session.edit_text(typed)
        self._tint()
        self._mark_boundaries()

    def _on_pasted(self, text: str) -> None:
        """Put a pasted text in place of the sample or of an excerpt; into a text of the user's, at the cursor."""
        untouched = self._session.text == self._sample and not self._timer.isActive()
        if len(text) > EDITABLE:
            self._take_long(text, whole=untouched or self._excerpt)
        elif self._excerpt:
            self._session.set_text(text)
        else:
            cursor = self.edit.textCursor()
            if untouched:
                cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(text)
            self.edit.setTextCursor(cursor)
            self.edit.ensureCursorVisible()
            if untouched:
                self._timer.stop()
                self._shown = ShownText.of(self._typed())
                self._session.set_text(self._typed())

    def _take_long(self, text: str, *, whole: bool) -> None:
        """Read a text that is too long to be laid out, or what comes of pasting it where the cursor is."""
        if whole:
            self._session.set_text(text)
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        typed, cursor = self._typed(), self.edit.textCursor()
        places = ShownText.of(typed)
        before, after = places.character(cursor.selectionStart()), places.character(cursor.selectionEnd())
        self._session.edit_text(typed[:before] + text + typed[after:])
        self._show_text(before)

    def _on_answered(self) -> None:
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        start, end = self._span(response.look.start, len(response.look.query_tokens))
        if self._excerpt and not self._shown.holds(start, end):
            self._show_text(start)
        self._write_legend()
        self._tint()
        self._mark_boundaries()
        self.edit.bring_into_view(self._shown.position(start), self._shown.position(end))

    def _on_view_changed(self) -> None:
        self.shading.show_choice()
        self._tint()
        self._mark_boundaries()

    def _mark_boundaries(self) -> None:
        """Draw a line where each token shown begins, if that is wanted."""
        self.boundaries.setChecked(self._session.showing.view.token_boundaries)
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        positions = None
        if self._session.showing.view.token_boundaries:
            starts = response.tokens.spans[:, 0]
            low, high = np.searchsorted(starts, [self._shown.first, self._shown.end]).tolist()
            positions = self._shown.positions(np.unique(starts[low:high]))  # parts of a character begin with it
        self.edit.set_boundaries(positions, colours().palette.muted)

    def _span(self, first: int, count: int) -> tuple[int, int]:
        """Return the characters that a run of tokens covers."""
        response = self._session.response
        if response is None or count <= 0:
            return 0, 0
        spans = response.tokens.spans[first : first + count]
        return int(spans[0, 0]), int(spans[-1, 1])

    def _tint(self) -> None:
        """Tint what was forgotten, the memory and the segment, shade tokens, and mark those of the selected cell."""
        response, session = self._session.response, self._session
        if response is None or self._timer.isActive() or response.request.text != session.text:
            return
        look = session.left or response.look
        shades = shades_of(look, response.losses, session.showing.view.shading, session.shaded_query)
        self.shading.show_shades(shades)
        tints = tints_of(session, response.look, shades, colours().palette)
        self.edit.setExtraSelections([self._selection(tint) for tint in tints])

    def _selection(self, tint: Tint) -> QTextEdit.ExtraSelection:
        start, end = self._span(tint.first, tint.count)
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(self._shown.position(start))
        cursor.setPosition(self._shown.position(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = tint.style
        return selection

    def _on_clicked(self, position: int) -> None:
        """Select the clicked token as query, or go to its segment."""
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        self._session.go_to_token(response.tokens.at_character(self._shown.character(position)))

    def _on_pointed(self, position: int) -> None:
        """Preview the token under the pointer on the maps, and take that back where there is none."""
        response, session = self._session.response, self._session
        cell, look = None, session.left
        known = response is not None and not self._timer.isActive() and response.request.text == session.text
        if position >= 0 and known and response is not None and look is not None:
            token = response.tokens.at_character(self._shown.character(position))
            cell = previewed_cell(look, token, session.selection.pinned)
        session.selection.hover(cell)  # which does nothing if it is the same

    def _on_menu(self, menu: QMenu, position: int) -> None:
        """Offer to start reading at the token under the pointer."""
        response = self._session.response
        if response is None or self._timer.isActive() or response.request.text != self._session.text:
            return
        token = response.tokens.at_character(self._shown.character(position))
        label = response.tokens.labels[token].replace("&", "&&")
        menu.addSeparator()
        words = self.tr("Start &reading at “{0}”, with an empty memory").format(label)
        StartEntries(menu, self._session, token, words)

    def token_point(self, token: int) -> QPoint:
        """Return the middle of a token in the editor's viewport, for tests and for placing things over it."""
        start, _ = self._span(token, 1)
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(self._shown.position(start))
        return self.edit.cursorRect(cursor).center() + QPoint(2, 0)
