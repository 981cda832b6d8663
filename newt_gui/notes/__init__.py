"""The Notes page: its session (no widgets), models and widgets."""
