"""The two themes as Qt palettes and a style sheet."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from relviz.figure.colours.palette import PALETTES, Palette, rgb
from relviz.resources import resource

if TYPE_CHECKING:
    from relviz.app.settings import ThemeChoice

BAR = 8
"""Breadth of a scroll bar, in pixels."""


def palette_for(choice: ThemeChoice) -> Palette:
    """Return the palette of a theme; ``system`` follows the desktop, and is light where it says nothing."""
    if choice == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return PALETTES["dark" if dark else "light"]
    return PALETTES[choice]


def qt_palette(palette: Palette) -> QPalette:
    """Return the palette for the Fusion style.

    Qt's own switch, ``setColorScheme``, has no effect on bare X11 and offscreen.
    """
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.background,
        role.WindowText: palette.text,
        role.Base: palette.panel,
        role.AlternateBase: palette.background,
        role.Text: palette.text,
        role.PlaceholderText: palette.muted,
        role.Button: palette.raised,
        role.ButtonText: palette.text,
        role.ToolTipBase: palette.panel,
        role.ToolTipText: palette.text,
        role.Highlight: palette.text,
        role.HighlightedText: palette.on_text,
        role.Accent: palette.text,
        role.Link: palette.inks["content"],
        role.Light: palette.raised,
        role.Midlight: palette.raised,
        role.Mid: palette.line,
        role.Dark: palette.line,
        role.Shadow: palette.line,
    }
    made = QPalette()
    for key, colour in colours.items():
        made.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, key, QColor(palette.line))
    return made


def style_sheet(palette: Palette) -> str:
    """Return what the Fusion style leaves to be said: quiet frames, tabs and buttons on a calm ground."""
    return _SHEET.substitute(
        vars(palette),
        handle=_between(palette.line, palette.muted),
        bar=f"{BAR}px",
        **{
            name: resource("icons", f"{name}_{palette.theme}.svg").as_posix()
            for name in ("down", "up", "left", "right", "more", "check", "close")
        },
    )


def _between(one: str, other: str) -> str:
    """Return the colour halfway between two: frames are too faint for a handle, and secondary text is too loud."""
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in zip(rgb(one), rgb(other), strict=True))


_SHEET = Template("""
QMainWindow, QMainWindow::separator { background: $background; }
QMainWindow::separator { width: 6px; height: 6px; }
QMenuBar { background: $background; }
QToolBar { background: $background; border: 0; border-bottom: 1px solid $grid; padding: 4px 6px; spacing: 3px; }
QToolBar QLabel { color: $muted; padding-left: 3px; }
QToolButton { background: $panel; border: 1px solid $grid; border-radius: 5px; padding: 4px 7px; }
QToolButton#copy { padding: 1px 5px; }
QToolButton:hover { background: $raised; }
QToolButton:checked, QToolButton#step { background: $text; color: $on_text; border-color: $text; }
QToolButton:disabled, QToolButton#step:disabled { background: $background; color: $line; border-color: $grid; }
QToolButton:focus, QComboBox:focus, QSpinBox:focus { border-color: $muted; }
QToolButton#qt_toolbar_ext_button { background: $raised; border-color: $line; padding: 0; image: url("$more"); }
QComboBox, QSpinBox { background: $panel; border: 1px solid $line; border-radius: 5px; min-height: 20px; }
QComboBox { padding: 3px 0 3px 6px; selection-background-color: $text; selection-color: $on_text; }
QComboBox::drop-down { border: 0; width: 18px; }
QComboBox::down-arrow { image: url("$down"); width: 10px; height: 6px; }
QSpinBox { padding: 2px 16px 1px 4px; }
QSpinBox::up-button, QSpinBox::down-button { border: 0; width: 16px; subcontrol-origin: border; }
QSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-arrow { image: url("$up"); width: 8px; height: 5px; top: 2px; }
QSpinBox::down-arrow { image: url("$down"); width: 8px; height: 5px; bottom: 2px; }
QCheckBox::indicator { background: $panel; border: 1px solid $muted; border-radius: 3px; width: 13px; height: 13px; }
QCheckBox::indicator:hover, QCheckBox:focus::indicator { border-color: $text; }
QCheckBox::indicator:checked { background: $text; border-color: $text; image: url("$check"); }
QDockWidget { color: $text; font-weight: bold; titlebar-close-icon: url("$close"); }
QDockWidget::title { background: $background; padding: 6px 4px; }
QDockWidget::close-button { background: transparent; border: 1px solid transparent; border-radius: 4px; }
QDockWidget::close-button:hover { background: $raised; border-color: $line; }
QTabWidget::pane { border: 0; border-top: 1px solid $grid; background: $paper; }
QTabBar { background: $background; }
QTabBar::tab { background: transparent; color: $muted; padding: 8px 16px; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; font-weight: bold; border-bottom: 2px solid $text; }
QTabBar::tab:hover { color: $text; }
QTabBar::scroller { width: 22px; }
QTabBar QToolButton { background: $background; border: 0; border-radius: 0; padding: 0; }
QTabBar QToolButton::left-arrow { image: url("$left"); }
QTabBar QToolButton::right-arrow { image: url("$right"); }
QTabBar QToolButton::left-arrow:disabled, QTabBar QToolButton::right-arrow:disabled { image: none; }
QDialog QLineEdit { background: $panel; border: 1px solid $line; border-radius: 5px; padding: 3px 6px; }
QDialog QLineEdit:focus, QDockWidget QLineEdit:focus { border-color: $muted; }
QDockWidget QLineEdit { background: $panel; border: 1px solid $line; border-radius: 5px; padding: 3px 5px; }
QDialog QPushButton { background: $panel; border: 1px solid $line; border-radius: 5px; padding: 5px 16px; }
QDialog QPushButton:hover, QDialog QPushButton:focus { background: $raised; border-color: $muted; }
QDialog QPushButton:default { background: $text; color: $on_text; border-color: $text; }
QDialog QPushButton:disabled { background: $background; color: $line; border-color: $grid; }
QPlainTextEdit { background: $panel; border: 1px solid $grid; border-radius: 5px; padding: 4px; }
QStatusBar { background: $background; border-top: 1px solid $grid; color: $muted; }
QStatusBar QLabel { color: $muted; padding: 0 6px; }
QStatusBar::item { border: 0; }
QStatusBar QLabel#badge { background: $raised; color: $text; border: 1px solid $muted; border-radius: 7px; }
QStatusBar QLabel#badge { padding: 1px 8px; font-weight: bold; }
QToolBar QLabel#badge { background: $raised; color: $text; border: 1px solid $muted; border-radius: 7px; }
QToolBar QLabel#badge { padding: 2px 8px; font-weight: bold; }
QToolBar QLabel#sign { padding: 0; }
QFrame#compare { background: $panel; border: 0; border-bottom: 1px solid $grid; }
QFrame#compare QComboBox { min-height: 16px; padding: 2px 0 2px 6px; }
QFrame#compare QToolButton { padding: 1px 7px; }
QFrame#popup { background: $panel; border: 1px solid $line; }
QFrame#overlay { background: $panel; border: 1px solid $muted; border-radius: 8px; }
QLabel#heading { font-weight: bold; font-size: 15px; }
QFrame#overlay QLineEdit { background: $background; border: 1px solid $line; border-radius: 5px; padding: 6px 8px; }
QFrame#overlay QLineEdit:focus { border-color: $muted; }
QFrame#overlay QListWidget { background: $panel; border: 0; }
QFrame#overlay QTextBrowser { background: $panel; border: 1px solid $panel; border-radius: 5px; }
QFrame#overlay QTextBrowser:focus { border-color: $line; }
QProgressBar { background: $raised; border: 0; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: $text; border-radius: 3px; }
QLabel#muted { color: $muted; }
QFrame#message { background: $panel; border: 1px solid $line; border-radius: 6px; }
QFrame#readout { background: $panel; border-top: 1px solid $grid; }
QFrame#readout QLabel:focus { background: $raised; }
QScrollArea#inspector, QWidget#inspector_body { background: $background; }
QFrame#controls { background: $paper; border: 0; }
QFrame#controls QComboBox { min-height: 16px; padding: 2px 0 2px 6px; }
QFrame#controls QSpinBox { min-height: 16px; padding: 2px 16px 2px 4px; }
QFrame#controls QToolButton { padding: 1px 7px; }
QWidget#page, QWidget#page QScrollArea { background: $paper; }
QWidget#page QListWidget { background: $panel; border: 1px solid $line; border-radius: 5px; }
QScrollBar { background: transparent; border: 0; }
QScrollBar:vertical { width: $bar; }
QScrollBar:horizontal { height: $bar; }
QScrollBar::handle { background: $handle; border-radius: 2px; }
QScrollBar::handle:vertical { min-height: 24px; margin: 0 1px 0 2px; }
QScrollBar::handle:horizontal { min-width: 24px; margin: 2px 0 1px 0; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: transparent; }
""")
