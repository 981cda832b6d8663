"""The Recall page: search past conversations and read them, without ever writing."""
