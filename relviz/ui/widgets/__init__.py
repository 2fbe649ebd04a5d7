"""Widgets that know nothing of relviz."""
