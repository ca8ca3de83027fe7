"""The pretend tools: what they answer, what a call to them would have done, and the gate."""
