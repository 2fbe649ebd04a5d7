"""The Predictions page. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page(
    "predictions",
    "Predictions",
    "P&redictions",
    "relviz.ui.pages.predictions.page:PredictionsPage",
    "Ctrl+5",
    help="predictions",
)
