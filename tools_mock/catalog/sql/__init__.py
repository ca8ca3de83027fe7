"""The pretend database: plain SQL over the tables of the state, answered like a console."""
