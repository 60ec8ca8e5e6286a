"""What the server keeps: data sets, links, analyses and caches, with their locks and quotas."""
