"""What can be done in a window: the table of commands, what is made from it, and the help. Imports export and pages."""
