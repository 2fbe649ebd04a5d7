"""What a window is made of, in one import: it takes longer than Qt does, and so waits until the frame is up."""

from relviz.app.actions import FILE, WINDOW
from relviz.app.projects.measuring_part import MeasuringPart
from relviz.app.projects.restoring import Restoring
from relviz.app.session.session import Session
from relviz.app.work.work import Work
from relviz.ui.bars.empty_state import EmptyState
from relviz.ui.bars.message_bar import MessageBar
from relviz.ui.bars.status_line import StatusLine
from relviz.ui.bars.toolbar import Toolbar
from relviz.ui.commands import Commands
from relviz.ui.compare.strip import CompareStrip
from relviz.ui.export.exports import Exports
from relviz.ui.files.files import Files
from relviz.ui.files.model_offer import ModelOffer
from relviz.ui.files.projects import Projects
from relviz.ui.files.recent_menu import RecentMenu
from relviz.ui.files.restore_bar import RestoreBar
from relviz.ui.formula.formula_bar import FormulaBar
from relviz.ui.heads.panel import HeadsPanel
from relviz.ui.inspector.inspector import Inspector
from relviz.ui.pages.tabs import PageTabs
from relviz.ui.program.open_windows import OpenWindows
from relviz.ui.text.dock import TextDock
from relviz.ui.text.edit import TextEdit
from relviz.ui.timeline.pace_box import PaceBox
from relviz.ui.timeline.player import Player
from relviz.ui.timeline.timeline import Timeline
from relviz.ui.window.centre import Centre
from relviz.ui.window.docks import Docks
from relviz.ui.window.language import Language

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
    "Session",
    "StatusLine",
    "TextDock",
    "TextEdit",
    "Timeline",
    "Toolbar",
    "Work",
]
