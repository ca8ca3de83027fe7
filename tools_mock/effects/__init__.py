"""What a call would have done: pure functions from a tool and its arguments to effects."""
