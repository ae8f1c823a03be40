"""The viewer without files or a browser: what is shown, where it stands, the page put together."""
