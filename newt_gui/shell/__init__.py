"""What stands around every page: the top strip and the side bar."""
