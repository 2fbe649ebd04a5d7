"""What a window is made of, in one import: it takes longer than Qt does, and so waits until the frame is up."""

from concurrent.futures import ThreadPoolExecutor

from relviz.app.actions import FILE, VIEW
from relviz.app.engine import Engine
from relviz.app.runner import LatestRunner, Runner
from relviz.app.session import Session
from relviz.ui.commands import Commands
from relviz.ui.files import Files
from relviz.ui.formula_bar import FormulaBar
from relviz.ui.heads_map import HeadsMap
from relviz.ui.inspector import Inspector
from relviz.ui.message_bar import MessageBar
from relviz.ui.pace_box import PaceBox
from relviz.ui.pages.encoding_page import EncodingPage
from relviz.ui.pages.memory_page import MemoryPage
from relviz.ui.pages.schemes_page import SchemesPage
from relviz.ui.pages.terms_page import TermsPage
from relviz.ui.player import Player
from relviz.ui.recent_menu import RecentMenu
from relviz.ui.status_line import StatusLine
from relviz.ui.text_dock import TextDock
from relviz.ui.timeline import Timeline
from relviz.ui.toolbar import Toolbar

__all__ = [
    "FILE",
    "VIEW",
    "Commands",
    "EncodingPage",
    "Engine",
    "Files",
    "FormulaBar",
    "HeadsMap",
    "Inspector",
    "LatestRunner",
    "MemoryPage",
    "MessageBar",
    "PaceBox",
    "Player",
    "RecentMenu",
    "Runner",
    "SchemesPage",
    "Session",
    "StatusLine",
    "TermsPage",
    "TextDock",
    "ThreadPoolExecutor",
    "Timeline",
    "Toolbar",
]
