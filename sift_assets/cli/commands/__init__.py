"""The commands of `sift`, one a module; each module's `command` is the click command."""
