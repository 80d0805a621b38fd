# Generated from ../resources/certificates.py by npm run generate; do not edit.
"""/v1/c2pa/certificates: certificates that sign manifests for other programs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Certificates:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> types.GetC2paCertificatesAnswer:
        """Newest first, with the default signature of manifests."""
        return await self._transport.call(ops.GET_C2PA_CERTIFICATES)

    async def request(self, body: types.PostC2paCertificatesBody) -> types.PostC2paCertificatesAnswer:
        """The response has the signing request for your authority."""
        return await self._transport.call(ops.POST_C2PA_CERTIFICATES, body=body)

    async def complete(self, certificate_id: str, chain: str) -> types.PutC2paCertificatesCertificateIdChainAnswer:
        """chain: PEM, the certificate of the key first."""
        operation = ops.PUT_C2PA_CERTIFICATES_CERTIFICATE_ID_CHAIN
        return await self._transport.call(operation, path={'certificate_id': certificate_id}, body={'chain': chain})

    async def import_(self, body: types.PostC2paCertificatesImportBody) -> types.PostC2paCertificatesImportAnswer:
        """`import` is a word of Python, so this name ends with an underscore."""
        return await self._transport.call(ops.POST_C2PA_CERTIFICATES_IMPORT, body=body)

    async def renew(self, certificate_id: str) -> types.PostC2paCertificatesCertificateIdRenewAnswer:
        operation = ops.POST_C2PA_CERTIFICATES_CERTIFICATE_ID_RENEW
        return await self._transport.call(operation, path={'certificate_id': certificate_id})

    async def revoke(self, certificate_id: str) -> types.PostC2paCertificatesCertificateIdRevokeAnswer:
        operation = ops.POST_C2PA_CERTIFICATES_CERTIFICATE_ID_REVOKE
        return await self._transport.call(operation, path={'certificate_id': certificate_id})

    async def set_default_signature(
        self, signature: Literal['ml-dsa-65', 'classical']
    ) -> types.PutC2paDefaultSignatureAnswer:
        return await self._transport.call(ops.PUT_C2PA_DEFAULT_SIGNATURE, body={'default_signature': signature})
