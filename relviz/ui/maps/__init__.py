"""Heatmaps over queries and keys, linked by one zoom and one crosshair. Imports widgets and the inspector."""
