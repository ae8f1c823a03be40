"""The page of the viewer: its sources, and what `make viewer` has built from them."""
