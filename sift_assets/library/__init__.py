"""What `import sift_assets` offers to programs and notebooks, on a project folder."""
