"""The worker's side of the Schemes page. Imports the engine."""
