"""Windows, pages and widgets."""

import os

# pyqtgraph takes the first Qt it finds unless it is told.
os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")
