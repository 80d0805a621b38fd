"""The Python client of the Content Provenance Service: sign what a model made, and verify what
anyone made. The core needs only the standard library.

- `Client` and `AsyncClient`: requests to the service.
- `content_provenance.signing`: your own key, hashes, and verification without the service.
- `content_provenance.images`, `.audio`, `.diffusers`, `.comfyui`: where pictures and sounds are made.
"""
from .async_client import AsyncClient
from .client import Client
from .connection import RawAnswer
from .errors import ServiceError, UnsupportedContent
from .generated.version import VERSION as __version__
from .sign_item import SignItem
from .sign_many import SignOutcome
from .signed_content import MadeManifest, ResolvedManifest, SignedContent
from .upload import Content
from .webhook_signature import verify_webhook_signature

__all__ = [
    'AsyncClient',
    'Client',
    'Content',
    'MadeManifest',
    'RawAnswer',
    'ResolvedManifest',
    'ServiceError',
    'SignItem',
    'SignOutcome',
    'SignedContent',
    'UnsupportedContent',
    '__version__',
    'verify_webhook_signature',
]
