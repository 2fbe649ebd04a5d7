"""The pages, one of them in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTabWidget, QWidget

from relviz.ui.pages.encoding.page import EncodingPage
from relviz.ui.pages.memory.page import MemoryPage
from relviz.ui.pages.predictions.page import PredictionsPage
from relviz.ui.pages.profiles.page import ProfilesPage
from relviz.ui.pages.schemes.page import SchemesPage
from relviz.ui.pages.terms.page import TermsPage

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.colours.palette import Palette

PAGES = ("terms", "memory", "encoding", "profiles", "predictions", "schemes")
"""Names of the pages, in their order."""
Page = TermsPage | MemoryPage | EncodingPage | ProfilesPage | PredictionsPage | SchemesPage


class PageTabs(QTabWidget):
    """All pages, each under its tab.

    Attributes:
        terms: the terms of the score.
        memory: how far attention reaches back.
        encoding: the encoding R.
        profiles: all heads, by distance.
        predictions: losses and candidates.
        schemes: other position schemes.
        pages: all of them, in the order of ``PAGES``.
    """

    def __init__(self, session: Session, work: Work, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.terms = TermsPage(session, work.comparison, palette, self)
        self.memory = MemoryPage(session, palette, self)
        self.encoding = EncodingPage(session, palette, self)
        self.profiles = ProfilesPage(session, work.profiling, palette, self)
        self.predictions = PredictionsPage(session, work.predicting, palette, self)
        self.schemes = SchemesPage(session, palette, self)
        self.pages = self.terms, self.memory, self.encoding, self.profiles, self.predictions, self.schemes
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)  # in this mode Fusion rules a line over the tabs
        self.setAccessibleName(self.tr("Pages"))
        titles = (
            self.tr("Terms"),
            self.tr("Memory"),
            self.tr("Encoding"),
            self.tr("Profiles"),
            self.tr("Predictions"),
            self.tr("Schemes"),
        )
        for page, title in zip(self.pages, titles, strict=True):
            self.addTab(page, title)

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[self.currentIndex()]

    @property
    def name(self) -> str:
        """Its name."""
        return PAGES[self.currentIndex()]

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name, one of ``PAGES``."""
        self.setCurrentIndex(PAGES.index(name))
