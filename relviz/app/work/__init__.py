"""Everything that works for one window off the GUI thread. Imports every other room of app."""
