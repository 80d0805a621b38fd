"""Signs sounds of NumPy (`pip install numpy`) as WAV files."""
from __future__ import annotations

import io
import wave
from typing import TYPE_CHECKING, Any

from .client import Client
from .signed_content import SignedContent

if TYPE_CHECKING:
    import numpy


def wav_bytes(samples: numpy.ndarray[Any, Any], sample_rate: int) -> bytes:
    """The sound as a WAV file with 16-bit PCM.

    samples: one channel, or (samples, channels). Floats from −1 to 1, or 16-bit integers.
    """
    import numpy

    sound = numpy.asarray(samples)
    if sound.ndim not in (1, 2) or sound.size == 0:
        raise ValueError('The samples must have the shape (samples,) or (samples, channels).')
    if numpy.issubdtype(sound.dtype, numpy.floating):
        if not numpy.isfinite(sound).all():
            raise ValueError('The samples contain a value that is not a number.')
        sound = numpy.round(numpy.clip(sound, -1.0, 1.0) * 32767)
    elif sound.dtype != numpy.int16:
        raise ValueError(f'The samples are of type {sound.dtype}. Use floats from -1 to 1, or int16.')
    buffer = io.BytesIO()
    with wave.open(buffer, 'wb') as file:
        file.setnchannels(1 if sound.ndim == 1 else sound.shape[1])
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        file.writeframes(sound.astype('<i2').tobytes())
    return buffer.getvalue()


def sign_audio(
    client: Client,
    samples: numpy.ndarray[Any, Any],
    sample_rate: int,
    *,
    model: str,
    generator_id: str,
    **options: Any,
) -> SignedContent:
    """Signs a sound. options: more options of `client.sign`."""
    return client.sign(wav_bytes(samples, sample_rate), model=model, generator_id=generator_id, **options)
