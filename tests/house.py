"""The house as ARCHITECTURE.md describes it, and as the code's imports have it: ``python -m tests.house``.

The command draws the picture of the floors and rooms that ARCHITECTURE.md shows. ``tests/test_house.py`` holds the code
against the tables there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "relviz"
PAPER = ROOT / "ARCHITECTURE.md"
PICTURE = ROOT / "resources" / "pictures" / "house.svg"
HEADING = re.compile(r"^#+ `(relviz[a-z_/]*)/`$")
ROW = re.compile(r"^\| (`[^|]+`) \| (.+) \|$")


@dataclass(frozen=True)
class Entry:
    """A file or a folder in one of the tables.

    Attributes:
        name: a folder's or a module's name, without ending.
        row: number of its row; those of one row do not know each other.
        about: what the table says of it.
    """

    name: str
    row: int
    about: str


@cache
def tables() -> dict[str, tuple[Entry, ...]]:
    """Return the entries of each folder that has a table, e.g. ``relviz.core``, in the order of the rows."""
    found: dict[str, list[Entry]] = {}
    folder = ""
    for line in PAPER.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            folder = heading[1].replace("/", ".")
            found[folder] = []
        elif line.startswith("#"):
            folder = ""
        elif folder and (row := ROW.match(line)):
            number = found[folder][-1].row + 1 if found[folder] else 0
            names = [name.strip("`").rstrip("/").removesuffix(".py") for name in row[1].split(", ")]
            found[folder] += [Entry(name, number, row[2]) for name in names]
    return {folder: tuple(entries) for folder, entries in found.items()}


@cache
def modules() -> dict[str, Path]:
    """Return every module of relviz and its file; a package stands for its ``__init__.py``."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = path
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    """Return which modules of relviz each of them imports, wherever in the file, for type checkers too."""
    return {module: frozenset(_imports(path)) for module, path in modules().items()}


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules() else node.module or "" for name in inner}
    return found & set(modules())


def folders() -> list[str]:
    """Return every package of relviz, e.g. ``relviz.core.schemes``."""
    return [name for name, path in modules().items() if path.name == "__init__.py"]


def entries(folder: str) -> set[str]:
    """Return the files and folders in a folder, by name."""
    depth = folder.count(".") + 1
    return {name.split(".")[depth] for name in modules() if name.startswith(f"{folder}.")}


def knows(folder: str) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return which entries of a folder import which others of it, and the modules that do."""
    depth = folder.count(".") + 1
    found: dict[str, dict[str, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for module, imported in imports().items():
        for other in imported:
            if module.startswith(f"{folder}.") and other.startswith(f"{folder}."):
                one, two = module.split(".")[depth], other.split(".")[depth]
                if one != two:
                    found[one][two].append((module, other))
    return found


def circle(folder: str) -> list[str]:
    """Return entries of a folder that import each other in a circle; an empty list if there are none."""
    known = knows(folder)
    state: dict[str, int] = {}
    trail: list[str] = []

    def visit(entry: str) -> list[str]:
        state[entry] = 1
        trail.append(entry)
        for other in sorted(known[entry]):
            if state.get(other) == 1:
                return [*trail[trail.index(other) :], other]
            if other not in state and (found := visit(other)):
                return found
        state[entry] = 2
        trail.pop()
        return []

    for entry in sorted(entries(folder)):
        if entry not in state and (found := visit(entry)):
            return found
    return []


# The picture


WIDTH, LEFT, GAP, BOX, THIN = 1120, 130, 8, 46, 26
"""Of the picture, of the floors' names, between boxes, and heights of a box and of a floor without rooms; in pixels."""
INK, PAPER_COLOUR, FLOOR, ROOM, LINE = "#1f2430", "#ffffff", "#f1f3f7", "#ffffff", "#b8c0cf"


def picture() -> str:
    """Return the floors and their rooms as SVG, the first floor at the bottom: what is higher knows what is below."""
    floors = [(entry, tables().get(f"relviz.{entry.name}", ())) for entry in reversed(tables()["relviz"])]
    parts, top = [], 44
    for floor, rooms in floors:
        shown = [room.name for room in rooms]
        if not shown and f"relviz.{floor.name}" in folders():
            shown = sorted(entries(f"relviz.{floor.name}"))
        lines = -(-len(shown) // 7)
        height = lines * (BOX + GAP) + GAP if shown else THIN
        parts.append(_rectangle(LEFT, top, WIDTH - LEFT - 20, height, FLOOR))
        parts.append(_words(LEFT - 12, top + height / 2, floor.name, "end", bold=True))
        wide = (WIDTH - LEFT - 20 - GAP) / 7 - GAP
        for number, room in enumerate(shown):
            x = LEFT + GAP + number % 7 * (wide + GAP)
            y = top + GAP + number // 7 * (BOX + GAP)
            inside = [name for name in modules() if name.startswith(f"relviz.{floor.name}.{room}.")]
            parts.append(_rectangle(x, y, wide, BOX, ROOM, LINE))
            middle = y + BOX / 2 - (8 if inside else 0)
            parts.append(_words(x + wide / 2, middle, room, "middle", bold=bool(inside)))
            if inside:
                parts.append(_words(x + wide / 2, y + BOX / 2 + 9, f"{len(inside)} files", "middle", size=11))
        top += height + GAP
    note = "each floor imports from those below it; within a floor, rooms stand in that order, too, left to right"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top + 12}" font-family="sans-serif">'
    body = [_rectangle(0, 0, WIDTH, top + 12, PAPER_COLOUR), _words(LEFT, 24, note, "start", size=12), *parts]
    return "\n".join((head, *body, "</svg>", ""))


def _rectangle(x: float, y: float, width: float, height: float, fill: str, line: str = "none") -> str:
    where = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<rect {where} rx="5" fill="{fill}" stroke="{line}"/>'


def _words(x: float, y: float, words: str, anchor: str, *, size: int = 13, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.0f}" y="{y + size / 3:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{INK}"{weight}>'
        f"{escape(words)}</text>"
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    target.write_text(picture(), encoding="utf-8")
    sys.stdout.write(f"{target}\n")
