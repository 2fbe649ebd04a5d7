"""The worker's side: models, readings, and the runner that takes requests off the GUI thread."""
