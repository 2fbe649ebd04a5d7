"""`relviz render`: figures without a window."""
