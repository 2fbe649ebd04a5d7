"""The Encoding page."""
