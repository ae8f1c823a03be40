"""The review page: what `sift review` does, in a browser, for one person or several."""
