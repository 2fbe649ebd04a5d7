"""What the Schemes page is made of: one file an experiment."""
