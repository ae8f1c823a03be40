"""What people decided, as input of the graph."""
