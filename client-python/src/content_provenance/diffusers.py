"""Signs what a pipeline of diffusers makes, in one line around the pipeline. It needs only that a
call returns an object with `images`, a list of Pillow pictures, so it imports nothing of diffusers.
"""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from .client import Client
from .images import sign_image
from .signed_content import SignedContent

if TYPE_CHECKING:
    from PIL.Image import Image


class SignImages:
    """A callback that signs pictures: `signed = SignImages(client, …)(result.images)`."""

    def __init__(
        self, client: Client, *, model: str, generator_id: str, format: str = 'PNG', parallel: int = 4, **options: Any
    ) -> None:
        self._parallel = parallel
        self._sign: Callable[[Image], SignedContent] = lambda image: sign_image(
            client, image, model=model, generator_id=generator_id, format=format, **options
        )

    def __call__(self, images: list[Image]) -> list[SignedContent]:
        """In the order of the pictures. Raises the first error."""
        with ThreadPoolExecutor(self._parallel) as threads:
            return list(threads.map(self._sign, images))


class SigningPipeline:
    """A pipeline whose results have `signed`, a list of SignedContent, next to `images`.

    Everything else, such as `to("cuda")` and `enable_model_cpu_offload()`, goes to the pipeline.
    """

    def __init__(self, pipeline: Any, sign_images: SignImages) -> None:
        self._pipeline = pipeline
        self._sign_images = sign_images

    def __call__(self, *positional: Any, **options: Any) -> Any:
        if options.get('return_dict') is False or options.get('output_type', 'pil') != 'pil':
            raise ValueError('Signing needs Pillow pictures. Leave out return_dict and output_type.')
        result = self._pipeline(*positional, **options)
        result.signed = self._sign_images(result.images)
        return result

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pipeline, name)
        if name != 'to':
            return found

        def to(*positional: Any, **options: Any) -> SigningPipeline:
            found(*positional, **options)
            return self

        return to
