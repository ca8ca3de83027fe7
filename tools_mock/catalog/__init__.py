"""The stock tools, a file for each service: schema, argument roles, effects, stock answer."""
