"""Typefaces, words and numbers on a painter. Imports colours."""
