"""Measurements: what a part costs, as a ratio to a floor or a peer in the same run."""
