"""Tables and curves of a report as CSV files."""
