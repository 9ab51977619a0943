"""What came of a campaign: for organizers, after the labels are in; all that annotators did not see is told here."""
