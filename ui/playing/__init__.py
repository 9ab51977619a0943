"""What is played of a pair of sounds: A, B, a blind X, the reference; `Playing` is what the window knows of it."""

from ui.playing.playing import SKIP_S, SPEEDS, Playing

__all__ = ["SKIP_S", "SPEEDS", "Playing"]
