"""The Text dock: editor, tints, shading and find bar. Imports widgets."""
