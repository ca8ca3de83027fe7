"""Proving scenarios: what is wrong with one, and how well its proofs guard its expectations."""
