"""Two states held against each other. Imports session and projects."""
