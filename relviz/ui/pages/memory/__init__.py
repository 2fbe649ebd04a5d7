"""The Memory page. Imports what stands on it."""

from relviz.ui.pages.page import Page

PAGE = Page("memory", "Memory", "&Memory", "relviz.ui.pages.memory.page:MemoryPage", "Ctrl+2", help="memory")
