"""The shared providers over newt's memory files. Pure Python: no Qt, no network."""
