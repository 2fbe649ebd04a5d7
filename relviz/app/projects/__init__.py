"""What is kept of a window: projects, settings in pictures, and what a crash leaves. Imports the engine."""
