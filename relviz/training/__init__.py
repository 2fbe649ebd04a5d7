"""From a folder of text to a trained model."""
