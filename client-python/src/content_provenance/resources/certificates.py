"""/v1/c2pa/certificates: certificates that sign manifests for other programs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Certificates:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.GetC2paCertificatesAnswer:
        """Newest first, with the default signature of manifests."""
        return self._transport.call(ops.GET_C2PA_CERTIFICATES)

    def request(self, body: types.PostC2paCertificatesBody) -> types.PostC2paCertificatesAnswer:
        """The response has the signing request for your authority."""
        return self._transport.call(ops.POST_C2PA_CERTIFICATES, body=body)

    def complete(self, certificate_id: str, chain: str) -> types.PutC2paCertificatesCertificateIdChainAnswer:
        """chain: PEM, the certificate of the key first."""
        operation = ops.PUT_C2PA_CERTIFICATES_CERTIFICATE_ID_CHAIN
        return self._transport.call(operation, path={'certificate_id': certificate_id}, body={'chain': chain})

    def import_(self, body: types.PostC2paCertificatesImportBody) -> types.PostC2paCertificatesImportAnswer:
        """`import` is a word of Python, so this name ends with an underscore."""
        return self._transport.call(ops.POST_C2PA_CERTIFICATES_IMPORT, body=body)

    def renew(self, certificate_id: str) -> types.PostC2paCertificatesCertificateIdRenewAnswer:
        operation = ops.POST_C2PA_CERTIFICATES_CERTIFICATE_ID_RENEW
        return self._transport.call(operation, path={'certificate_id': certificate_id})

    def revoke(self, certificate_id: str) -> types.PostC2paCertificatesCertificateIdRevokeAnswer:
        operation = ops.POST_C2PA_CERTIFICATES_CERTIFICATE_ID_REVOKE
        return self._transport.call(operation, path={'certificate_id': certificate_id})

    def set_default_signature(
        self, signature: Literal['ml-dsa-65', 'classical']
    ) -> types.PutC2paDefaultSignatureAnswer:
        return self._transport.call(ops.PUT_C2PA_DEFAULT_SIGNATURE, body={'default_signature': signature})
