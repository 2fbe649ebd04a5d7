"""What a window is made of, in one import: it takes longer than Qt does, and so waits until the frame is up."""

from concurrent.futures import ThreadPoolExecutor

from relviz.app.actions import FILE, VIEW, WINDOW
from relviz.app.comparison import Comparison
from relviz.app.engine import Engine
from relviz.app.exporting import Exporting
from relviz.app.measuring import Measuring
from relviz.app.measuring_part import MeasuringPart
from relviz.app.predicting import Predicting
from relviz.app.profiling import Profiling
from relviz.app.restoring import Restoring
from relviz.app.runner import LatestRunner, Runner
from relviz.app.session import Session
from relviz.ui.commands import Commands
from relviz.ui.compare_strip import CompareStrip
from relviz.ui.empty_state import EmptyState
from relviz.ui.exports import Exports
from relviz.ui.files import Files
from relviz.ui.formula_bar import FormulaBar
from relviz.ui.heads_panel import HeadsPanel
from relviz.ui.inspector import Inspector
from relviz.ui.message_bar import MessageBar
from relviz.ui.open_windows import OpenWindows
from relviz.ui.pace_box import PaceBox
from relviz.ui.pages.encoding_page import EncodingPage
from relviz.ui.pages.memory_page import MemoryPage
from relviz.ui.pages.predictions_page import PredictionsPage
from relviz.ui.pages.profiles_page import ProfilesPage
from relviz.ui.pages.schemes_page import SchemesPage
from relviz.ui.pages.terms_page import TermsPage
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
    "VIEW",
    "WINDOW",
    "Commands",
    "CompareStrip",
    "Comparison",
    "EmptyState",
    "EncodingPage",
    "Engine",
    "Exporting",
    "Exports",
    "Files",
    "FormulaBar",
    "HeadsPanel",
    "Inspector",
    "LatestRunner",
    "Measuring",
    "MeasuringPart",
    "MemoryPage",
    "MessageBar",
    "OpenWindows",
    "PaceBox",
    "Player",
    "Predicting",
    "PredictionsPage",
    "ProfilesPage",
    "Profiling",
    "Projects",
    "RecentMenu",
    "RestoreBar",
    "Restoring",
    "Runner",
    "SchemesPage",
    "SchemesPart",
    "Session",
    "StatusLine",
    "TermsPage",
    "TextDock",
    "TextEdit",
    "ThreadPoolExecutor",
    "Timeline",
    "Toolbar",
    "ZoomPart",
]
