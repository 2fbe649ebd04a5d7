"""What colour everything has. Imports no other room of figure."""
