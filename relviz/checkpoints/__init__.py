"""Model folders: relviz's own, and importers for other people's."""

from relviz.checkpoints.convert import convert
from relviz.checkpoints.load import load_model
from relviz.checkpoints.native import bundled_models, save_model
from relviz.checkpoints.other_scheme import with_scheme

__all__ = ["bundled_models", "convert", "load_model", "save_model", "with_scheme"]
