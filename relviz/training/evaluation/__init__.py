"""What a trained model has learnt, measured and written down. Imports nothing of a run."""
