"""The model and what can be said of it: numpy and torch, never Qt."""
