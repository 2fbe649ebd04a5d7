"""The numbers of a reading as files: NPZ, CSV and JSON. Imports readings."""
