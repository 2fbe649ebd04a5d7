"""Exporting a figure: what it is, how it looks, and where it goes, with a preview."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
)

from relviz.app.engine.runner import LatestRunner
from relviz.app.exporting.choices import ExportChoices, recipe
from relviz.app.exporting.export import Export
from relviz.app.words.translation import told
from relviz.errors import RelvizError
from relviz.figure.options import MILLIMETRES, FigureOptions
from relviz.figure.views import VIEWS
from relviz.figure.writing.formats import PIXELS
from relviz.figure.writing.job import file_stem
from relviz.figure.writing.write import MOST_PIXELS
from relviz.ui.export.form import ExportForm, PicturePreview
from relviz.ui.files.files import ask_where
from relviz.ui.widgets.colours import colours
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QImage, QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from relviz.app.projects.project import Region
    from relviz.app.session.session import Session
    from relviz.app.settings import Settings
    from relviz.app.work.work import Work
    from relviz.ui.pages.tabs import PageTabs

WAIT = 120
"""Milliseconds in which more choices may come before a preview is drawn."""


class ExportDialog(QDialog):
    """Stays open beside the window and follows what is looked at there.

    Signals:
        wanted(object, str, object): an ``Export``, how its files are called, and where they go.
        copy_wanted(object): an ``Export`` whose figure is wanted on the clipboard.
    """

    wanted = Signal(object, str, object)
    copy_wanted = Signal(object)

    def __init__(
        self, session: Session, work: Work, settings: Settings, tabs: PageTabs, window: QWidget | None = None
    ) -> None:
        super().__init__(window)
        self._session, self._work, self._settings, self._tabs = session, work, settings, tabs
        self._region: Region | None = None  # what is selected in the preview
        self.setWindowTitle(self.tr("Export figure"))
        self.setModal(False)
        self.form = ExportForm(ExportChoices.from_text(settings.export), self)
        self.preview = PicturePreview(self)
        self.size_label = QLabel(self)
        self.size_label.setObjectName("muted")
        self.size_label.setWordWrap(True)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.export_button = QPushButton(self.tr("&Export…"), self)
        self.copy_button = QPushButton(self.tr("&Copy"), self)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        self.buttons.addButton(self.export_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.export_button.setDefault(True)
        self._lay_out()
        self.drawer = LatestRunner(work.executor, self)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT)
        self._connect()

    def _lay_out(self) -> None:
        right = column_of(None, (self.preview, 1), self.size_label, spacing=None)
        left = QVBoxLayout()
        left.addWidget(self.form)
        left.addStretch(1)
        top = row_of(None, left, (right, 1), spacing=18)
        column_of(self, (top, 1), self.message, self.buttons, margins=(16, 16, 16, 14), spacing=10)
        self.form.setFixedWidth(380)
        self.resize(self.sizeHint())  # left to itself, Qt makes it no larger than two thirds of a small screen
        self.message.hide()

    def _connect(self) -> None:
        session, work, tabs = self._session, self._work, self._tabs
        self.form.changed.connect(self._on_chosen)
        self._wait.timeout.connect(self._draw)
        self.drawer.done.connect(self._on_drawn)
        self.drawer.failed.connect(self.complain)
        self.buttons.rejected.connect(self.reject)
        self.export_button.clicked.connect(self._on_export)
        self.copy_button.clicked.connect(self._on_copy)
        for signal in (
            *(session.answered, session.view_changed, session.selection.distance_changed),
            *(work.profiling.changed, work.profiling.view_changed, work.predicting.changed),
            *(work.comparison.changed, tabs.currentChanged, *(page.settled for page in tabs.pages.values())),
        ):
            signal.connect(self.follow)
        session.selection.changed.connect(self._on_cell_changed)

    def sizeHint(self) -> QSize:
        """Return a size with a preview that can be recognised."""
        return QSize(900, 480)

    # What is to be had

    def export(self) -> Export | None:
        """Return what is chosen; None where there is nothing to draw yet."""
        session, page = self._session, self._tabs.page
        look, choices = session.look, self.form.choices
        if look is None:
            return None
        figure, draw = None, page.recipe()
        if choices.kind != "page":
            draw = recipe(choices.kind, session)
        elif (figure := page.figure()) is None:
            return None
        return Export(
            page=figure,
            draw=draw,
            request=session.request,
            look=look,
            project=session.project(self._tabs.name),
            options=FigureOptions(
                title=self.form.title.text().strip(),
                caption=choices.caption,
                labels=choices.labels,
                size=(choices.width, choices.height),
                dpi=choices.dpi,
                theme=colours().palette.theme if choices.theme == "screen" else choices.theme,
            ),
            spread=choices.spread,
            format=choices.moving if choices.spread == "animation" else choices.still,
            text=self.form.tells_text,
            duration=choices.duration,
        )

    @property
    def name(self) -> str:
        """How files are called, before the number of a segment and the ending."""
        kind = self.form.choices.kind
        return self._tabs.name if kind == "page" else kind

    def file_name(self, export: Export) -> str:
        """Return what a file is called, if nobody chooses another name; its ending says its kind."""
        look = self._session.look
        assert look is not None, "nothing is exported before the first picture"
        view = VIEWS.get(self.name)
        stem = file_stem(look) if view is None or view.of_head else export.stem(look.index)
        if export.spread == "animation":
            stem = stem.replace(export.stem(look.index), "all", 1)
        return f"{self.name}_{stem}.{export.format}"

    # Showing it

    def follow(self) -> None:
        """Draw the preview anew, soon, if anybody looks."""
        if self.isVisible():
            self._wait.start()

    def _on_cell_changed(self) -> None:
        """Follow what is selected; no figure shows what is merely pointed at."""
        if self._session.selection.region != self._region:
            self.follow()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the window."""
        super().showEvent(event)
        self.form.kind.setFocus()
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw as many pixels as there are."""
        super().resizeEvent(event)
        self.follow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Draw no more."""
        self._rest()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Draw no more; Escape comes here and not by closeEvent."""
        self._rest()
        super().done(result)

    def _rest(self) -> None:
        self.form.text.setChecked(False)  # asked for anew each time, since the dialog is kept
        self._wait.stop()
        self.drawer.cancel()
        self._settings.export = self.form.choices.to_text()

    def stop(self) -> None:
        """Close for good; called before the window goes."""
        self._rest()
        self.drawer.stop()
        self.hide()

    def complain(self, error: Exception) -> None:
        """Say what went wrong."""
        self.message.setText(told(error))
        self.message.show()

    def _on_chosen(self) -> None:
        self.message.hide()
        self._settings.export = self.form.choices.to_text()
        self._say_size()
        self._wait.start()

    def _draw(self) -> None:
        """Have the preview drawn, in the worker thread."""
        look, self._region = self._session.look, self._session.selection.region
        if look is not None:
            self.form.show_layer(look.terms.layer)
        page_alone = self.form.choices.kind == "page" and self._tabs.page.recipe() is None
        self.form.allow_spread(not page_alone)
        export = self._export_or_complain()
        for button in (self.export_button, self.copy_button):
            button.setEnabled(export is not None)
        self._say_size()
        if export is None:
            self.preview.show_words(self.tr("There is nothing to draw on this page yet."))
            self.drawer.cancel()
        else:
            self.drawer.submit(partial(export.picture, self.preview.room, self._work.engine))

    def _export_or_complain(self) -> Export | None:
        try:
            return self.export()
        except RelvizError as error:
            self.complain(error)
            return None

    def _on_drawn(self, image: QImage) -> None:
        self.preview.show_picture(image)

    def _say_size(self) -> None:
        """Say how large the file's picture is, and how many there are."""
        choices, look = self.form.choices, self._session.look
        size = choices.width, choices.height
        options = FigureOptions(size=size, dpi=choices.dpi)
        width, height = options.pixels(size)
        millimetres = self.tr("{0} × {1} mm").format(*(round(side * MILLIMETRES) for side in size))
        said = millimetres
        if self.form.file_format in PIXELS:
            said = self.tr("{0} × {1} pixels, {2}").format(f"{width:,}", f"{height:,}", millimetres)
            if max(width, height) > MOST_PIXELS:
                said = self.tr("{0} × {1} pixels are too many: lower the resolution.").format(
                    f"{width:,}", f"{height:,}"
                )
        if look is not None and choices.spread == "files":
            said = self.tr("{0} files of {1}").format(look.segments, said)
        elif look is not None and choices.spread == "animation":
            said = self.tr("{0} frames of {1}").format(look.segments, said)
        self.size_label.setText(said)

    # Doing it

    def _on_copy(self) -> None:
        if export := self._export_or_complain():
            self.message.hide()
            self.copy_wanted.emit(export)

    def _on_export(self) -> None:
        """Ask where to, and have it written."""
        export = self._export_or_complain()
        if export is None:
            return
        self.message.hide()
        settings = self._settings
        if export.spread == "files":
            folder = QFileDialog.getExistingDirectory(self, self.tr("Folder for the files"), settings.folder)
            if folder:
                settings.folder = folder
                self._ask_to_replace(export, Path(folder))
            return
        start = str(Path(settings.folder) / self.file_name(export))
        pattern = f"{export.format.upper()} (*.{export.format})"
        if export.format == "apng":
            pattern = self.tr("Animated PNG (*.apng *.png)")
        ending = "" if Path(self.file_name(export)).suffix else f".{export.format}"
        if path := ask_where(self, self.tr("Export figure"), start, pattern, ending):
            settings.folder = str(Path(path).parent)
            self.wanted.emit(export, self.name, Path(path))

    def _ask_to_replace(self, export: Export, folder: Path) -> None:
        """Have files written into a folder, after asking if some of them are there already."""
        there = sum(path.exists() for path in export.paths(self.name, folder))
        if not there:
            self.wanted.emit(export, self.name, folder)
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("{0} of the {1} files are there already.").format(there, export.look.segments))
        box.setInformativeText(self.tr("Replace them?"))
        replace = box.addButton(self.tr("&Replace"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        replace.clicked.connect(partial(self.wanted.emit, export, self.name, folder))
        box.open()
