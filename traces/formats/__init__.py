"""Formats of recorded trajectories, a file for each."""
