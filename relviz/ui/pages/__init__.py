"""The pages, each a folder that says in its ``PAGE`` what it is. Imports the rooms of what stands on them.

To add one: a folder with its ``PAGE``, and its line in ``PAGES``. Tabs, menu, shortcuts, the command palette,
``relviz snapshot --page``, exports and projects have it then. Neither this nor a page's ``PAGE`` loads Qt.
"""

from relviz.ui.pages import encoding, memory, predictions, profiles, schemes, terms

PAGES = {
    page.name: page for page in (terms.PAGE, memory.PAGE, encoding.PAGE, profiles.PAGE, predictions.PAGE, schemes.PAGE)
}
"""Every page by its name, in the order of their tabs."""
