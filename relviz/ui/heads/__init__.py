"""The Heads dock: layers x heads as one small coloured grid. Imports widgets."""
