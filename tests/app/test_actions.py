"""The table of commands."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from relviz.app.actions import ACTIONS, MENUS, SUBMENUS, ActionSpec
from relviz.ui.commands import HANDLERS


@pytest.mark.parametrize("spec", ACTIONS, ids=lambda spec: spec.name)
def test_every_command_has_a_menu_and_a_method(spec: ActionSpec) -> None:
    """Each row names an existing menu, has a mnemonic, and a method that carries it out."""
    assert spec.menu in (*MENUS, *SUBMENUS)
    assert "&" in spec.text
    assert callable(getattr(HANDLERS[spec.menu], f"on_{spec.name}"))


def test_names_are_unique() -> None:
    """No two commands share a name."""
    assert max(Counter(spec.name for spec in ACTIONS).values()) == 1


def test_shortcuts_are_unique(qapp: object) -> None:
    """No two commands share a shortcut."""
    shortcuts = Counter(QKeySequence(spec.shortcut).toString() for spec in ACTIONS if spec.shortcut)

    assert [keys for keys, count in shortcuts.items() if count > 1] == []


@pytest.mark.parametrize("menu", [*MENUS, *SUBMENUS])
def test_mnemonics_are_unique_in_a_menu(menu: str) -> None:
    """No two commands of a menu share a mnemonic."""
    letters = Counter(spec.text[spec.text.index("&") + 1].lower() for spec in ACTIONS if spec.menu == menu)
    letters.update(title[title.index("&") + 1].lower() for title, parent in SUBMENUS.items() if parent == menu)

    assert [letter for letter, count in letters.items() if count > 1] == []
