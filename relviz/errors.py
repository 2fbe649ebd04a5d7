"""Every error relviz raises on purpose, and what each is for.

RelvizError
├── TextError       a text that cannot be read
├── ModelError      a model folder that is missing, damaged or of a kind relviz does not know
├── SettingError    a length, segment, layer, head or device that does not exist
├── OutputError     a file that cannot be written
├── DisplayError    a display or system library that a window needs and does not find
└── Cancelled       the user took the request back

A message says in one sentence what happened and what the user can do about it.
"""


class RelvizError(Exception):
    """Something the user can act on; ``str(error)`` is the sentence to show."""


class TextError(RelvizError):
    """A text that cannot be read: empty, unreadable, or with ids the model does not know."""


class ModelError(RelvizError):
    """A model folder that is missing, damaged, or of a kind relviz does not know."""


class SettingError(RelvizError):
    """A length, segment, layer, head or device that does not exist."""


class OutputError(RelvizError):
    """A file that cannot be written; nothing half-written is left behind."""


class DisplayError(RelvizError):
    """A display or a system library that a window needs is missing."""


class Cancelled(RelvizError):  # noqa: N818 # the user's wish, not a fault
    """The user took the request back before it was done."""
