"""The text as a strip of segments, and playing through them. Imports widgets."""
