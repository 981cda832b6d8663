"""Qt plumbing that knows nothing of notes, souls or recall."""
