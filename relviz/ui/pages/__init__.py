"""The pages, one file each, and one line each in ``PAGES``. Imports the rooms of what stands on them.

To add one: a file with its ``PageWidget``, and its line here. Tabs, menu, shortcuts, the command palette,
``relviz snapshot --page``, exports and projects have it then. Nothing here loads Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relviz.ui.pages.page_widget import PageWidget


def load(place: str) -> Any:
    """Return what a module holds, as in ``module:name``; the module is loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@dataclass(frozen=True)
class Page:
    """What is said of a page of the window before it is made: all that lists, names and opens it.

    Attributes:
        name: what files, projects and the command line call it.
        title: its tab; translated in the context ``PageTabs``.
        menu: its entry in the View menu, ``&`` before its mnemonic; translated in the context ``Actions``.
        widget: module and class of what is shown, a ``PageWidget``; loaded when a window is filled.
        shortcut: keys that bring it to the front; empty for none.
        help: the help page about it; empty for the page that leads to all others.
        kept: what a project calls the state that the page alone knows; empty for a page that has none.
    """

    name: str
    title: str
    menu: str
    widget: str
    shortcut: str = ""
    help: str = ""
    kept: str = ""

    def load(self) -> type[PageWidget]:
        """Return the class of what is shown."""
        made: type[PageWidget] = load(self.widget)
        return made


PAGES = {
    page.name: page
    for page in (
        Page("terms", "Terms", "&Terms", f"{__name__}.terms:TermsPage", "Ctrl+1", "terms", kept="zoom"),
        Page("memory", "Memory", "&Memory", f"{__name__}.memory:MemoryPage", "Ctrl+2", "memory"),
        Page("encoding", "Encoding", "&Encoding", f"{__name__}.encoding:EncodingPage", "Ctrl+3", "encoding"),
        Page("profiles", "Profiles", "&Profiles", f"{__name__}.profiles:ProfilesPage", "Ctrl+4", "profiles"),
        Page(
            "predictions",
            "Predictions",
            "P&redictions",
            f"{__name__}.predictions:PredictionsPage",
            "Ctrl+5",
            "predictions",
        ),
        Page(
            "schemes",
            "Schemes",
            "S&chemes",
            f"{__name__}.schemes.page:SchemesPage",
            "Ctrl+6",
            "schemes",
            kept="schemes",
        ),
    )
}
"""Every page by its name, in the order of their tabs."""
