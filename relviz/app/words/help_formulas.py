"""Where the lines of a help page may end within a formula: after a plus or a comma between terms, nowhere else."""

from __future__ import annotations

import re

NO_BREAK, JOINER = "\u00a0", "\u2060"
"""A space, and nothing at all, at which no line ends."""
_SET_OFF = re.compile(r"(?P<marks>`|\*\*)(?P<inside>[^`*\n]+)(?P=marks)")
_PRODUCT = re.compile(r"\b(W(?:_\w+)?) (?=R(?:_|\b))")
_SIGNS = re.compile(r"[=·^]| [+−/] ")


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
