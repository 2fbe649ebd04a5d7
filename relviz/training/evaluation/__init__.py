"""What a trained model has learnt, measured and written down. Imports data, and nothing of a run."""
