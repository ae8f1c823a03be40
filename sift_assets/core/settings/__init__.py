"""The settings of a project: `sift.yaml`, the environment, flags."""
