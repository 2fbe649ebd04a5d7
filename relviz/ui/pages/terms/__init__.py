"""The Terms page."""
