"""What is drawn of sounds: opened once, then outline, spectrogram and contours, kept on disk by content; no window."""
