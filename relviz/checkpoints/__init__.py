"""Model folders: relviz's own, and importers for other people's."""

from relviz.checkpoints.load import convert, load_model
from relviz.checkpoints.native import bundled_models, save_model
from relviz.checkpoints.other_scheme import with_scheme

__all__ = ["bundled_models", "convert", "load_model", "save_model", "with_scheme"]
