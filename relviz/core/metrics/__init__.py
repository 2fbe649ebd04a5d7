"""What can be measured on attention; one file a family of measures."""
