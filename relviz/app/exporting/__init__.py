"""Figures of the pages into files, off the GUI thread. Imports session and projects."""
