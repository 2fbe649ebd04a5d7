"""The worker's side: models, readings, the lab and its experiments, and the runner off the GUI thread."""
