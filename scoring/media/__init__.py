"""The one loader of pictures and sounds, shared by gallery, evaluators, demo and report, so that all see the same."""

from scoring.media.audio import DecodedAudio, LoadedAudio, decode_audio, load_audio
from scoring.media.files import read_media_bytes
from scoring.media.images import LoadedImage, image_size, load_image
from scoring.media.sniffing import sniff

__all__ = [
    "DecodedAudio", "LoadedAudio", "LoadedImage", "decode_audio", "image_size", "load_audio", "load_image",
    "read_media_bytes", "sniff",
]  # fmt: skip
