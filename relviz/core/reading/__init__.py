"""The cursor over a text, its memory, and what was computed for each segment. Imports the model."""
