"""The styles that a conversation may be asked to hold, one module each."""
