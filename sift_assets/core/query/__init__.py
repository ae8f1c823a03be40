"""Questions about the graph and their answers: filters, ranking, paths, and what fits."""
