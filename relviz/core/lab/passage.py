"""The held-out text that position schemes are compared on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from relviz.core.reading.reading import tokenise
from relviz.errors import TextError
from relviz.resources import resource

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from relviz.core.model.model import Model


def lab_passage() -> str:
    """Return the end of tinyshakespeare, from which no ``lab-*`` model has learnt.

    Raises:
        TextError: it cannot be read.
    """
    try:
        return resource("lab", "held_out.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TextError("The text of the lab cannot be read ({0}): install relviz again.", error) from error


def ids_of(model: Model, text: str | None = None) -> NDArray[np.int64]:
    """Return the (N,) ids that a model reads of a text, the lab's own if none is given.

    Raises:
        TextError: there is nothing to read, or the model has no tokenizer.
    """
    return tokenise(model, lab_passage() if text is None else text).ids
