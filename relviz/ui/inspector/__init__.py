"""The Inspector dock: the selected cell and its row in numbers. Imports widgets."""
