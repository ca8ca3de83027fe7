"""Ways to look at one trajectory."""
