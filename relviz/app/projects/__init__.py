"""What is kept of a session: project files, pictures, and what a crash leaves. Imports the session."""
