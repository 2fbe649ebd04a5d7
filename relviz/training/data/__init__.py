"""From text files to the streams that a model learns from. Imports nothing else of training."""
