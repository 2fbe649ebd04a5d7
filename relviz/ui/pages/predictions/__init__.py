"""The Predictions page."""
