"""Which entities may be one thing: candidates, comparisons, scores, and what is proposed."""
