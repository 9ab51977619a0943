"""What a person labels with: the item, the questions, and nothing that tells what the item is."""
