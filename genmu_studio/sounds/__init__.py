"""What is drawn of sounds: opened once, then outline, spectrogram and contours, kept on disk by content; no window.

`open_sound` answers `Sound` or `Unopened`. Of a sound, `kept_peaks` gives what `curve` draws at any zoom (before it is
decoded, `read_peaks` and `rough_curve`), `spectrogram` any stretch and `kept_spectrogram` the whole, and `kept_contour`
whatever a function measures. `curve` takes about a millisecond; all else is for another thread than the window's, and
what calls Praat for another process.
"""
