"""Which models there are, without loading torch."""

from __future__ import annotations

from relviz.resources import resource


def bundled_models() -> list[str]:
    """Return the names of the models that come with relviz."""
    return sorted(path.parent.name for path in resource("models").glob("*/config.json"))
