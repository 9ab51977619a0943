"""What was heard against what was to be said: normalised words, edits, the word error rate, and the places of edits."""
