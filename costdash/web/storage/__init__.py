"""Server storage: data sets, links, analyses and caches, with their locks and quotas."""
