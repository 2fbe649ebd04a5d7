"""Every error relviz raises on purpose, and what each is for.

RelvizError
├── TextError       a text that cannot be read
├── ModelError      a model folder that is missing, damaged or of a kind relviz does not know
├── SettingError    a length, segment, layer, head or device that does not exist
├── OutputError     a file that cannot be written
├── ProjectError    a project that is damaged, or of a newer version
├── DisplayError    a display or system library that a window needs and does not find
└── Cancelled       the user took the request back

A message says in one sentence what happened and what the user can do about it.
"""


class RelvizError(Exception):
    """Something the user can act on; ``str(error)`` is the sentence to show.

    Args:
        sentence: the sentence, in English; with ``{0}``, ``{1}`` where values go.
        values: the values. Given apart from the sentence they let a window say it in another language.

    Attributes:
        sentence: the sentence before values were put into it.
        values: what goes into it.
    """

    def __init__(self, sentence: str = "", *values: object) -> None:
        super().__init__(sentence.format(*values) if values else sentence)
        self.sentence, self.values = sentence, values


class TextError(RelvizError):
    """A text that cannot be read: empty, unreadable, or with ids the model does not know."""


class ModelError(RelvizError):
    """A model folder that is missing, damaged, or of a kind relviz does not know."""


class SettingError(RelvizError):
    """A length, segment, layer, head or device that does not exist."""


class OutputError(RelvizError):
    """A file that cannot be written; nothing half-written is left behind."""


class ProjectError(RelvizError):
    """A project, or settings told like one, that is damaged or of a newer version."""


class DisplayError(RelvizError):
    """A display or a system library that a window needs is missing."""


class Cancelled(RelvizError):  # noqa: N818 # the user's wish, not a fault
    """The user took the request back before it was done."""
