"""The Encoding page. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page(
    "encoding", "Encoding", "&Encoding", "relviz.ui.pages.encoding.page:EncodingPage", "Ctrl+3", help="encoding"
)
