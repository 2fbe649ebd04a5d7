"""What a window is made of, in one import: it takes longer than Qt does, and so waits until the frame is up."""

from relviz.app.actions import FILE, WINDOW
from relviz.app.measuring_part import MeasuringPart
from relviz.app.restoring import Restoring
from relviz.app.session import Session
from relviz.app.work import Work
from relviz.ui.centre import Centre
from relviz.ui.commands import Commands
from relviz.ui.compare_strip import CompareStrip
from relviz.ui.docks import Docks
from relviz.ui.empty_state import EmptyState
from relviz.ui.exports import Exports
from relviz.ui.files import Files
from relviz.ui.formula_bar import FormulaBar
from relviz.ui.heads_panel import HeadsPanel
from relviz.ui.inspector import Inspector
from relviz.ui.language import Language
from relviz.ui.message_bar import MessageBar
from relviz.ui.model_offer import ModelOffer
from relviz.ui.open_windows import OpenWindows
from relviz.ui.pace_box import PaceBox
from relviz.ui.page_tabs import PageTabs
from relviz.ui.player import Player
from relviz.ui.projects import Projects
from relviz.ui.recent_menu import RecentMenu
from relviz.ui.restore_bar import RestoreBar
from relviz.ui.status_line import StatusLine
from relviz.ui.text_dock import TextDock
from relviz.ui.text_edit import TextEdit
from relviz.ui.timeline import Timeline
from relviz.ui.toolbar import Toolbar
from relviz.ui.view_parts import SchemesPart, ZoomPart

__all__ = [
    "FILE",
    "WINDOW",
    "Centre",
    "Commands",
    "CompareStrip",
    "Docks",
    "EmptyState",
    "Exports",
    "Files",
    "FormulaBar",
    "HeadsPanel",
    "Inspector",
    "Language",
    "MeasuringPart",
    "MessageBar",
    "ModelOffer",
    "OpenWindows",
    "PaceBox",
    "PageTabs",
    "Player",
    "Projects",
    "RecentMenu",
    "RestoreBar",
    "Restoring",
    "SchemesPart",
    "Session",
    "StatusLine",
    "TextDock",
    "TextEdit",
    "Timeline",
    "Toolbar",
    "Work",
    "ZoomPart",
]
