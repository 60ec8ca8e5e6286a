"""The page and its server: what is asked for, what may be seen, and what is kept."""
