"""The table of commands."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence

from relviz.ui.commands.table import MENUS, SUBMENUS, Command, commands


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_command_has_a_menu_and_does_something(command: Command) -> None:
    """Each entry names an existing menu, has a mnemonic, and something that carries it out."""
    assert command.menu in (*MENUS, *SUBMENUS)
    assert "&" in command.text
    assert (command.does is None) != (command.switch is None)


def test_names_are_unique() -> None:
    """No two commands share a name."""
    assert max(Counter(command.name for command in commands()).values()) == 1


def test_shortcuts_are_unique(qapp: object) -> None:
    """No two commands share a shortcut."""
    shortcuts = Counter(QKeySequence(command.shortcut).toString() for command in commands() if command.shortcut)

    assert [keys for keys, count in shortcuts.items() if count > 1] == []


@pytest.mark.parametrize("menu", [*MENUS, *SUBMENUS])
def test_mnemonics_are_unique_in_a_menu(menu: str) -> None:
    """No two commands of a menu share a mnemonic."""
    texts = [command.text for command in commands() if command.menu == menu]
    texts += [title for title, parent in SUBMENUS.items() if parent == menu]
    letters = Counter(text[text.index("&") + 1].lower() for text in texts)

    assert [letter for letter, count in letters.items() if count > 1] == []
