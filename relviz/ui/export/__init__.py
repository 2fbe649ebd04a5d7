"""Export dialog, printing and the clipboard. Imports files and widgets."""
