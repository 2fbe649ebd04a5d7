"""What is looked at: one state, many views. Imports the engine and projects."""
