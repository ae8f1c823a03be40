"""Language models as plain values: requests, answers, keys, and how answers are read."""
