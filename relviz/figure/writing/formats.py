"""Kinds of file that figures are written into; what draws them is not loaded for their names."""

from __future__ import annotations

from typing import Literal, get_args

Format = Literal["png", "svg", "pdf"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""Kinds of file with one figure."""
Animated = Literal["gif", "apng"]
ANIMATED: tuple[Animated, ...] = get_args(Animated)
"""Kinds of file in which figures follow one another."""
PIXELS = frozenset({"png", "gif", "apng"})
"""Those that have pixels, and so a resolution."""
TELLING = frozenset({"png", "apng"})
"""Those from which the window restores what they show, and that can hold the text."""
