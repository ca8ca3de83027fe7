"""What a shell command line would have done: `reader.read_shell` is the way in."""
