"""`python -m sift_assets.cli`: the command `sift` where its script is not on the path."""

from sift_assets.cli.main import main

main()
