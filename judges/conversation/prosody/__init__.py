"""Syllables and rhyme: what the forms of verse are told by."""
