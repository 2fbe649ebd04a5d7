"""Finds the files that travel with relviz, in a checkout and in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(*parts: str) -> Path:
    """Return the path of a bundled file, e.g. ``resource("models", "en-small")``; it need not exist.

    A wheel carries ``resources/`` inside the package; a checkout has it beside the package.
    """
    packaged = _PACKAGE / "resources"
    root = packaged if packaged.is_dir() else _PACKAGE.parent / "resources"
    return root.joinpath(*parts)
