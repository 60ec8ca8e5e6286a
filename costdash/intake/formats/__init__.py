"""File formats: detection by the first bytes, and one reader for each format."""
