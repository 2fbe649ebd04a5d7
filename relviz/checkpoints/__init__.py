"""Model folders: relviz's own, and importers for other people's."""

from relviz.checkpoints.native import bundled_models, load_model, save_model

__all__ = ["bundled_models", "load_model", "save_model"]
