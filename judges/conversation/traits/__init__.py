"""The traits of a user that later answers have to respect, one module each."""
