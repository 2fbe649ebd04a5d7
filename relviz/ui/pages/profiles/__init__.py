"""The Profiles page. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page(
    "profiles", "Profiles", "&Profiles", "relviz.ui.pages.profiles.page:ProfilesPage", "Ctrl+4", help="profiles"
)
