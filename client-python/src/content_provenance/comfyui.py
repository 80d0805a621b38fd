"""A node for ComfyUI that signs pictures and writes them to the output folder. Put a file with
`from content_provenance.comfyui import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS` into
`custom_nodes`. Address and API key come from PROVENANCE_URL and PROVENANCE_API_KEY, so that no
workflow file contains the key.
"""
from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from .client import Client
from .diffusers import SignImages


class SignAndSaveImages:
    RETURN_TYPES = ('IMAGE', 'STRING')
    RETURN_NAMES = ('images', 'tokens')
    FUNCTION = 'sign'
    OUTPUT_NODE = True
    CATEGORY = 'image/provenance'

    @classmethod
    def INPUT_TYPES(cls) -> dict[str, Any]:  # noqa: N802  The name is part of the interface of ComfyUI.
        return {
            'required': {
                'images': ('IMAGE',),
                'generator_id': ('STRING', {'default': ''}),
                'model': ('STRING', {'default': ''}),
                'filename_prefix': ('STRING', {'default': 'signed'}),
                'watermark': (['balanced', 'strong', 'faint', 'none'],),
            }
        }

    def sign(
        self, images: Any, generator_id: str, model: str, filename_prefix: str, watermark: str = 'balanced'
    ) -> dict[str, Any]:
        """images: a tensor (pictures, height, width, channels) with values from 0 to 1."""
        folder = _output_folder()
        prefix = re.sub(r'[^\w.-]+', '_', filename_prefix).strip('.') or 'signed'
        with Client(os.environ['PROVENANCE_URL'], os.environ['PROVENANCE_API_KEY']) as client:
            sign_images = SignImages(client, model=model, generator_id=generator_id, watermark=watermark)
            signed = sign_images([_to_picture(image) for image in images])
        names = [f'{prefix}_{each.record_id}.png' for each in signed]
        for name, each in zip(names, signed):
            each.save(folder / name)
        shown = [{'filename': name, 'subfolder': '', 'type': 'output'} for name in names]
        return {'ui': {'images': shown}, 'result': (images, '\n'.join(each.token for each in signed))}


def _to_picture(image: Any) -> Any:
    """A tensor of torch or an array of NumPy."""
    numpy, pillow = import_module('numpy'), import_module('PIL.Image')
    values = numpy.asarray(image.cpu() if hasattr(image, 'cpu') else image)
    return pillow.fromarray(numpy.round(numpy.clip(values, 0, 1) * 255).astype('uint8'))


def _output_folder() -> Path:
    return Path(import_module('folder_paths').get_output_directory())


NODE_CLASS_MAPPINGS = {'ContentProvenanceSignAndSave': SignAndSaveImages}
NODE_DISPLAY_NAME_MAPPINGS = {'ContentProvenanceSignAndSave': 'Sign and save (Content Provenance)'}
