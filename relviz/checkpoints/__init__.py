"""Model folders: relviz's own, and importers for other people's."""

from relviz.checkpoints.convert import convert
from relviz.checkpoints.load import load_model
from relviz.checkpoints.native import bundled_models, save_model

__all__ = ["bundled_models", "convert", "load_model", "save_model"]
