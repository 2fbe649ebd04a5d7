"""The program around its windows: start, end, several windows, pictures of them. Imports every other room of ui."""
