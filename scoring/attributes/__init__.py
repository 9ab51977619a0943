"""What is seen in a face and heard in a voice besides identity: measured, or told by a local classifier."""
