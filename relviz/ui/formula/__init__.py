"""The formula of the score as a bar of chips. Imports widgets."""
