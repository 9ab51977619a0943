"""Media with nothing but what is seen or heard: decoded as everywhere, and written anew, so that no tag comes along."""

import io

import soundfile
from PIL import Image

from scoring.media import decode_audio, load_image
from scoring.types import Media

SUFFIXES = {"image": ".png", "audio": ".wav"}


def bare(media: Media) -> bytes:
    """Return the picture as an 8-bit RGB PNG, the sound as a WAV of 24 bits at its own rate, with all its channels.

    SampleError where the file cannot be decoded.
    """
    made = io.BytesIO()
    if media.kind == "image":
        Image.fromarray(load_image(media).rgb).save(made, "PNG")
    else:
        sound = decode_audio(media)
        soundfile.write(made, sound.channels, sound.rate, format="WAV", subtype="PCM_24")
    return made.getvalue()
