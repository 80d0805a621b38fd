# Generated from ../resources/domains.py by npm run generate; do not edit.
"""/v1/account/domains: domains that the organization controls."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Domains:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> types.GetAccountDomainsAnswer:
        """Also returns how people see the organization."""
        return await self._transport.call(ops.GET_ACCOUNT_DOMAINS)

    async def add(self, domain: str) -> types.PostAccountDomainsAnswer:
        """The response says what to publish."""
        return await self._transport.call(ops.POST_ACCOUNT_DOMAINS, body={'domain': domain})

    async def check(self, domain_id: str) -> types.PostAccountDomainsDomainIdCheckAnswer:
        return await self._transport.call(ops.POST_ACCOUNT_DOMAINS_DOMAIN_ID_CHECK, path={'domain_id': domain_id})

    async def remove(self, domain_id: str) -> types.DeleteAccountDomainsDomainIdAnswer:
        return await self._transport.call(ops.DELETE_ACCOUNT_DOMAINS_DOMAIN_ID, path={'domain_id': domain_id})
