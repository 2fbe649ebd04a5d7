"""Other people's model files, one file a format. Imports the reader of pickles."""
