"""The same client for asyncio. Its requests run in threads, and a canceled call closes its
connection.
"""
from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator
from typing import Any

from .async_resources.account import Account, Billing, Branding
from .async_resources.auth import Auth
from .async_resources.certificates import Certificates
from .async_resources.domains import Domains
from .async_resources.generators import Generators
from .async_resources.jobs import Jobs
from .async_resources.receipts import Receipts
from .async_resources.records import Records
from .async_resources.reports import Analytics, Attestation, Audit
from .async_resources.resolution import Resolution
from .async_resources.sign import Sign
from .async_resources.sign_batch import SignBatch
from .async_resources.storage_connections import StorageConnections
from .async_resources.system import System
from .async_resources.team import Team
from .async_resources.verify import Verify
from .async_resources.webhooks import Webhooks
from .errors import ServiceError
from .sign_many import Paths, SignJob, SignOutcome, finish, jobs_of, key_of
from .transport import AsyncTransport, Credential, Sender


class AsyncClient:
    """The options are those of `Client`. most_requests: requests at the same time."""

    def __init__(
        self,
        base_url: str,
        credential: Credential = None,
        *,
        retries: int = 3,
        timeout: float = 120.0,
        ssl_context: ssl.SSLContext | None = None,
        most_requests: int = 16,
    ) -> None:
        self._sender = Sender(base_url, credential, retries, timeout, ssl_context)
        self._transport = transport = AsyncTransport(self._sender, most_requests)
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

    async def sign_many(
        self,
        paths: Paths,
        *,
        model: str,
        generator_id: str,
        out: str | os.PathLike[str] | None = None,
        parallel: int = 6,
        **options: Any,
    ) -> AsyncIterator[SignOutcome]:
        """Signs files at the same time, and yields each outcome as soon as it is known."""
        given: dict[str, Any] = {'model': model, 'generator_id': generator_id, **options}
        jobs = iter(jobs_of(paths, out))

        async def sign(job: SignJob) -> SignOutcome:
            try:
                key = await asyncio.to_thread(key_of, job.path, given)
                signed = await self.sign(job.path, idempotency_key=key, **given)
                return await asyncio.to_thread(finish, job, signed)
            except (ServiceError, OSError) as problem:
                return SignOutcome(job.path, error=problem)

        running: set[asyncio.Task[SignOutcome]] = set()
        try:
            while True:
                for job in jobs:
                    running.add(asyncio.create_task(sign(job)))
                    if len(running) >= parallel:
                        break
                if not running:
                    return
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            for each in running:
                each.cancel()

    async def close(self) -> None:
        """Ends the threads and closes the connections. The client cannot be used afterwards."""
        self._transport.close()
        self._sender.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.close()
