"""Where labels stand beside a plot, and how plots line up. Imports lettering and colours."""
