"""Every kind of plot, its axes and marks, and a whole figure, drawn onto a painter. Imports lettering and colours."""
