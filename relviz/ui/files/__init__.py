"""What is opened and saved: texts, models, projects. Imports bars."""
