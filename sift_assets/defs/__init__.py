"""The assets, checks, partitions, sensors and jobs: declarations only, namesakes of `core`."""
