"""What mouse and keys do on the parts of the window, beside the commands of the menus: one table, shown as a sheet.

Its texts are translated in the context ``Gestures``.
"""

from __future__ import annotations

from dataclasses import dataclass

MAPS = "Maps of the terms"
HEADS = "Heads map"
TIMELINE = "Timeline"
CHIPS = "Terms in the formula"
TEXT = "Text"
FIGURES = "Pages with figures"
WINDOW = "Anywhere in the window"


@dataclass(frozen=True)
class Gesture:
    """Something that can be done with mouse or keys on a part of the window.

    Attributes:
        where: the part, as a heading of the sheet.
        how: what the user does.
        does: what happens.
        keys: the keys that do it, as Qt writes them; none for a gesture of the mouse.
    """

    where: str
    how: str
    does: str
    keys: tuple[str, ...] = ()


GESTURES = (
    Gesture(MAPS, "Point", "read a cell off in all maps"),
    Gesture(MAPS, "Click", "pin the cell"),
    Gesture(MAPS, "Shift+click", "select all cells from the pinned one to here"),
    Gesture(MAPS, "Right click", "menu of the cell: hide its key, take it as the query, copy"),
    Gesture(MAPS, "Wheel", "zoom all maps"),
    Gesture(MAPS, "Drag", "move all maps"),
    Gesture(MAPS, "Double click", "show everything again"),
    Gesture(MAPS, "Arrow keys", "move the pinned cell by one", ("Left", "Right", "Up", "Down")),
    Gesture(MAPS, "Ctrl+arrow keys", "move it by ten", ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down")),
    Gesture(MAPS, "Page Up, Page Down", "move it by the rows in view", ("PgUp", "PgDown")),
    Gesture(MAPS, "Home, End", "go to the first key, to the last key of the row", ("Home", "End")),
    Gesture(MAPS, "Ctrl+Home, Ctrl+End", "go to the first cell, to the last one", ("Ctrl+Home", "Ctrl+End")),
    Gesture(
        MAPS,
        "Shift and any of these",
        "select all cells on the way",
        ("Shift+Left", "Shift+Down", "Ctrl+Shift+Left", "Shift+Home", "Shift+End", "Shift+PgUp"),
    ),
    Gesture(MAPS, "Plus, minus", "zoom round the cell", ("+", "-")),
    Gesture(MAPS, "Menu key, Shift+F10", "menu of the cell", ("Menu", "Shift+F10")),
    Gesture(HEADS, "Click", "look at that head"),
    Gesture(HEADS, "Arrow keys", "walk from head to head", ("Left", "Right", "Up", "Down")),
    Gesture(TIMELINE, "Click or drag", "go to that segment"),
    Gesture(TIMELINE, "Right click", "menu of the segment: start reading there"),
    Gesture(TIMELINE, "Left, right", "step by one segment", ("Left", "Right")),
    Gesture(TIMELINE, "Home, End", "go to the first, to the last segment", ("Home", "End")),
    Gesture(CHIPS, "Click", "switch the term off or on"),
    Gesture(CHIPS, "Wheel", "change its gain"),
    Gesture(CHIPS, "Right click, or its arrow", "slider for its gain"),
    Gesture(CHIPS, "Space", "switch the term off or on", ("Space",)),
    Gesture(CHIPS, "Left, right", "change its gain by 0.05", ("Left", "Right")),
    Gesture(CHIPS, "1", "give it a gain of 1", ("1",)),
    Gesture(CHIPS, "Down", "slider for its gain", ("Down",)),
    Gesture(TEXT, "Click", "take the token as the query"),
    Gesture(TEXT, "Right click", "menu of the token: start reading there"),
    Gesture(FIGURES, "Point", "read the number off"),
    Gesture(FIGURES, "Click a head", "look at that head"),
    Gesture(FIGURES, "Drag over distances", "look at that distance"),
    Gesture(
        WINDOW,
        "Drop a file, a folder or text",
        "read the text, open the model, or go back to what a project or a picture of relviz shows",
    ),
    Gesture(WINDOW, "Tab, Shift+Tab", "go to the next part, to the one before"),
)
