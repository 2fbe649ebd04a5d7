"""The table of languages."""

from __future__ import annotations

import subprocess
import sys

CODE = """
from relviz.resources import LANGUAGES, Language
LANGUAGES["eo"] = Language("Esp&eranto", "eo")

from PySide6.QtCore import QCoreApplication
from relviz.app.words import translation
from relviz.ui.commands.table import commands
app = QCoreApplication([])
assert translation.set_language("eo") == translation.language() == "eo"
assert [path.name for path in translation.catalogues("eo")] == ["qtbase_eo.qm", "relviz_eo.qm"]
assert "eo" in translation.LANGUAGE_CHOICES
(entry,) = (command for command in commands() if command.name == "language_eo")
assert entry.text == "Esp&eranto"

from relviz.cli import main
main(["snapshot", "--help"])
"""


def test_a_new_language_is_one_entry_of_the_table() -> None:
    """A language that a program adds is spoken, remembered, in the menu, and a value of ``--lang``."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "en|zh|eo" in done.stdout
