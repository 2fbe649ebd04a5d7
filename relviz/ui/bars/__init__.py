"""The toolbar, the status line with its badges, and what is said in passing. Imports widgets."""
