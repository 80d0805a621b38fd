"""/v1/records: signed content."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, cast

from ..connection import RawAnswer
from ..generated import operations as ops
from ..signed_content import MadeManifest
from ..transport import Transport, idempotent, parse
from ..upload import Content, Form, Progress

if TYPE_CHECKING:
    from ..generated import types


class Records:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, query: types.GetRecordsQuery | None = None) -> types.GetRecordsAnswer:
        """Records of the organization, newest first. Pass `next_cursor` as `before`."""
        return self._transport.call(ops.GET_RECORDS, query=query)

    def all(self, query: types.GetRecordsQuery | None = None) -> Iterator[types.ListedRecord]:
        """Iterates over all records, page by page."""
        before: str | None = None
        while True:
            page = self.list(cast('types.GetRecordsQuery', {'limit': 100, **(query or {}), 'before': before}))
            for record in page['records']:
                yield record
            before = page.get('next_cursor')
            if before is None:
                return

    def get(self, record_id: str) -> types.ProvenanceRecord:
        return self._transport.call(ops.GET_RECORDS_RECORD_ID, path={'record_id': record_id})

    def c2pa(self, record_id: str) -> types.GetRecordsRecordIdC2paAnswer:
        return self._transport.call(ops.GET_RECORDS_RECORD_ID_C2PA, path={'record_id': record_id})

    def proof(self, record_id: str) -> types.RecordProof:
        """The proof that the transparency log includes the record. A new record has one after a second."""
        return self._transport.call(ops.GET_RECORDS_RECORD_ID_PROOF, path={'record_id': record_id})

    def bundle(self, record_id: str) -> str:
        """The proof bundle. Do not change any byte. Check it with `verify_bundle` (`signing`)."""
        answer = self._transport.download(ops.GET_RECORDS_RECORD_ID_BUNDLE, path={'record_id': record_id})
        return answer.text()

    def make_manifest(
        self,
        record_id: str,
        content: Content,
        *,
        signature: Literal['ml-dsa-65', 'classical'] | None = None,
        output: Literal['embedded', 'sidecar'] | None = None,
        on_progress: Progress | None = None,
    ) -> MadeManifest:
        """The signed file with a C2PA manifest. sidecar: the manifest alone."""
        form = Form({'signature': signature, 'output': output}, content)
        operation = ops.POST_RECORDS_RECORD_ID_C2PA_EMBED
        path = {'record_id': record_id}
        answer = self._transport.upload(operation, form, path=path, on_progress=on_progress)
        return MadeManifest.from_answer(answer)

    def embed_manifest(self, record_id: str, content: Content) -> bytes:
        """The signed file of the record with an embedded C2PA manifest."""
        made = self.make_manifest(record_id, content)
        return made.file

    def find(self, content: Content, on_progress: Progress | None = None) -> types.PostRecordsFindAnswer:
        """Your record of a file. Searches only your records, and counts no verification."""
        form = Form({}, content)
        answer = self._transport.upload(ops.POST_RECORDS_FIND, form, on_progress=on_progress)
        return cast('types.PostRecordsFindAnswer', parse(answer))

    def export(self, query: types.GetRecordsExportQuery | None = None) -> RawAnswer:
        """All records that match, as a file."""
        return self._transport.download(ops.GET_RECORDS_EXPORT, query=query)

    def models(self) -> types.GetRecordsModelsAnswer:
        return self._transport.call(ops.GET_RECORDS_MODELS)

    def notes(self, record_id: str) -> types.GetRecordsRecordIdNotesAnswer:
        """What your organization keeps about a record. Nobody else sees it."""
        return self._transport.call(ops.GET_RECORDS_RECORD_ID_NOTES, path={'record_id': record_id})

    def change_label(self, record_id: str, label: str | None) -> types.PatchRecordsRecordIdNotesAnswer:
        """None removes the label."""
        operation = ops.PATCH_RECORDS_RECORD_ID_NOTES
        return self._transport.call(operation, path={'record_id': record_id}, body={'label': label})

    def thumbnail(self, record_id: str) -> bytes:
        answer = self._transport.download(ops.GET_RECORDS_RECORD_ID_THUMBNAIL, path={'record_id': record_id})
        return answer.content

    def submit(self, body: types.PostRecordsBody, idempotency_key: str | None = None) -> types.StoredRecord:
        """Stores a record that `SigningKey.sign_record` made."""
        return self._transport.call(ops.POST_RECORDS, body=body, headers=idempotent(idempotency_key))

    def submit_batch(
        self, body: types.PostRecordsBatchBody, idempotency_key: str | None = None
    ) -> types.PostRecordsBatchAnswer:
        return self._transport.call(ops.POST_RECORDS_BATCH, body=body, headers=idempotent(idempotency_key))
