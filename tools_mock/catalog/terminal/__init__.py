"""The pretend terminal: a few commands over the files of the state. Nothing is ever executed."""
