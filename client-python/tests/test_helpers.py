"""The helpers where pictures and sounds are made, with the real Pillow and NumPy. diffusers and
ComfyUI are not installed here: these tests have only what the helpers use of them, which is a call
that returns an object with `images`, and the module `folder_paths`.
"""
from __future__ import annotations

import io
import os
import sys
import tempfile
import types
import unittest
import wave
from pathlib import Path
from typing import Any

from content_provenance import Client
from content_provenance.audio import sign_audio, wav_bytes
from content_provenance.comfyui import NODE_CLASS_MAPPINGS
from content_provenance.diffusers import SigningPipeline, SignImages
from content_provenance.images import sign_image

URL = os.environ.get('PROVENANCE_URL', '')
KEY = os.environ.get('PROVENANCE_API_KEY', '')

try:
    import numpy
    from PIL import Image
except ImportError:
    if os.environ.get('CI') == 'true':
        raise
    raise unittest.SkipTest('Pillow and NumPy are not installed (python3-pil, python3-numpy).') from None


def picture(seed: int) -> Any:
    values = numpy.random.default_rng(seed).integers(0, 256, (24, 32, 3), dtype=numpy.uint8)
    return Image.fromarray(values).resize((320, 240), Image.Resampling.BICUBIC)


class WavTest(unittest.TestCase):
    def test_a_sound_becomes_a_wav_of_16_bits(self) -> None:
        stereo = numpy.stack([numpy.linspace(-1, 1, 50), numpy.linspace(2, -2, 50)], axis=1)
        with wave.open(io.BytesIO(wav_bytes(stereo, 22_050))) as file:
            self.assertEqual(
                (file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes()),
                (2, 2, 22_050, 50),
            )
            frames = numpy.frombuffer(file.readframes(50), '<i2').reshape(50, 2)
        self.assertEqual(frames[0].tolist(), [-32767, 32767])
        self.assertEqual(frames[-1].tolist(), [32767, -32767])

    def test_what_is_no_sound_is_refused(self) -> None:
        for wrong in (numpy.zeros((2, 2, 2)), numpy.zeros(0), numpy.array([1, 2]), numpy.array([numpy.nan])):
            with self.assertRaises(ValueError):
                wav_bytes(wrong, 8_000)


@unittest.skipUnless(URL, 'PROVENANCE_URL is not set. Run npm test -- client/python.')
class HelpersTest(unittest.TestCase):
    client: Client
    options: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(URL, KEY)
        body = cls.client.generators.create({'name': 'Helpers', 'supported_formats': ['image', 'audio']})
        cls.options = {'model': 'painter-1', 'generator_id': body['generator_id']}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_a_pillow_picture_is_signed_in_each_format(self) -> None:
        formats: dict[str, dict[str, Any]] = {'PNG': {}, 'JPEG': {'quality': 95}, 'WEBP': {'quality': 90}}
        for format, save_options in formats.items():
            signed = sign_image(self.client, picture(1), format=format, save_options=save_options, **self.options)
            self.assertTrue(self.client.verify.content(signed.content)['authentic'], format)
            with Image.open(io.BytesIO(signed.content)) as opened:
                self.assertEqual((opened.format, opened.size), (format, (320, 240)))

    def test_a_numpy_sound_is_signed(self) -> None:
        samples = numpy.sin(numpy.arange(3 * 16_000) / 11) * 0.4
        signed = sign_audio(self.client, samples.astype('float32'), 16_000, **self.options)
        self.assertEqual(signed.format, 'audio')
        self.assertTrue(self.client.verify.content(signed.content)['authentic'])

    def test_the_pictures_of_a_pipeline_are_signed_in_order(self) -> None:
        class Pipeline:
            scheduler = 'euler'

            def to(self, device: str) -> Pipeline:
                self.device = device
                return self

            def __call__(self, prompt: str, num_images_per_prompt: int = 1) -> Any:
                return types.SimpleNamespace(images=[picture(seed) for seed in range(num_images_per_prompt)])

        signing = SigningPipeline(Pipeline(), SignImages(self.client, **self.options)).to('cuda')
        self.assertEqual((signing.scheduler, signing.device), ('euler', 'cuda'))
        result = signing('A lighthouse', num_images_per_prompt=3)
        self.assertEqual(len(result.images), 3)
        for seed, signed in enumerate(result.signed):
            self.assertTrue(self.client.verify.content(signed.content)['authentic'])
            with Image.open(io.BytesIO(signed.content)) as opened:
                difference = numpy.asarray(opened.convert('RGB'), int) - numpy.asarray(picture(seed), int)
                self.assertLess(numpy.abs(difference).mean(), 6)
        with self.assertRaises(ValueError):
            signing('A lighthouse', output_type='latent')

    def test_the_node_of_comfyui_writes_signed_files(self) -> None:
        node = NODE_CLASS_MAPPINGS['ContentProvenanceSignAndSave']
        self.assertTrue(hasattr(node, node.FUNCTION))
        self.assertEqual(len(node.RETURN_TYPES), len(node.RETURN_NAMES))
        required = node.INPUT_TYPES()['required']
        images = numpy.stack([numpy.asarray(picture(seed)) for seed in (4, 5)]).astype('float32') / 255
        with tempfile.TemporaryDirectory() as folder:
            paths = types.ModuleType('folder_paths')
            paths.get_output_directory = lambda: folder  # type: ignore[attr-defined]
            sys.modules['folder_paths'] = paths
            try:
                given = {
                    'images': images,
                    'generator_id': self.options['generator_id'],
                    'model': 'painter-1',
                    'filename_prefix': '../other folder/name',
                    'watermark': 'balanced',
                }
                self.assertEqual(set(given), set(required))
                made = getattr(node(), node.FUNCTION)(**given)
            finally:
                del sys.modules['folder_paths']
            names = [each['filename'] for each in made['ui']['images']]
            self.assertEqual(sorted(names), sorted(path.name for path in Path(folder).iterdir()))
            for name in names:
                self.assertTrue(self.client.verify.content(Path(folder, name))['authentic'])
            self.assertEqual(len(made['result'][1].splitlines()), 2)
