"""Ways to drive an agent, a file for each; all of them through the same door."""
