"""Newt Memory: see, check and curate what a newt agent remembers."""

__version__ = "0.1.0"
