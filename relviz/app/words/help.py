"""The help pages: which of them tells of which part of the window, and where the lines of their formulas may end."""

from __future__ import annotations

import re

from relviz.resources import resource

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
NO_BREAK, JOINER = "\u00a0", "\u2060"
"""A space, and nothing at all, at which no line ends."""
_SET_OFF = re.compile(r"(?P<marks>`|\*\*)(?P<inside>[^`*\n]+)(?P=marks)")
_PRODUCT = re.compile(r"\b(W(?:_\w+)?) (?=R(?:_|\b))")
_SIGNS = re.compile(r"[=·^]| [+−/] ")


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
    for path in (resource("help", f"{name}.{code}.md") for name in (topic, HOME) for code in (language, FALLBACK)):
        if path.is_file():
            return hold_together(path.read_text(encoding="utf-8"))
    return ""


def hold_together(markdown: str) -> str:
    """Return Markdown in which the formulas end a line only between terms; a product, or a call, stays in one piece.

    Formulas are code, and words in bold, with a sign of arithmetic in them; in a sentence, W R is one too.

    Args:
        markdown: a help page.
    """
    return _PRODUCT.sub(rf"\1{NO_BREAK}", _SET_OFF.sub(_held, markdown))


def _held(found: re.Match[str]) -> str:
    marks, inside = found["marks"], found["inside"]
    return f"{marks}{_formula(inside)}{marks}" if _SIGNS.search(inside) else found[0]


def _formula(text: str) -> str:
    """Hold a formula together, but after pluses and commas that are in no round brackets."""
    depth, held = 0, ""
    for before, sign in zip(" " + text, text, strict=False):
        depth += (sign == "(") - (sign == ")")
        if sign == " ":
            held += sign if before in "+," and not depth else NO_BREAK
        else:
            held += sign + JOINER if sign == "/" else sign  # lines may end after a slash, too
    return held
