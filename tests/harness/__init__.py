"""Faults, other writers, full disks and missing permissions, for tests that need real ones."""
