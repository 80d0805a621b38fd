"""Signs pictures of Pillow (`pip install Pillow`), before they are a file."""
from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from .client import Client
from .signed_content import SignedContent

if TYPE_CHECKING:
    from PIL.Image import Image


def image_bytes(image: Image, format: str = 'PNG', **save_options: Any) -> bytes:
    """The picture as a file: PNG, JPEG or WEBP, with the options of `Image.save`."""
    buffer = io.BytesIO()
    image.save(buffer, format=format, **save_options)
    return buffer.getvalue()


def sign_image(
    client: Client,
    image: Image,
    *,
    model: str,
    generator_id: str,
    format: str = 'PNG',
    save_options: dict[str, Any] | None = None,
    **options: Any,
) -> SignedContent:
    """Signs a picture. `save` the result: opening and saving it with Pillow again changes the file,
    and then only its watermark leads to the record.

    format: PNG, JPEG or WEBP. save_options: options of `Image.save`, such as `{'quality': 95}`.
    options: more options of `client.sign`.
    """
    content = image_bytes(image, format, **(save_options or {}))
    return client.sign(content, model=model, generator_id=generator_id, **options)
