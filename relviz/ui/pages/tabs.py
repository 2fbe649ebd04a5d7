"""The pages, one of them in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QTabWidget, QWidget

from relviz.ui.pages import PAGES
from relviz.ui.pages.page_widget import PageWidget

if TYPE_CHECKING:
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work

Kind = TypeVar("Kind", bound=PageWidget)


class PageTabs(QTabWidget):
    """All pages, each under its tab.

    Attributes:
        pages: all of them by their names, in the order of ``PAGES``.
    """

    def __init__(self, session: Session, work: Work, parent: QWidget) -> None:
        super().__init__(parent)
        self.pages: dict[str, PageWidget] = {}
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)  # in this mode Fusion rules a line over the tabs
        self.setAccessibleName(self.tr("Pages"))
        for name, page in PAGES.items():
            widget = self.pages[name] = page.load()(session, work, self)
            widget.setProperty("helpTopic", page.help)
            self.addTab(widget, QCoreApplication.translate("PageTabs", page.title))
            if page.kept:
                session.parts.add(page.kept, widget)

    @property
    def page(self) -> PageWidget:
        """The page in front."""
        return self.pages[self.name]

    @property
    def name(self) -> str:
        """Its name."""
        return [*self.pages][self.currentIndex()]

    def of(self, kind: type[Kind]) -> Kind:
        """Return the page of a class."""
        return next(page for page in self.pages.values() if isinstance(page, kind))

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name; one that there is none of, as in the project of a later version."""
        if name in self.pages:
            self.setCurrentWidget(self.pages[name])
