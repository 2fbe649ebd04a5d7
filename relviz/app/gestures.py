"""What mouse and keys do on the parts of the window, beside the commands of the menus: one table, shown as a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from relviz.figure.words import marked

MAPS = marked("Gestures", "Maps of the terms")
HEADS = marked("Gestures", "Heads map")
TIMELINE = marked("Gestures", "Timeline")
CHIPS = marked("Gestures", "Terms in the formula")
TEXT = marked("Gestures", "Text")
FIGURES = marked("Gestures", "Pages with figures")
WINDOW = marked("Gestures", "Anywhere in the window")


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
    Gesture(MAPS, marked("Gestures", "Point"), marked("Gestures", "read a cell off in all maps")),
    Gesture(MAPS, marked("Gestures", "Click"), marked("Gestures", "pin the cell")),
    Gesture(
        MAPS,
        marked("Gestures", "Shift+click"),
        marked("Gestures", "select all cells from the pinned one to here"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Right click"),
        marked("Gestures", "menu of the cell: hide its key, take it as the query, copy"),
    ),
    Gesture(MAPS, marked("Gestures", "Wheel"), marked("Gestures", "zoom all maps")),
    Gesture(MAPS, marked("Gestures", "Drag"), marked("Gestures", "move all maps")),
    Gesture(MAPS, marked("Gestures", "Double click"), marked("Gestures", "show everything again")),
    Gesture(
        MAPS,
        marked("Gestures", "Arrow keys"),
        marked("Gestures", "move the pinned cell by one"),
        ("Left", "Right", "Up", "Down"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Ctrl+arrow keys"),
        marked("Gestures", "move it by ten"),
        ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Page Up, Page Down"),
        marked("Gestures", "move it by the rows in view"),
        ("PgUp", "PgDown"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Home, End"),
        marked("Gestures", "go to the first key, to the last key of the row"),
        ("Home", "End"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Ctrl+Home, Ctrl+End"),
        marked("Gestures", "go to the first cell, to the last one"),
        ("Ctrl+Home", "Ctrl+End"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Shift and any of these"),
        marked("Gestures", "select all cells on the way"),
        ("Shift+Left", "Shift+Down", "Ctrl+Shift+Left", "Shift+Home", "Shift+End", "Shift+PgUp"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Plus, minus"),
        marked("Gestures", "zoom round the cell"),
        ("+", "-"),
    ),
    Gesture(
        MAPS,
        marked("Gestures", "Menu key, Shift+F10"),
        marked("Gestures", "menu of the cell"),
        ("Menu", "Shift+F10"),
    ),
    Gesture(HEADS, marked("Gestures", "Click"), marked("Gestures", "look at that head")),
    Gesture(
        HEADS,
        marked("Gestures", "Arrow keys"),
        marked("Gestures", "walk from head to head"),
        ("Left", "Right", "Up", "Down"),
    ),
    Gesture(TIMELINE, marked("Gestures", "Click or drag"), marked("Gestures", "go to that segment")),
    Gesture(
        TIMELINE,
        marked("Gestures", "Right click"),
        marked("Gestures", "menu of the segment: start reading there"),
    ),
    Gesture(
        TIMELINE,
        marked("Gestures", "Left, right"),
        marked("Gestures", "step by one segment"),
        ("Left", "Right"),
    ),
    Gesture(
        TIMELINE,
        marked("Gestures", "Home, End"),
        marked("Gestures", "go to the first, to the last segment"),
        ("Home", "End"),
    ),
    Gesture(CHIPS, marked("Gestures", "Click"), marked("Gestures", "switch the term off or on")),
    Gesture(CHIPS, marked("Gestures", "Wheel"), marked("Gestures", "change its gain")),
    Gesture(
        CHIPS,
        marked("Gestures", "Right click, or its arrow"),
        marked("Gestures", "slider for its gain"),
    ),
    Gesture(
        CHIPS,
        marked("Gestures", "Space"),
        marked("Gestures", "switch the term off or on"),
        ("Space",),
    ),
    Gesture(
        CHIPS,
        marked("Gestures", "Left, right"),
        marked("Gestures", "change its gain by 0.05"),
        ("Left", "Right"),
    ),
    Gesture(CHIPS, marked("Gestures", "1"), marked("Gestures", "give it a gain of 1"), ("1",)),
    Gesture(
        CHIPS,
        marked("Gestures", "Down"),
        marked("Gestures", "slider for its gain"),
        ("Down",),
    ),
    Gesture(TEXT, marked("Gestures", "Click"), marked("Gestures", "take the token as the query")),
    Gesture(
        TEXT,
        marked("Gestures", "Right click"),
        marked("Gestures", "menu of the token: start reading there"),
    ),
    Gesture(
        FIGURES,
        marked("Gestures", "Point"),
        marked("Gestures", "read the number off"),
    ),
    Gesture(
        FIGURES,
        marked("Gestures", "Click a head"),
        marked("Gestures", "look at that head"),
    ),
    Gesture(
        FIGURES,
        marked("Gestures", "Drag over distances"),
        marked("Gestures", "look at that distance"),
    ),
    Gesture(
        WINDOW,
        marked("Gestures", "Drop a file, a folder or text"),
        marked("Gestures", "read the text, open the model, or go back to what a project or a picture of relviz shows"),
    ),
    Gesture(
        WINDOW,
        marked("Gestures", "Tab, Shift+Tab"),
        marked("Gestures", "go to the next part, to the one before"),
    ),
)
