"""The options: one row each, from which command line, `summarise` and documents are made."""
