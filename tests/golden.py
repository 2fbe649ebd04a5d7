"""Golden pictures: what a change does to every figure that relviz draws.

``python -m tests.golden main`` draws a set of figures with the code of a commit and with the code here, and compares
files to the byte: every view and experiment, in both themes, as PNG, SVG, PDF, GIF and APNG, a Chinese set, and the
pages of the real window. It takes minutes, says which files differ and by how many pixels, and ends with 1
if there are any.

A few small pictures of fixed numbers lie in ``tests/fixtures/golden``, and the suite draws them again;
``python -m tests.golden --renew`` writes them anew, to be looked at before they are committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from relviz.figure.colours.palette import Theme
    from relviz.figure.spec import FigureSpec

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "fixtures" / "golden"
THEMES: tuple[Theme, ...] = ("light", "dark")
LEVELS = 24
"""By how much of 255 a colour may differ before a pixel counts as another."""
TEXT = """It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,
it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness,
it was the spring of hope, it was the winter of despair.
"""
FORMATS = "--format png --format svg --format pdf"
OF_A_HEAD = "--view terms --view memory --view encoding --view profiles --view predictions --layer 1 --head 2"
COMMANDS = (
    *(f"render {{text}} -o {theme} --theme {theme} {OF_A_HEAD} {FORMATS}" for theme in THEMES),
    *(
        f"render {{text}} -o {t} --theme {t} --view heads --metric entropy --order layer --means {FORMATS}"
        for t in THEMES
    ),
    *(f"render {{text}} -o {t} --theme {t} --view schemes --experiment all --example {FORMATS}" for t in THEMES),
    f"render {{text}} -o zh --lang zh --view heads {OF_A_HEAD} --gain position=0.5 --gain content=0 --format svg",
    "render {text} -o moving --view terms --view predictions --unit bits --segment all --format gif --format apng",
    *(
        f"snapshot {{text}} -o window_{lang} --page all --theme light --theme dark --lang {lang}"
        for lang in ("en", "zh")
    ),
)


def draw(tree: Path, folder: Path) -> None:
    """Draw the set with the code in a tree."""
    folder.mkdir(parents=True)
    text = folder.parent / "text.txt"  # pictures tell what they were made from: the same for both
    text.write_text(TEXT * 3, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1"}
    for command in COMMANDS:
        words = [word.format(text=text) for word in command.split()]
        subprocess.run(
            [sys.executable, "-m", "relviz", *words], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL
        )


def differences(one: Path, other: Path) -> Iterator[str]:
    """Say which files of two folders differ, and how."""
    files = [{path.relative_to(folder) for path in folder.rglob("*") if path.is_file()} for folder in (one, other)]
    for name in sorted(files[0] | files[1]):
        if name not in files[1]:
            yield f"{name} is gone"
        elif name not in files[0]:
            yield f"{name} is new"
        elif (one / name).read_bytes() != (other / name).read_bytes():
            yield f"{name} differs{_how(one / name, other / name)}"


def _how(one: Path, other: Path) -> str:
    if one.suffix != ".png":
        return ""
    with Image.open(one) as first, Image.open(other) as second:
        if first.size != second.size:
            return f": {first.size} and {second.size}"
        return f": {pixels(first, second)} of {first.width * first.height} pixels"


def pixels(one: Image.Image, other: Image.Image, levels: int = 0) -> int:
    """Return how many pixels of two pictures of one size differ by more than so many levels."""
    first, second = (np.asarray(image.convert("RGB"), np.int16) for image in (one, other))
    return int((np.abs(first - second).max(-1) > levels).sum())


def compare(revision: str) -> int:
    """Compare the figures of a commit with those of the code here, and return the exit status."""
    with tempfile.TemporaryDirectory() as scratch:
        there, before, after = (Path(scratch) / name for name in ("tree", "a/before", "a/after"))
        subprocess.run(["git", "worktree", "add", "-q", "--detach", there, revision], cwd=ROOT, check=True)
        try:
            draw(there, before)
            draw(ROOT, after)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", there], cwd=ROOT, check=True)
        found = list(differences(before, after))
        count = sum(path.is_file() for path in after.rglob("*"))
    sys.stdout.write("".join(f"{line}\n" for line in [*found, f"{len(found)} of {count} files differ"]))
    return int(bool(found))


def sheets() -> dict[str, FigureSpec]:
    """Return figures of fixed numbers with every kind of panel, mark and legend."""
    from relviz.figure.spec import Scale
    from tests.figure.figures import curve, figure, heatmap, shares

    share = heatmap("attention", scale=Scale(0.0, 1.0, "share", percent=True), ink="score")
    return {
        "maps": figure((heatmap(), share), (heatmap("many", 40, 24),), size=(480, 360)),
        "charts": figure((curve(), shares()), size=(480, 240)),
    }


def renew() -> None:
    """Write the kept pictures anew."""
    from relviz.figure.colours.palette import PALETTES
    from relviz.figure.writing.write import write

    KEPT.mkdir(exist_ok=True)
    for name, sheet in sheets().items():
        for theme in THEMES:
            write(sheet, KEPT / f"{name}_{theme}.png", PALETTES[theme], dpi=96)


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        renew()
    elif len(sys.argv) == 2:
        sys.exit(compare(sys.argv[1]))
    else:
        sys.exit(f"{__doc__}")
