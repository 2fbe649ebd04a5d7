"""Help beside what it is about. Imports widgets."""
