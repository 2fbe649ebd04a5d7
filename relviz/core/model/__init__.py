"""The network: embedding, attention, transformer, and what it is called. Imports texts and position schemes."""
