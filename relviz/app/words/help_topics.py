"""The help pages, and which of them tells of which part of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.app.words.help_formulas import hold_together
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = "window"
"""The page that leads to all others."""

TOPICS = {
    "MainWindow": HOME,
    "QMenuBar": "menus",
    "QMenu": "menus",
    "CommandPalette": "menus",
    "ShortcutSheet": "menus",
    "Toolbar": "toolbar",
    "FormulaBar": "formula",
    "TermChip": "formula",
    "GainPopup": "formula",
    "Timeline": "timeline",
    "PaceBox": "timeline",
    "TextDock": "text",
    "HeadsMap": "heads",
    "heads": "heads",
    "Inspector": "inspector",
    "inspector": "inspector",
    "text": "text",
    "TermControls": "scales",
    "CellReadout": "inspector",
    "CompareStrip": "compare",
    "CompareReadout": "compare",
    "ExportDialog": "export",
    "StatusLine": "status",
    "Badges": "status",
    "MessageBar": "status",
    "RestoreBar": "status",
    "HelpPopover": HOME,
    "QTabBar": HOME,
}
"""The topic of a part, by its class or its object name; a ``helpTopic`` property, as pages have, goes first."""

FALLBACK = "en"


def topics() -> list[str]:
    """Return the names of all help pages there are, in the fallback language."""
    suffix = f".{FALLBACK}.md"
    return sorted(path.name.removesuffix(suffix) for path in resource("help").glob(f"*{suffix}"))


def help_text(topic: str, language: str = FALLBACK) -> str:
    """Return a help page as Markdown, with formulas whose lines end between terms only.

    Args:
        topic: one of ``topics()``; anything else gives the page that leads to all others.
        language: two letters, such as ``zh``; a page that is not translated comes in English.
    """
    for path in (resource("help", f"{name}.{code}.md") for name, code in _wanted(topic, language)):
        if path.is_file():
            return hold_together(path.read_text(encoding="utf-8"))
    return ""


def _wanted(topic: str, language: str) -> Iterator[tuple[str, str]]:
    for name in (topic, HOME):
        yield name, language
        yield name, FALLBACK
