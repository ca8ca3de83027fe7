"""Verdicts on trajectories: matching first, language models second."""
