"""The frame of one window, and what stands where in it. Imports every room of ui but program."""
