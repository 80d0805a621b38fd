"""Real codecs inside the training: MP3 (LAME) and Opus, called in worker processes through their C
libraries.

Debian's libmp3lame0 and libopus0 need only the C library, so two files of 700 kB can be copied to a
machine without codecs (--codecs FOLDER). Without them, training uses only imitations. No gradient
passes through a real codec: its output teaches the decoder, some steps late, while the encoder
learns from the imitations.
"""

import collections
import ctypes
import multiprocessing
import os

import numpy as np

RATE = 16000
OPUS_RATE = 48000
OPUS_FRAME = 960
OPUS_AUDIO, OPUS_SET_BITRATE, OPUS_SET_COMPLEXITY = 2049, 4002, 4010  # opus_defines.h
LAME_MONO, LAME_DELAY = 3, 1105  # lame.h: samples of encoder and decoder together
MP3_FRAME = 1152

_lame, _opus = None, None


def load_codecs(folder):
    """The codecs that could be loaded, from the folder or from the system."""
    global _lame, _opus
    pointer = ctypes.c_void_p

    def load(name):
        for path in (os.path.join(folder or "", name), name):
            try:
                return ctypes.CDLL(path)
            except OSError:
                continue
        return None

    _lame, _opus = load("libmp3lame.so.0"), load("libopus.so.0")
    if _lame:
        _lame.lame_init.restype = _lame.hip_decode_init.restype = pointer
    if _opus:
        _opus.opus_encoder_create.restype = _opus.opus_decoder_create.restype = pointer
    return [name for name, library in (("mp3", _lame), ("opus", _opus)) if library]


def resample(wave, samples):
    """By the Fourier transform: the ends of a sound meet, which costs some milliseconds there."""
    spectrum = np.fft.rfft(wave)
    points = samples // 2 + 1
    changed = np.zeros(points, complex)
    kept = min(points, len(spectrum))
    changed[:kept] = spectrum[:kept]
    return (np.fft.irfft(changed, samples) * (samples / len(wave))).astype(np.float32)


def through_mp3(wave, kilobits, rate):
    encoder = ctypes.c_void_p(_lame.lame_init())
    for name, value in (("in_samplerate", rate), ("out_samplerate", rate), ("num_channels", 1), ("mode", LAME_MONO),
                        ("brate", kilobits), ("quality", 7), ("bWriteVbrTag", 0)):
        getattr(_lame, "lame_set_" + name)(encoder, value)
    _lame.lame_init_params(encoder)
    source = resample(wave, round(len(wave) * rate / RATE))
    size = len(source) * 2 + 16384
    coded = (ctypes.c_ubyte * size)()
    data = source.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    length = _lame.lame_encode_buffer_ieee_float(encoder, data, data, len(source), coded, size)
    rest = ctypes.cast(ctypes.addressof(coded) + length, ctypes.POINTER(ctypes.c_ubyte))
    length += _lame.lame_encode_flush(encoder, rest, size - length)
    _lame.lame_close(encoder)

    decoder = ctypes.c_void_p(_lame.hip_decode_init())
    left, right = ((ctypes.c_short * MP3_FRAME)() for _ in range(2))
    decoded = []
    for at in range(0, length, 512):
        piece = ctypes.cast(ctypes.addressof(coded) + at, ctypes.POINTER(ctypes.c_ubyte))
        given = min(512, length - at)
        while (samples := _lame.hip_decode1(decoder, piece, given, left, right)) > 0:
            decoded.append(np.frombuffer(left, np.int16, samples).copy())
            given = 0
    _lame.hip_decode_exit(decoder)
    decoded = np.concatenate(decoded).astype(np.float32)[LAME_DELAY:][:len(source)] / 32768
    return resample(np.pad(decoded, (0, len(source) - len(decoded))), len(wave))


def through_opus(wave, kilobits, _rate):
    fault = ctypes.c_int()
    encoder = ctypes.c_void_p(_opus.opus_encoder_create(OPUS_RATE, 1, OPUS_AUDIO, ctypes.byref(fault)))
    decoder = ctypes.c_void_p(_opus.opus_decoder_create(OPUS_RATE, 1, ctypes.byref(fault)))
    _opus.opus_encoder_ctl(encoder, OPUS_SET_BITRATE, ctypes.c_int(kilobits * 1000))
    _opus.opus_encoder_ctl(encoder, OPUS_SET_COMPLEXITY, ctypes.c_int(5))
    source = resample(wave, len(wave) * OPUS_RATE // RATE)
    frames = -(-len(source) // OPUS_FRAME)
    source = np.pad(source, (0, frames * OPUS_FRAME - len(source)))
    decoded, packet = np.zeros_like(source), (ctypes.c_ubyte * 4000)()
    for at in range(0, len(source), OPUS_FRAME):
        frame = source.ctypes.data + 4 * at
        length = _opus.opus_encode_float(encoder, ctypes.c_void_p(frame), OPUS_FRAME, packet, 4000)
        _opus.opus_decode_float(decoder, packet, length, ctypes.c_void_p(decoded.ctypes.data + 4 * at), OPUS_FRAME, 0)
    _opus.opus_encoder_destroy(encoder)
    _opus.opus_decoder_destroy(decoder)
    delay = 312  # samples that the encoder looks ahead
    decoded = np.concatenate([decoded[delay:], np.zeros(delay, np.float32)])[:len(wave) * OPUS_RATE // RATE]
    return resample(decoded, len(wave))


CODECS = {"mp3": through_mp3, "opus": through_opus}
# Sounds of 16 kHz cost a codec less than the usual stereo of 44.1 kHz, so half its bits are
# equivalent.
CHOICES = {"mp3": [(32, 44100), (40, 44100), (48, 44100), (32, 24000), (64, 48000)], "opus": [(k, 0) for k in (20, 24, 28, 32, 40)]}


def _work(task):
    wave, name, settings = task
    peak = np.abs(wave).max() + 1e-9
    return CODECS[name](wave * (0.9 / peak), *settings) * (peak / 0.9)


class CodecPool:
    """Takes sounds and returns them later as a codec left them, with the data that came along.
    Create it before CUDA starts."""

    def __init__(self, folder, workers, most=6):
        self.names = load_codecs(folder)
        self.pool = multiprocessing.get_context("fork").Pool(workers) if self.names and workers else None
        self.waiting = collections.deque()
        self.most = most
        self.random = np.random.default_rng(1)

    def has_room(self):
        return self.pool is not None and len(self.waiting) < self.most

    def give(self, waves, known):
        """waves (B,N) as an array."""
        tasks = []
        for wave in waves:
            name = self.names[self.random.integers(len(self.names))]
            tasks.append((wave, name, CHOICES[name][self.random.integers(len(CHOICES[name]))]))
        self.waiting.append((self.pool.map_async(_work, tasks, chunksize=1), known))

    def take(self):
        """The oldest finished ones, or nothing."""
        if not self.waiting or not self.waiting[0][0].ready():
            return None
        result, known = self.waiting.popleft()
        return np.stack(result.get()).astype(np.float32), known

    def close(self):
        if self.pool:
            self.pool.terminate()
