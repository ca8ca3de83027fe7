"""Scenarios, agents, runs, reports and the command line."""
