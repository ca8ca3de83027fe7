"""Where runs are kept: the only SQL of the project."""
