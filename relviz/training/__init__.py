"""From a folder of text to a trained model, and what it has learnt. Imports core and checkpoints, never Qt."""
