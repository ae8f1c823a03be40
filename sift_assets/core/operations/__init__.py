"""What whoever runs a project is told of it: alerts and measurements."""
