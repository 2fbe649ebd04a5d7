"""The Schemes page: its board, and one file an experiment. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page(
    "schemes",
    "Schemes",
    "S&chemes",
    "relviz.ui.pages.schemes.page:SchemesPage",
    "Ctrl+6",
    help="schemes",
    kept="schemes",
)
