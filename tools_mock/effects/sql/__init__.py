"""What SQL text would have done: `reader.read_sql` is the way in."""
