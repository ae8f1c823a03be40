"""Where agents enter: the questions as tools of the Model Context Protocol, and a skill to read."""
