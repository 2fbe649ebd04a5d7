"""What the window says: translation, help, names of places. Imports no other room of app."""
