"""The Terms page. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page("terms", "Terms", "&Terms", "relviz.ui.pages.terms.page:TermsPage", "Ctrl+1", help="terms", kept="zoom")
