"""What is said of a page before it is made: all that lists, names and opens it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relviz.ui.pages.page_widget import PageWidget


@dataclass(frozen=True)
class Page:
    """A page of the window.

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
        module, _, name = self.widget.partition(":")
        made: type[PageWidget] = getattr(import_module(module), name)
        return made
