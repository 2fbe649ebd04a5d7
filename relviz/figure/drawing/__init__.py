"""Every kind of plot, and a whole figure, drawn onto a painter. Imports axes, lettering and colours."""
