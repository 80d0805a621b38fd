"""/v1/jobs: content that does not fit in a request. A file is sent in parts. If the upload breaks
off, call `resume`: it sends only the parts that the service does not have.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ..generated import operations as ops
from ..signed_content import Format, Watermark
from ..transport import Transport, idempotent
from ..upload import Content, Part, Progress, Source, name_of

if TYPE_CHECKING:
    from ..generated import types

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 10.0


class Jobs:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_sign(self, body: types.PostJobsSignBody) -> types.Job:
        """For an object in a connected store, or if you send the parts yourself."""
        return self._transport.call(ops.POST_JOBS_SIGN, body=body, headers=idempotent(None))

    def create_verify(self, body: types.PostJobsVerifyBody) -> types.Job:
        return self._transport.call(ops.POST_JOBS_VERIFY, body=body, headers=idempotent(None))

    def sign(
        self,
        content: Content,
        *,
        model: str,
        generator_id: str,
        file_name: str | None = None,
        format: Format | None = None,
        watermark: Watermark | None = None,
        neural: bool | None = None,
        label: str | None = None,
        in_band: bool | None = None,
        on_progress: Progress | None = None,
    ) -> types.Job:
        """Creates a job, sends the file and starts the job. on_progress: of the upload.

        The options are those of `client.sign`.
        """
        source = Source(content)
        fields = {
            'model': model,
            'generator_id': generator_id,
            'format': format,
            'watermark': watermark,
            'neural': neural,
            'label': label,
            'in_band': in_band,
            'source': _upload_of(source, file_name),
        }
        job = self.create_sign(cast('types.PostJobsSignBody', _given(fields)))
        return self._start(job, source, on_progress)

    def verify(
        self,
        content: Content,
        *,
        token: str | None = None,
        format: Format | None = None,
        localize: bool | None = None,
        file_name: str | None = None,
        on_progress: Progress | None = None,
    ) -> types.Job:
        """As `sign`. The result of the job has the fields of `client.verify.content`."""
        source = Source(content)
        upload = _upload_of(source, file_name)
        fields = {'token': token, 'format': format, 'localize': localize, 'source': upload}
        job = self.create_verify(cast('types.PostJobsVerifyBody', _given(fields)))
        return self._start(job, source, on_progress)

    def upload(self, job: types.Job, content: Content, on_progress: Progress | None = None) -> None:
        """Sends the missing parts of a job."""
        self._send(job, Source(content), on_progress)

    def resume(self, job_id: str, content: Content, on_progress: Progress | None = None) -> types.Job:
        """Sends the parts that the service does not have, then starts the job."""
        job = self.get(job_id)
        return self._start(job, Source(content), on_progress)

    def get(self, job_id: str) -> types.Job:
        return self._transport.call(ops.GET_JOBS_JOB_ID, path={'job_id': job_id})

    def list(self, query: types.GetJobsQuery | None = None) -> types.JobList:
        """Newest first. Pass `next_cursor` as `cursor`."""
        return self._transport.call(ops.GET_JOBS, query=query)

    def wait(self, job_id: str, on_progress: Progress | None = None) -> types.Job:
        """Returns when the job has succeeded, failed or was canceled. on_progress: of the work."""
        pause = FIRST_PAUSE
        while True:
            job = self.get(job_id)
            if job['finished_at'] is not None:
                return job
            if on_progress:
                on_progress(job['progress'])
            self._transport.pause(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def cancel(self, job_id: str) -> types.Job:
        return self._transport.call(ops.POST_JOBS_JOB_ID_CANCEL, path={'job_id': job_id})

    def remove(self, job_id: str) -> types.DeleteJobsJobIdAnswer:
        """Only a finished job. Its file is deleted with it."""
        return self._transport.call(ops.DELETE_JOBS_JOB_ID, path={'job_id': job_id})

    def read(self, job_id: str, start: int, end: int) -> bytes:
        """Bytes of the signed file, from `start` to before `end`."""
        headers = {'range': f'bytes={start}-{end - 1}'}
        answer = self._transport.download(ops.GET_JOBS_JOB_ID_CONTENT, path={'job_id': job_id}, headers=headers)
        return answer.content

    def _start(self, job: types.Job, source: Source, on_progress: Progress | None) -> types.Job:
        self._send(job, source, on_progress)
        return self._transport.call(ops.POST_JOBS_JOB_ID_START, path={'job_id': job['job_id']})

    def _send(self, job: types.Job, source: Source, on_progress: Progress | None) -> None:
        size = _size_of(source)
        if size != job['size']:
            raise ValueError(f'The job is for a file of {job["size"]} bytes, not {size}.')
        upload = job['upload']
        if upload is None:
            return
        count, part_bytes, stored = upload['part_count'], upload['part_bytes'], set(upload['received'])
        for number in range(1, count + 1):
            if number in stored:
                continue
            offset = (number - 1) * part_bytes
            path = {'job_id': job['job_id'], 'number': str(number)}
            part = Part(source, offset, min(part_bytes, size - offset))
            self._transport.upload_part(ops.PUT_JOBS_JOB_ID_PARTS_NUMBER, part, path)
            stored.add(number)
            if on_progress:
                on_progress(len(stored) / count)


def _size_of(source: Source) -> int:
    with source.open() as (_, _, size):
        return size


def _upload_of(source: Source, file_name: str | None) -> dict[str, object]:
    # The name first, because reading the size of a stream replaces it with a copy.
    name = file_name or name_of(source.content)
    # On Linux, a name can have bytes that are not UTF-8.
    valid = name.encode('utf-8', 'replace').decode() if name else None
    return {'upload': _given({'size': _size_of(source), 'file_name': valid})}


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}
