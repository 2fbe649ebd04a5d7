"""A figure as data, and its drawing onto PNG, SVG and PDF: QtGui, no widgets."""
