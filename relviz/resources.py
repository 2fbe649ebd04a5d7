"""The files that travel with relviz, in a checkout and in an installed wheel, and the languages that there are."""

from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(*parts: str) -> Path:
    """Return the path of a bundled file, e.g. ``resource("models", "en-small")``; it need not exist.

    A wheel carries ``resources/`` inside the package; a checkout has it beside the package.
    """
    packaged = _PACKAGE / "resources"
    root = packaged if packaged.is_dir() else _PACKAGE.parent / "resources"
    return root.joinpath(*parts)


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes:
        title: what it calls itself in the menu; ``&`` marks the letter that leads there.
        qt: how Qt calls its catalogue, by language and country; "" for the language of the source.
    """

    title: str
    qt: str


LANGUAGES = {
    "en": Language("&English", ""),
    "zh": Language("简体中文 (&Z)", "zh_CN"),
}
"""Each by its name: the value of ``--lang``, and how its catalogue ``relviz_NAME.qm`` and its help are called."""
