"""The client: one object, its methods grouped by resource. Many threads can share it."""
from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from .errors import ServiceError
from .resources.account import Account, Billing, Branding
from .resources.auth import Auth
from .resources.certificates import Certificates
from .resources.domains import Domains
from .resources.generators import Generators
from .resources.jobs import Jobs
from .resources.receipts import Receipts
from .resources.records import Records
from .resources.reports import Analytics, Attestation, Audit
from .resources.resolution import Resolution
from .resources.sign import Sign
from .resources.sign_batch import SignBatch
from .resources.storage_connections import StorageConnections
from .resources.system import System
from .resources.team import Team
from .resources.verify import Verify
from .resources.webhooks import Webhooks
from .sign_many import Paths, SignJob, SignOutcome, finish, jobs_of, key_of
from .transport import Credential, Sender, Transport


class Client:
    """A client of the service.

    base_url: address of the service, such as `https://provenance.example`.
    credential: a session token or an API key, or a function that returns one for each request.
    retries: number of retries after a temporary failure.
    timeout: seconds to wait for a connection, or for the next bytes of an upload or a response.
    ssl_context: your own rules for HTTPS. Default: the certificates that the system trusts.
    """

    def __init__(
        self,
        base_url: str,
        credential: Credential = None,
        *,
        retries: int = 3,
        timeout: float = 120.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._sender = Sender(base_url, credential, retries, timeout, ssl_context)
        transport = Transport(self._sender)
        self.auth = Auth(transport)
        self.account = Account(transport)
        self.generators = Generators(transport)
        self.records = Records(transport)
        self.sign = Sign(transport)
        self.sign_batch = SignBatch(transport)
        self.verify = Verify(transport)
        self.jobs = Jobs(transport)
        self.storage_connections = StorageConnections(transport)
        self.receipts = Receipts(transport)
        self.team = Team(transport)
        self.webhooks = Webhooks(transport)
        self.audit = Audit(transport)
        self.analytics = Analytics(transport)
        self.billing = Billing(transport)
        self.branding = Branding(transport)
        self.domains = Domains(transport)
        self.certificates = Certificates(transport)
        self.resolution = Resolution(transport)
        self.attestation = Attestation(transport)
        self.system = System(transport)

    def sign_many(
        self,
        paths: Paths,
        *,
        model: str,
        generator_id: str,
        out: str | os.PathLike[str] | None = None,
        parallel: int = 6,
        **options: Any,
    ) -> Iterator[SignOutcome]:
        """Signs files at the same time, and yields each outcome as soon as it is known.

        out: a folder for the signed files, with the same names. Without it, each outcome has the
        signed bytes. parallel: files at the same time. options: more options of `sign`.
        """
        given: dict[str, Any] = {'model': model, 'generator_id': generator_id, **options}
        jobs = iter(jobs_of(paths, out))

        def sign(job: SignJob) -> SignOutcome:
            try:
                return finish(job, self.sign(job.path, idempotency_key=key_of(job.path, given), **given))
            except (ServiceError, OSError) as problem:
                return SignOutcome(job.path, error=problem)

        return _work_through(jobs, sign, parallel)

    def close(self) -> None:
        """Closes the connections. The client can still be used afterwards."""
        self._sender.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def _work_through(jobs: Iterator[SignJob], sign: Any, parallel: int) -> Iterator[SignOutcome]:
    running: set[Future[SignOutcome]] = set()
    with ThreadPoolExecutor(parallel, thread_name_prefix='sign') as threads:
        try:
            while True:
                for job in jobs:
                    running.add(threads.submit(sign, job))
                    if len(running) >= parallel:
                        break
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            for each in running:
                each.cancel()
