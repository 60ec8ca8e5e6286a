"""Tables that an engine such as DuckDB counts, so that no row enters memory."""
