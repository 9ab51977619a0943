"""The decks of a pair of sounds: what is compared on one, the reference on another."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from genmu_studio.playback.deck import Deck, Letter, Source, prepare_deck
from genmu_studio.playback.stretching import stretch_voice
from genmu_studio.sounds.opening import Sound


class Decks(NamedTuple):
    """What is compared, and the reference, which is another utterance: neither waits for the end of the other.

    are_alike : A and B are the same sound, value by value.
    """

    pair: Deck
    reference: Deck
    are_alike: bool = False

    def of(self, source: Source) -> Deck:
        """Return the deck that a source is on."""
        return self.reference if source == "R" else self.pair


def prepare_decks(sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, *, loud: bool) -> Decks:
    """Return both decks. loud : make A and B equally loud; the reference keeps its level."""
    stretch = stretch_voice if speed != 1 else None
    pair: dict[Letter, Sound] = {letter: sound for letter, sound in sounds.items() if letter != "R"}
    reference: dict[Letter, Sound] = {letter: sound for letter, sound in sounds.items() if letter == "R"}
    are_alike = len(pair) > 1 and np.array_equal(pair["A"].channels, pair["B"].channels)
    return Decks(
        prepare_deck(pair, rate, channels, speed=speed, stretch=stretch, equally_loud=loud),
        prepare_deck(reference, rate, channels, speed=speed, stretch=stretch),
        are_alike,
    )


def notes_on(deck: Deck, sounds: Mapping[Letter, Sound], *, are_alike: bool) -> tuple[str, ...]:
    """Return what was done to `sounds`, of which `deck` was made, in sentences."""
    channels = (
        f"{letter} has {sound.channels.shape[1]} channels: heard as it is scored ({sound.channel_used})"
        for letter, sound in sounds.items()
        if letter in deck.values and sound.channels.shape[1] > 2
    )
    return (*(("A and B are the same sound",) if are_alike else ()), *deck.notes, *channels)
