"""Everything about one data set, computed once: curves, hulls, bands and cross-fitted costs."""
