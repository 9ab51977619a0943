"""The organizer's side of labelling: which campaigns there are, how far they are, and who sits down to label."""
