"""The experiments with position schemes as figures, one file an experiment."""
