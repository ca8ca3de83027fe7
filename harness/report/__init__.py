"""Renderings of what was measured."""
