"""One training run: its loop, its processes, what it reports and what it leaves. Imports data and the settings."""
