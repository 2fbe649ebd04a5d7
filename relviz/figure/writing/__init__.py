"""Figures into files: PNG, SVG, PDF, GIF and APNG. Imports drawing and views."""
