"""What programs on a command line would have done: one table a subject."""
