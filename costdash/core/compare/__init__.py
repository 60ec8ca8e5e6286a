"""Two or more models against each other: differences, crossovers, tests and regret."""
