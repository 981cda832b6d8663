"""The Soul page: which identity the agent gets, why no other, and what set it."""
