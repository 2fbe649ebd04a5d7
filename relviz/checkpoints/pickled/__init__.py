"""Pickled files, read without running anything that is in them. Imports no other room of checkpoints."""
