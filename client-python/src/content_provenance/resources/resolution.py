"""/v1/c2pa/matches, /manifests and /bindings: from a file without metadata back to its manifest
(C2PA Soft Binding Resolution API). Finding needs no credential.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..signed_content import ResolvedManifest
from ..transport import Transport
from ..upload import Content

if TYPE_CHECKING:
    from ..generated import types


STORE_TYPE = 'application/c2pa'


class Resolution:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def by_content(self, content: Content, max_results: int | None = None) -> list[str]:
        """Ids of the manifests of a file, best first."""
        operation, query = ops.POST_C2PA_MATCHES_BY_CONTENT, {'maxResults': max_results}
        found = self._transport.upload_file(operation, content, 'application/octet-stream', query)
        return [match['manifestId'] for match in found['matches']]

    def by_binding(self, binding: types.PostC2paMatchesByBindingBody, max_results: int | None = None) -> list[str]:
        """The same for the value of a soft binding, in base64."""
        operation, query = ops.POST_C2PA_MATCHES_BY_BINDING, {'maxResults': max_results}
        found = self._transport.call(operation, query=query, body=binding)
        return [match['manifestId'] for match in found['matches']]

    def manifest(self, manifest_id: str, return_active_manifest: bool = False) -> bytes:
        """The manifest store. return_active_manifest: only its active manifest."""
        query = {'returnActiveManifest': True} if return_active_manifest else None
        operation = ops.GET_C2PA_MANIFESTS_MANIFEST_ID
        answer = self._transport.download(operation, path={'manifest_id': manifest_id}, query=query)
        return answer.content

    def resolve(self, content: Content, return_active_manifest: bool = False) -> ResolvedManifest | None:
        """Finds the manifest of a file and gets it. None: the service found none."""
        found = self.by_content(content, 1)
        if not found:
            return None
        store = self.manifest(found[0], return_active_manifest)
        return ResolvedManifest(found[0], store)

    def store(self, store: bytes) -> str:
        """Stores a manifest that you made elsewhere; gives its id."""
        stored = self._transport.upload_file(ops.POST_C2PA_MANIFESTS, store, STORE_TYPE)
        return stored['manifestId']

    def delete(self, manifest_id: str) -> None:
        """Deletes a stored manifest and its bindings."""
        self._transport.download(ops.DELETE_C2PA_MANIFESTS_MANIFEST_ID, path={'manifest_id': manifest_id})

    def bind(self, body: types.PostC2paBindingsBody) -> None:
        """Binds a value to a stored manifest."""
        self._transport.download(ops.POST_C2PA_BINDINGS, body=body)

    def rebind(self, body: types.PutC2paBindingsBody) -> None:
        """Binds a value to another stored manifest, in place of the ones before."""
        self._transport.download(ops.PUT_C2PA_BINDINGS, body=body)
