"""What happened: the vocabulary of recorded runs, and where they are kept."""
