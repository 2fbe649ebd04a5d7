"""The performance figures: how fast relviz is, against others and against what the machine can do."""
