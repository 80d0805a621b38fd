"""/v1/account/domains: domains that the organization controls."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Domains:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.GetAccountDomainsAnswer:
        """Also returns how people see the organization."""
        return self._transport.call(ops.GET_ACCOUNT_DOMAINS)

    def add(self, domain: str) -> types.PostAccountDomainsAnswer:
        """The response says what to publish."""
        return self._transport.call(ops.POST_ACCOUNT_DOMAINS, body={'domain': domain})

    def check(self, domain_id: str) -> types.PostAccountDomainsDomainIdCheckAnswer:
        return self._transport.call(ops.POST_ACCOUNT_DOMAINS_DOMAIN_ID_CHECK, path={'domain_id': domain_id})

    def remove(self, domain_id: str) -> types.DeleteAccountDomainsDomainIdAnswer:
        return self._transport.call(ops.DELETE_ACCOUNT_DOMAINS_DOMAIN_ID, path={'domain_id': domain_id})
