"""What make calls: nothing here is installed."""
