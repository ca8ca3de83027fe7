"""The shipped scenarios: data, a YAML file for each."""
