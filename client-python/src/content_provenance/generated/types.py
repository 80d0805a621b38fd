# Generated from the OpenAPI document of the service by npm run generate; do not edit.
"""The bodies, queries and answers of the operations, for type checkers."""
from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

class AnalyticsByFormat(TypedDict):
    """Verifications by the format of the content"""
    image: int
    audio: int
    text: int
    video: int
    unknown: int

class AnalyticsBySource(TypedDict):
    """Verifications by how the record was found"""
    provided: int
    xmp: int
    watermark: int
    phash: int
    fingerprint: int
    neural_watermark: int
    text_fingerprint: int

class AnalyticsDailyTrendItem(TypedDict):
    date: str
    verifications: int
    authentic: int
    tampered: int
    not_proven: int
    signatures: int

class AnalyticsTopRecordsItem(TypedDict):
    record_id: str
    verifications: int
    tampered: int

class Analytics(TypedDict):
    #: Days up to today, in UTC
    window_days: int
    #: Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count
    total_verifications: int
    tamper_count: int
    authentic_count: int
    #: Neither authentic nor tampered, such as a copy found by likeness
    not_proven_count: int
    signature_count: int
    #: Verifications by the format of the content
    by_format: AnalyticsByFormat
    #: Verifications by how the record was found
    by_source: AnalyticsBySource
    #: Oldest first, without gaps
    daily_trend: list[AnalyticsDailyTrendItem]
    #: The most verified records, at most 10
    top_records: list[AnalyticsTopRecordsItem]

class ApiKey(TypedDict):
    key_id: str
    #: Name of the key
    name: str | None
    #: Masked key
    preview: str
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    last_used_at: str | None
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None
    #: replaced: it was rotated, and works until `expires_at`
    status: Literal['active', 'replaced', 'expired']
    #: The key that a rotation put in its place, or null
    replaced_by: str | None
    usage: ApiKeyUsage

class ApiKeyChange(TypedDict, total=False):
    #: Name of the key
    name: str | None
    #: What the key can do. null: everything, also the scopes of later releases. No scope includes another one. `sign`: Sign content, submit records and embed C2PA manifests. `verify`: Verify with the limit of your plan. `jobs`: Send content to jobs for large files, watch and cancel them, and download signed files. `records:read`: List, search and export your records, read their labels and thumbnails, and open your entries in the transparency log. `records:write`: Change the labels of records. `generators:read`: List your generators. `generators:write`: Create and revoke generators, and rotate their keys. `c2pa`: Manage C2PA certificates, and the manifests and bindings that you store. `webhooks`: Manage webhooks and read their deliveries. `reports:read`: Read the audit log, analytics, usage and attestations. `admin`: Read and change account settings: branding, domains, what records keep, connected stores, plan requests, the monitoring key.
    scopes: list[Literal['sign', 'verify', 'jobs', 'records:read', 'records:write', 'generators:read', 'generators:write', 'c2pa', 'webhooks', 'reports:read', 'admin']] | None
    #: From then on, the key gets 401. null: the key does not expire
    expires_at: str | None
    #: The generators that the key can use, and whose records it can read. null: all. Such a key can have only these scopes, and has them by default: `sign`, `verify`, `jobs`, `records:read`, `records:write`, `generators:read`, `generators:write`
    generator_ids: list[str] | None
    #: The IPv4 and IPv6 addresses, or networks in CIDR notation, from which the key works. null: all
    addresses: list[str] | None
    #: Requests per minute with this key. null: only the limit of your plan applies
    limit_per_minute: int | None

class ApiKeyUsage(TypedDict):
    """In the current billing period"""
    #: ISO 8601, UTC
    period_start: str
    #: Requests with the key, accurate to the minute
    requests: int
    #: Signatures with the key, accurate to the minute
    signatures: int

_AttestationPeriodNeeded = TypedDict('_AttestationPeriodNeeded', {
    'from': 'str',
    'to': 'str',
})

_AttestationPeriodOptional = TypedDict('_AttestationPeriodOptional', {
}, total=False)

class AttestationPeriod(_AttestationPeriodNeeded, _AttestationPeriodOptional):
    pass

class AttestationSummary(TypedDict):
    records_signed: int
    content_verified: int
    tamper_events: int
    #: At the end of the period
    generators_active: int
    formats: list[MediaFormat]

class _AttestationEuAiActArticle50MappingItemNeeded(TypedDict):
    paragraph: str
    obligation: str
    service_mechanism: str

class AttestationEuAiActArticle50MappingItem(_AttestationEuAiActArticle50MappingItemNeeded, total=False):
    records_covered: int
    verifications_recorded: int

class AttestationEuAiActArticle50NotCoveredItem(TypedDict):
    paragraph: str
    obligation: str
    reason: str

class AttestationEuAiActArticle50(TypedDict):
    transparency_obligation: str
    mapping: list[AttestationEuAiActArticle50MappingItem]
    not_covered: list[AttestationEuAiActArticle50NotCoveredItem]

class AttestationCodeOfPracticeMeasuresItemFactsItem(TypedDict):
    fact: str
    count: int

class AttestationCodeOfPracticeMeasuresItem(TypedDict):
    measure: str
    service_mechanism: str
    facts: list[AttestationCodeOfPracticeMeasuresItemFactsItem]

class AttestationCodeOfPractice(TypedDict):
    title: str
    measures: list[AttestationCodeOfPracticeMeasuresItem]

class AttestationRecordsByFormatItem(TypedDict):
    fact: str
    count: int

class AttestationVerificationsBySourceItem(TypedDict):
    fact: str
    count: int

class AttestationGeneratorsItemKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    status: Literal['active', 'retired']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    retired_at: str | None

class AttestationGeneratorsItem(TypedDict):
    generator_id: str
    name: str
    #: Who manages the private keys: the service (server) or you (client)
    mode: Literal['server', 'client']
    #: At the end of the period
    status: Literal['active', 'revoked']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    revoked_at: str | None
    keys: list[AttestationGeneratorsItemKeysItem]

class Attestation(TypedDict):
    attestation_id: str
    environment: Literal['live', 'sandbox']
    org: Organization
    period: AttestationPeriod
    #: ISO 8601, UTC
    generated_at: str
    summary: AttestationSummary
    eu_ai_act_article_50: AttestationEuAiActArticle50
    code_of_practice: AttestationCodeOfPractice
    records_by_format: list[AttestationRecordsByFormatItem]
    verifications_by_source: list[AttestationVerificationsBySourceItem]
    generators: list[AttestationGeneratorsItem]
    disclaimer: str

class AttestationKeysKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    #: Raw public key (1952 bytes) in base64
    key: str

class AttestationKeys(TypedDict):
    keys: list[AttestationKeysKeysItem]

class AttestationSignature(TypedDict):
    attestation_id: str
    #: SHA3-256 of the exported file
    content_hash: str
    algorithm: Literal['ml-dsa-65']
    kid: str
    #: Over the bytes of the exported file, in base64
    signature: str
    #: ISO 8601, UTC
    signed_at: str

class AuditEventActor(TypedDict):
    """Who caused the event. The service looks up names when you read the log"""
    kind: Literal['member', 'key', 'service', 'public']
    #: The ID of the member or API key
    id: str | None
    #: The email address of the member or the name of the API key. null: it is gone
    name: str | None
    #: For a personal API key: the email address of its member
    member: str | None

class AuditEvent(TypedDict):
    event_id: str
    #: New types can be added. Ignore those that you do not know
    type: Literal['sign', 'verify', 'key_created', 'key_revoked', 'key_rotated', 'quota_warning', 'quota_limit', 'organization_registered', 'organization_abandoned', 'organization_renamed', 'plan_changed', 'plan_requested', 'plan_request_withdrawn', 'plan_request_decided', 'api_key_created', 'api_key_changed', 'api_key_rotated', 'api_key_expiring', 'api_key_revoked', 'invite_created', 'invite_cancelled', 'invite_link_created', 'member_joined', 'member_role_changed', 'member_removed', 'branding_changed', 'record_settings_changed', 'domain_added', 'domain_verified', 'domain_failing', 'domain_expired', 'domain_removed', 'c2pa_embedded', 'c2pa_signature_changed', 'c2pa_manifest_stored', 'c2pa_manifest_deleted', 'c2pa_binding_stored', 'certificate_requested', 'certificate_activated', 'certificate_revoked', 'certificate_expiring', 'attestation_exported', 'login', 'email_verified', 'password_changed', 'two_factor_enabled', 'two_factor_disabled', 'job_created', 'job_finished', 'storage_connected', 'storage_disconnected', 'webhook_created', 'webhook_updated', 'webhook_deleted', 'webhook_failing', 'webhook_disabled', 'webhook_delivery_retried', 'webhook_tested']
    #: ISO 8601, UTC
    timestamp: str
    #: Who caused the event. The service looks up names when you read the log
    actor: AuditEventActor
    #: Current names of the members, API keys, generators, invites and webhooks in `metadata`, by ID. What is gone is not in it
    names: dict[str, str]
    metadata: dict[str, Any]

class _AuditPageNeeded(TypedDict):
    events: list[AuditEvent]
    total: int
    page: int
    limit: int

class AuditPage(_AuditPageNeeded, total=False):
    #: With `before`, `type`, `actor` or `from`: the start of the next page
    next_cursor: str

class Branding(TypedDict):
    #: Display name
    display_name: str | None
    #: An https:// URL
    logo_url: str | None
    #: #rrggbb
    primary_color: str | None
    #: An https:// URL
    support_url: str | None

class C2paExportAssertionsItem(TypedDict):
    label: str
    data: dict[str, Any]

_C2paExportNeeded = TypedDict('_C2paExportNeeded', {
    '@context': 'dict[str, str]',
    'claim_generator': 'str',
    'instance_id': 'str',
    'assertions': 'list[C2paExportAssertionsItem]',
})

_C2paExportOptional = TypedDict('_C2paExportOptional', {
}, total=False)

class C2paExport(_C2paExportNeeded, _C2paExportOptional):
    pass

class CreatedApiKey(TypedDict):
    key_id: str
    #: The complete key. Returned only in this response
    key: str
    #: Name of the key
    name: str | None
    #: ISO 8601, UTC
    created_at: str
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None

class CreatedGenerator(TypedDict):
    generator_id: str
    name: str
    supported_formats: list[MediaFormat]
    status: GeneratorStatus

class CreatedInvite(TypedDict):
    invite_id: str
    #: admin needs the Growth plan or above
    role: Literal['user', 'admin']
    #: ISO 8601, UTC
    expires_at: str
    #: A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it
    invite_url: str

class CreatedPersonalKey(TypedDict):
    key_id: str
    #: The complete key. Returned only in this response
    key: str
    #: ISO 8601, UTC
    created_at: str
    #: Name of the key
    name: str | None
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None

class CreatedWebhook(TypedDict):
    webhook_id: str
    url: str
    events: list[WebhookEvent]
    status: Literal['active', 'disabled']
    delivery: WebhookDeliveryMode
    #: Failures in a row. At five, the service disables an endpoint with synchronous delivery
    failure_count: int
    #: With queued delivery, the first failure since the last success. After three days, the service disables the endpoint
    failing_since: str | None
    #: ISO 8601, UTC
    created_at: str
    #: Signs every delivery. Returned only in this response
    secret: str

class CurrentUserUser(TypedDict):
    user_id: str
    email: str
    email_verified: bool
    org_id: str
    #: ISO 8601, UTC
    created_at: str
    role: Role
    #: null: turned off
    two_factor: Literal['email', 'totp'] | None

class CurrentUser(TypedDict):
    user: CurrentUserUser
    org: Organization

class DomainDns(TypedDict):
    """The TXT record to publish. You can publish the file instead"""
    type: Literal['TXT']
    name: str
    value: str

class DomainFile(TypedDict):
    """The file to publish, with this line in its first 4 KB. You can publish the TXT record instead"""
    url: str
    content: str

class Domain(TypedDict):
    domain_id: str
    #: Lowercase, with internationalized labels in punycode
    domain: str
    #: pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again
    state: Literal['pending', 'verified', 'failing', 'expired']
    #: How the domain was proven: dns or file. null: not proven
    method: str | None
    #: ISO 8601, UTC
    verified_at: str | None
    #: ISO 8601, UTC
    checked_at: str | None
    #: When people stop seeing a failing domain
    expires_at: str | None
    #: Why the last check failed
    problem: str | None
    #: The TXT record to publish. You can publish the file instead
    dns: DomainDns
    #: The file to publish, with this line in its first 4 KB. You can publish the TXT record instead
    file: DomainFile
    #: ISO 8601, UTC
    created_at: str

class ErrorDetailsItem(TypedDict):
    path: str
    message: str

class _ErrorNeeded(TypedDict):
    error: ErrorCode
    #: Explanation for people
    message: str
    request_id: str

class Error(_ErrorNeeded, total=False):
    #: For validation_error: the path of each problem and what is wrong
    details: list[ErrorDetailsItem]

ErrorCode: TypeAlias = "Literal['validation_error', 'format_not_supported', 'unsupported_media', 'signature_invalid', 'client_managed_generator', 'invalid_token', 'token_expired_or_used', 'last_owner', 'cannot_remove_self', 'unauthorized', 'invalid_credentials', 'invalid_otp', 'signature_limit_reached', 'plan_required', 'seat_limit_reached', 'forbidden', 'insufficient_scope', 'address_not_allowed', 'generator_not_allowed', 'email_not_verified', 'not_found', 'generator_not_found', 'generator_revoked', 'manifest_not_found', 'binding_not_found', 'record_not_found', 'record_not_logged', 'proof_not_ready', 'invite_not_found', 'method_not_allowed', 'email_taken', 'already_member', 'watermark_id_taken', 'idempotency_conflict', 'two_factor_already_enabled', 'generator_limit_reached', 'api_key_limit_reached', 'api_key_replaced', 'invite_limit_reached', 'webhook_limit_reached', 'plan_request_pending', 'plan_request_closed', 'domain_already_added', 'domain_limit_reached', 'certificate_limit_reached', 'manifest_id_taken', 'manifest_limit_reached', 'certificate_not_requested', 'certificate_expired', 'delivery_already_succeeded', 'delivery_pending', 'endpoint_disabled', 'job_limit_reached', 'job_storage_limit_reached', 'job_not_uploading', 'job_not_cancelable', 'job_parts_missing', 'job_unfinished', 'storage_refused', 'storage_connection_limit_reached', 'range_not_satisfiable', 'payload_too_large', 'unsupported_media_type', 'rate_limited', 'too_many_attempts', 'internal_error', 'otp_store_unavailable', 'archive_unavailable', 'archive_damaged', 'service_unavailable']"

ExactFormat: TypeAlias = "Literal['jpeg', 'png', 'webp', 'wav', 'flac', 'mp3', 'mp4', 'mov', 'matroska', 'webm', 'pdf', 'html', 'plain-text']"

_ExportedAttestationPeriodNeeded = TypedDict('_ExportedAttestationPeriodNeeded', {
    'from': 'str',
    'to': 'str',
})

_ExportedAttestationPeriodOptional = TypedDict('_ExportedAttestationPeriodOptional', {
}, total=False)

class ExportedAttestationPeriod(_ExportedAttestationPeriodNeeded, _ExportedAttestationPeriodOptional):
    pass

class ExportedAttestationSummary(TypedDict):
    records_signed: int
    content_verified: int
    tamper_events: int
    #: At the end of the period
    generators_active: int
    formats: list[MediaFormat]

class _ExportedAttestationEuAiActArticle50MappingItemNeeded(TypedDict):
    paragraph: str
    obligation: str
    service_mechanism: str

class ExportedAttestationEuAiActArticle50MappingItem(_ExportedAttestationEuAiActArticle50MappingItemNeeded, total=False):
    records_covered: int
    verifications_recorded: int

class ExportedAttestationEuAiActArticle50NotCoveredItem(TypedDict):
    paragraph: str
    obligation: str
    reason: str

class ExportedAttestationEuAiActArticle50(TypedDict):
    transparency_obligation: str
    mapping: list[ExportedAttestationEuAiActArticle50MappingItem]
    not_covered: list[ExportedAttestationEuAiActArticle50NotCoveredItem]

class ExportedAttestationCodeOfPracticeMeasuresItemFactsItem(TypedDict):
    fact: str
    count: int

class ExportedAttestationCodeOfPracticeMeasuresItem(TypedDict):
    measure: str
    service_mechanism: str
    facts: list[ExportedAttestationCodeOfPracticeMeasuresItemFactsItem]

class ExportedAttestationCodeOfPractice(TypedDict):
    title: str
    measures: list[ExportedAttestationCodeOfPracticeMeasuresItem]

class ExportedAttestationRecordsByFormatItem(TypedDict):
    fact: str
    count: int

class ExportedAttestationVerificationsBySourceItem(TypedDict):
    fact: str
    count: int

class ExportedAttestationGeneratorsItemKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    status: Literal['active', 'retired']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    retired_at: str | None

class ExportedAttestationGeneratorsItem(TypedDict):
    generator_id: str
    name: str
    #: Who manages the private keys: the service (server) or you (client)
    mode: Literal['server', 'client']
    #: At the end of the period
    status: Literal['active', 'revoked']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    revoked_at: str | None
    keys: list[ExportedAttestationGeneratorsItemKeysItem]

class ExportedAttestationSignature(TypedDict):
    algorithm: Literal['ml-dsa-65']
    kid: str
    covers: str
    signature_url: str
    public_key_url: str

class ExportedAttestation(TypedDict):
    attestation_id: str
    environment: Literal['live', 'sandbox']
    org: Organization
    period: ExportedAttestationPeriod
    #: ISO 8601, UTC
    generated_at: str
    summary: ExportedAttestationSummary
    eu_ai_act_article_50: ExportedAttestationEuAiActArticle50
    code_of_practice: ExportedAttestationCodeOfPractice
    records_by_format: list[ExportedAttestationRecordsByFormatItem]
    verifications_by_source: list[ExportedAttestationVerificationsBySourceItem]
    generators: list[ExportedAttestationGeneratorsItem]
    disclaimer: str
    signature: ExportedAttestationSignature

class FailedItemDetailsItem(TypedDict):
    path: str
    message: str

class _FailedItemNeeded(TypedDict):
    #: The status that POST /v1/sign would return
    status: int
    error: ErrorCode
    #: Explanation for people
    message: str
    request_id: str

class FailedItem(_FailedItemNeeded, total=False):
    """Why an item was not signed"""
    #: For validation_error: the path of each problem and what is wrong
    details: list[FailedItemDetailsItem]

class GeneratorPublicKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    key: str

class Generator(TypedDict):
    generator_id: str
    org_id: str
    name: str
    status: GeneratorStatus
    supported_formats: list[MediaFormat]
    public_keys: list[GeneratorPublicKeysItem]
    #: Who manages the private keys: the service (server) or you (client)
    mode: Literal['server', 'client']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    revoked_at: str | None

class GeneratorKeyRotatedData(TypedDict):
    #: ID of the generator
    generator_id: str
    #: ID of the key that signs from now on
    active_kid: str
    #: ID of the previous key. It can verify earlier signatures, but it can no longer sign
    retired_kid: str

class _GeneratorKeyRotatedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['generator.key_rotated']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: GeneratorKeyRotatedData

class GeneratorKeyRotatedEvent(_GeneratorKeyRotatedEventNeeded, total=False):
    """Someone rotates the key of a generator."""
    #: A test event: nothing happened
    test: Literal[True]

class GeneratorRevokedData(TypedDict):
    #: ID of the generator
    generator_id: str

class _GeneratorRevokedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['generator.revoked']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: GeneratorRevokedData

class GeneratorRevokedEvent(_GeneratorRevokedEventNeeded, total=False):
    """Someone revokes a generator."""
    #: A test event: nothing happened
    test: Literal[True]

GeneratorStatus: TypeAlias = "Literal['active', 'revoked']"

class HealthChecksKeyCustody(TypedDict, total=False):
    """Private keys outside the database, if there are any. away: the last call failed, so generators and certificates with a key there cannot sign. Everything else works."""
    pkcs11: Literal['ok', 'away']
    kms: Literal['ok', 'away']

class _HealthChecksNeeded(TypedDict):
    database: Literal['ok', 'failing']
    cache: Literal['ok', 'failing']
    workers: Literal['ok', 'failing']
    #: absent: the service signs video with a token only
    decoder: Literal['ok', 'absent']
    #: Neural watermark for images. absent: its runtime or its networks are not installed. altered: the network files differ from the released ones. off: NEURAL_WATERMARK=false. In these states, images carry only the other watermark.
    neural: Literal['ok', 'absent', 'altered', 'off']
    #: Neural watermark for audio. Not every release includes its networks.
    neural_audio: Literal['ok', 'absent', 'altered', 'off']

class HealthChecks(_HealthChecksNeeded, total=False):
    #: In the order of DATABASE_REPLICA_URL. The primary takes over for replicas that are not ok. foreign: not a replica of this database, or not yet on its timeline.
    replicas: list[Literal['ok', 'behind', 'away', 'foreign']]
    #: Private keys outside the database, if there are any. away: the last call failed, so generators and certificates with a key there cannot sign. Everything else works.
    key_custody: HealthChecksKeyCustody

class Health(TypedDict):
    status: Literal['ok']
    checks: HealthChecks

class HourlyAnalyticsByFormat(TypedDict):
    """Verifications by the format of the content"""
    image: int
    audio: int
    text: int
    video: int
    unknown: int

class HourlyAnalyticsBySource(TypedDict):
    """Verifications by how the record was found"""
    provided: int
    xmp: int
    watermark: int
    phash: int
    fingerprint: int
    neural_watermark: int
    text_fingerprint: int

class HourlyAnalyticsHourlyTrendItem(TypedDict):
    #: ISO 8601, UTC
    start: str
    verifications: int
    authentic: int
    tampered: int
    not_proven: int
    signatures: int

class HourlyAnalytics(TypedDict):
    #: Hours up to now, in UTC
    window_hours: int
    #: Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count
    total_verifications: int
    tamper_count: int
    authentic_count: int
    #: Neither authentic nor tampered, such as a copy found by likeness
    not_proven_count: int
    signature_count: int
    #: Verifications by the format of the content
    by_format: HourlyAnalyticsByFormat
    #: Verifications by how the record was found
    by_source: HourlyAnalyticsBySource
    #: Oldest first, without gaps
    hourly_trend: list[HourlyAnalyticsHourlyTrendItem]

class Invite(TypedDict):
    invite_id: str
    email: str
    #: admin needs the Growth plan or above
    role: Literal['user', 'admin']
    inviter_id: str
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    expires_at: str

class _JobNeeded(TypedDict):
    job_id: str
    kind: JobKind
    state: JobState
    #: From 0 to 1. It never falls while a worker processes the job
    progress: float
    #: Size of the source in bytes
    size: int
    #: The name that the upload has
    file_name: str | None
    source: StoredObject | None
    result: StoredObject | None
    error: JobError | None
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    finished_at: str | None
    #: When the service deletes the job with its files
    expires_at: str | None
    upload: JobUpload | None
    signed: SignedFile | None

class Job(_JobNeeded, total=False):
    verification: VerificationResult

class JobError(TypedDict):
    """Why the job failed"""
    #: A code of the error catalog, or job_interrupted
    code: str
    message: str

class JobFinishedData(TypedDict):
    #: ID of the job
    job_id: str
    #: What the job does: sign or verify
    kind: Literal['sign', 'verify']
    #: How the job ended: succeeded, failed or canceled
    state: Literal['succeeded', 'failed', 'canceled']
    #: ID of the record that the job stored, or null
    record_id: str | None
    #: Code of the error, or null
    error: str | None

class _JobFinishedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['job.finished']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: JobFinishedData

class JobFinishedEvent(_JobFinishedEventNeeded, total=False):
    """A job succeeds, fails or is canceled."""
    #: A test event: nothing happened
    test: Literal[True]

JobKind: TypeAlias = "Literal['sign', 'verify']"

class JobList(TypedDict):
    jobs: list[JobSummary]
    #: Send it as `cursor` to get the next page. null: the last page
    next_cursor: str | None

class JobPart(TypedDict):
    number: int
    #: SHA-256 of the part in hex
    sha256: str

JobSource: TypeAlias = 'NewUpload | StoredObject'

JobState: TypeAlias = "Literal['uploading', 'waiting', 'running', 'succeeded', 'failed', 'canceled']"

class JobSummary(TypedDict):
    job_id: str
    kind: JobKind
    state: JobState
    #: From 0 to 1. It never falls while a worker processes the job
    progress: float
    #: Size of the source in bytes
    size: int
    #: The name that the upload has
    file_name: str | None
    source: StoredObject | None
    result: StoredObject | None
    error: JobError | None
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    finished_at: str | None
    #: When the service deletes the job with its files
    expires_at: str | None

class JobUpload(TypedDict):
    """While the state is uploading"""
    #: Size of every part except the last one
    part_bytes: int
    part_count: int
    #: Numbers of the parts that are stored
    received: list[int]

class ListedDelivery(TypedDict):
    #: The ID of the envelope
    delivery_id: str
    webhook_id: str
    event: str
    #: pending: in the queue. The service attempts it until it is delivered, for 24 hours
    status: Literal['delivered', 'failed', 'pending']
    #: null: no response
    status_code: int | None
    #: The first 4 KB of the response
    response_body: str | None
    #: Why there is no response
    failure: str | None
    latency_ms: int | None
    attempts: int
    #: When the service attempts a pending delivery. null while pending: after an earlier delivery about the same record
    next_attempt_at: str | None
    #: ISO 8601, UTC
    created_at: str
    #: Whether it is a test event. Its payload then has `"test": true`
    test: bool

class ListedRecord(TypedDict):
    record_id: str
    token: str
    watermark_id: str
    generator_id: str
    model: str
    format: MediaFormat
    mode: Literal['server', 'client']
    content_hash: str
    kid: str
    phash: str | None
    #: ISO 8601, UTC
    signed_at: str
    #: The private label, or null
    label: str | None
    #: Whether GET /v1/records/:record_id/thumbnail returns a picture
    has_thumbnail: bool
    #: All verifications: the sum of the next three counts
    verification_count: int
    authentic_count: int
    tamper_count: int
    not_proven_count: int

class Localization1RegionsItem(TypedDict):
    #: Pixels from the left edge of the displayed image
    x: int
    #: Pixels from the top edge
    y: int
    width: int
    height: int
    #: 0 to 1: confidence that this part does not carry the watermark
    score: float

class Localization1Map(TypedDict):
    """The same result as a grid of cells over the image"""
    #: At most 128
    columns: int
    #: At most 128
    rows: int
    #: Pixels along the side of a cell
    cell: int
    #: Base64, one byte for each cell, row by row. 0: unknown, because the watermark is too faint. 1: carries the watermark. 2: does not carry the watermark
    values: str

class Localization1(TypedDict):
    kind: Literal['image']
    #: Pixels of the displayed image, after Exif orientation
    width: int
    height: int
    #: Rectangles that do not carry the watermark, largest first, at most 64
    regions: list[Localization1RegionsItem]
    #: The same result as a grid of cells over the image
    map: Localization1Map

class Localization2RangesItem(TypedDict):
    #: Seconds
    start: float
    #: Seconds
    end: float
    #: 0 to 1: confidence that this part does not carry the watermark
    score: float

class Localization2(TypedDict):
    kind: Literal['audio']
    #: Duration that was checked, from the start
    seconds: float
    ranges: list[Localization2RangesItem]

class Localization3RangesItem(TypedDict):
    #: Seconds
    start: float
    #: Seconds
    end: float
    #: 0 to 1: confidence that this part does not carry the watermark
    score: float

class Localization3(TypedDict):
    """By keyframe, for a video signed with in_band"""
    kind: Literal['video']
    #: Duration that was checked, from the start
    seconds: float
    ranges: list[Localization3RangesItem]

class Localization4ParagraphsItem(TypedDict):
    #: Counted from 1
    paragraph: int
    #: First line of the paragraph, counted from 1
    line: int
    #: missing: the paragraph does not carry the watermark. moved: the watermark is not at the start, or appears twice
    payload: Literal['missing', 'moved']

class Localization4(TypedDict):
    kind: Literal['text']
    #: Number of paragraphs in the text
    count: int
    #: At most 1,000
    paragraphs: list[Localization4ParagraphsItem]

class Localization5(TypedDict):
    kind: Literal['none']
    #: Why there is no result
    note: str

Localization: TypeAlias = 'Localization1 | Localization2 | Localization3 | Localization4 | Localization5'

class _LogOpeningNeeded(TypedDict):
    type: Literal['content-provenance-log-entry/1']
    kind: Literal['record', 'generator_revoked', 'key_retired']
    generator_id: str
    #: 32 bytes in base64
    salt: str

class LogOpening(_LogOpeningNeeded, total=False):
    """What the entry commits to: SHA-256 of this object as canonical JSON is the commitment"""
    record_id: str
    content_hash: str
    kid: str
    #: ISO 8601, UTC
    signed_at: str
    #: ISO 8601, UTC
    time: str

class LogTimestamp(TypedDict):
    """The first checkpoint with a time stamp that includes the entry"""
    #: The same proof for the checkpoint that has the time stamp
    proof: str
    #: RFC 3161 time stamp over the text of that checkpoint without its signatures, in base64
    token: str
    #: ISO 8601, UTC
    stamped_at: str

class ManifestCertificate(TypedDict):
    """The certificate that signed. Anyone can issue a certificate with any name"""
    #: Organization and name of the signer
    subject: str
    #: Organization and name of the authority
    issuer: str
    #: ISO 8601, UTC
    not_before: str
    #: ISO 8601, UTC
    not_after: str
    #: ES256, ML-DSA-65 and others
    algorithm: str

class ManifestMatchesMatchesItem(TypedDict):
    #: Label of the active manifest
    manifestId: str

class ManifestMatches(TypedDict):
    #: Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId}
    matches: list[ManifestMatchesMatchesItem]

class ManifestReportTrust(TypedDict):
    """The trust list by which the signer is trusted"""
    list: str

class ManifestReportTimestamp(TypedDict):
    """The time stamp (RFC 3161) of the signature"""
    #: ISO 8601, UTC
    time: str
    #: As its certificate names it
    authority: str
    #: Whether the authority is on a trust list of the operator
    trusted: bool

class ManifestReportAiTrainingItem(TypedDict):
    #: ai_generative_training, ai_training, ai_inference or data_mining
    use: str
    permission: Literal['allowed', 'notAllowed', 'constrained']

class _ManifestReportActionsItemNeeded(TypedDict):
    #: c2pa.created and others
    action: str

class ManifestReportActionsItem(_ManifestReportActionsItemNeeded, total=False):
    #: Digital source type of IPTC, such as trainedAlgorithmicMedia
    source_type: str
    #: ISO 8601, UTC
    when: str

class _ManifestReportIngredientsItemIngredientsItemIngredientsItemNeeded(TypedDict):
    title: str
    #: parentOf, componentOf or inputTo
    relationship: str
    #: Whether the manifest contains a picture of the ingredient
    thumbnail: bool

class ManifestReportIngredientsItemIngredientsItemIngredientsItem(_ManifestReportIngredientsItemIngredientsItemIngredientsItemNeeded, total=False):
    #: Who signed the manifest of the ingredient
    issuer: str
    #: Whether the manifest of the ingredient is valid. Left out if it has none
    validation_status: Literal['valid', 'invalid']

class _ManifestReportIngredientsItemIngredientsItemNeeded(TypedDict):
    title: str
    #: parentOf, componentOf or inputTo
    relationship: str
    #: Whether the manifest contains a picture of the ingredient
    thumbnail: bool

class ManifestReportIngredientsItemIngredientsItem(_ManifestReportIngredientsItemIngredientsItemNeeded, total=False):
    #: Who signed the manifest of the ingredient
    issuer: str
    #: Whether the manifest of the ingredient is valid. Left out if it has none
    validation_status: Literal['valid', 'invalid']
    ingredients: list[ManifestReportIngredientsItemIngredientsItemIngredientsItem]

class _ManifestReportIngredientsItemNeeded(TypedDict):
    title: str
    #: parentOf, componentOf or inputTo
    relationship: str
    #: Whether the manifest contains a picture of the ingredient
    thumbnail: bool

class ManifestReportIngredientsItem(_ManifestReportIngredientsItemNeeded, total=False):
    #: Who signed the manifest of the ingredient
    issuer: str
    #: Whether the manifest of the ingredient is valid. Left out if it has none
    validation_status: Literal['valid', 'invalid']
    ingredients: list[ManifestReportIngredientsItemIngredientsItem]

class _ManifestReportNeeded(TypedDict):
    #: Whether the upload contains the manifest. false: see `remote_url` or `recovered`
    found: bool
    #: Labels of the active manifest, at most 1,000
    assertions: list[str]
    manifest_count: int
    #: As the certificate names it; empty if it could not be read
    signature_issuer: str
    #: Whether the active manifest is signed under a certificate of this service
    is_service: bool

class ManifestReport(_ManifestReportNeeded, total=False):
    """What a C2PA manifest in the upload says, or one that was recovered for it. Left out if there is none"""
    #: true: the upload has no manifest, and this one comes from the repository, because the upload names its record. It says nothing about the bytes of the upload, so validation_status and state are left out
    recovered: bool
    #: If recovered: get the manifest at /v1/c2pa/manifests/{manifest_id}
    manifest_id: str
    #: Whether the signature, the assertions and the binding to this file are correct; not whether the signer is trusted
    validation_status: Literal['valid', 'invalid']
    #: C2PA status codes, if invalid
    validation_errors: list[str]
    #: trusted: valid, and signed under an authority on a trust list of the operator. valid: correct, but anyone can have signed. invalid: something is wrong. unreadable: the service cannot read this manifest
    state: Literal['trusted', 'valid', 'invalid', 'unreadable']
    #: The trust list by which the signer is trusted
    trust: ManifestReportTrust
    #: What the service did not check, as codes: `cawg.…` for identities, `signingCredential.ocsp.skipped` for revocation, `manifest.inaccessible` for a manifest elsewhere, `format.unsupported` for fonts and text
    unchecked: list[str]
    certificate: ManifestCertificate
    #: The time stamp (RFC 3161) of the signature
    timestamp: ManifestReportTimestamp
    #: Where the file says that its manifest is. The service does not fetch it
    remote_url: str
    #: How the file was made, from its actions: trainedAlgorithmicMedia and others
    digital_source_type: str
    #: Whether the manifest contains a picture of the file
    thumbnail: bool
    #: What the manifest permits for AI training, at most 10 entries
    ai_training: list[ManifestReportAiTrainingItem]
    #: The program that wrote the manifest, as it names itself
    tool: str
    #: ISO 8601, UTC
    signed_at: str
    #: What the manifest says was done, in order, at most 50 actions
    actions: list[ManifestReportActionsItem]
    #: The files it says it was made of: three levels, at most 20 ingredients in a list and 100 in total
    ingredients: list[ManifestReportIngredientsItem]

ManifestSignature: TypeAlias = "Literal['ml-dsa-65', 'classical']"

MediaFormat: TypeAlias = "Literal['image', 'audio', 'text', 'video']"

class Member(TypedDict):
    user_id: str
    email: str
    role: Role
    email_verified: bool
    #: Number of active personal keys
    api_key_count: int
    #: ISO 8601, UTC
    created_at: str
    #: The last request with a session, to the minute. null: none yet
    last_active_at: str | None

class MonitoringKey(TypedDict):
    #: 32 bytes in base64url. The tag of your entries is HMAC-SHA-256 of their nonce under this key
    monitoring_key: str
    log: TransparencyLog

class NewApiKey(TypedDict, total=False):
    #: Name of the key
    name: str | None
    #: What the key can do. null: everything, also the scopes of later releases. No scope includes another one. `sign`: Sign content, submit records and embed C2PA manifests. `verify`: Verify with the limit of your plan. `jobs`: Send content to jobs for large files, watch and cancel them, and download signed files. `records:read`: List, search and export your records, read their labels and thumbnails, and open your entries in the transparency log. `records:write`: Change the labels of records. `generators:read`: List your generators. `generators:write`: Create and revoke generators, and rotate their keys. `c2pa`: Manage C2PA certificates, and the manifests and bindings that you store. `webhooks`: Manage webhooks and read their deliveries. `reports:read`: Read the audit log, analytics, usage and attestations. `admin`: Read and change account settings: branding, domains, what records keep, connected stores, plan requests, the monitoring key.
    scopes: list[Literal['sign', 'verify', 'jobs', 'records:read', 'records:write', 'generators:read', 'generators:write', 'c2pa', 'webhooks', 'reports:read', 'admin']] | None
    #: From then on, the key gets 401. null: the key does not expire
    expires_at: str | None
    #: The generators that the key can use, and whose records it can read. null: all. Such a key can have only these scopes, and has them by default: `sign`, `verify`, `jobs`, `records:read`, `records:write`, `generators:read`, `generators:write`
    generator_ids: list[str] | None
    #: The IPv4 and IPv6 addresses, or networks in CIDR notation, from which the key works. null: all
    addresses: list[str] | None
    #: Requests per minute with this key. null: only the limit of your plan applies
    limit_per_minute: int | None

class _NewUploadUploadNeeded(TypedDict):
    #: Size of the file in bytes
    size: int

class NewUploadUpload(_NewUploadUploadNeeded, total=False):
    file_name: str

class NewUpload(TypedDict):
    """You send the file in parts"""
    upload: NewUploadUpload

class OpenedLogEntry(TypedDict):
    #: The index of the entry in the log
    index: int
    #: The entry in base64: 82 bytes
    entry: str
    opening: LogOpening

class Organization(TypedDict):
    org_id: str
    name: str
    plan: PlanName

class PersonalKey(TypedDict):
    key_id: str
    #: Masked key
    preview: str
    #: ISO 8601, UTC
    created_at: str
    #: Name of the key
    name: str | None
    #: ISO 8601, UTC
    last_used_at: str | None
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None
    #: replaced: it was rotated, and works until `expires_at`
    status: Literal['active', 'replaced', 'expired']
    #: The key that a rotation put in its place, or null
    replaced_by: str | None
    usage: ApiKeyUsage

class Plan(TypedDict):
    plan: PlanName
    label: str
    #: USD. null: custom price
    monthly_price: float | None
    annual_monthly_price: float | None
    annual_total: float | None
    included_signatures: int | None
    overage_rate: float
    upgrade_url: str

PlanName: TypeAlias = "Literal['free', 'starter', 'growth', 'scale', 'enterprise']"

class PlanRequest(TypedDict):
    request_id: str
    plan: PlanName
    billing_interval: Literal['monthly', 'annual']
    note: str | None
    state: Literal['pending', 'approved', 'declined', 'withdrawn']
    #: What the operator says about the decision
    reason: str | None
    #: ISO 8601, UTC
    created_at: str
    #: null: it is pending
    decided_at: str | None

class ProblemDetailsItem(TypedDict):
    path: str
    message: str

class _ProblemNeeded(TypedDict):
    #: The address of the documentation of this error
    type: str
    #: The kind of error in words
    title: str
    status: int
    #: Explanation for people
    detail: str
    #: Identifies the request
    instance: str
    error: ErrorCode
    #: Explanation for people
    message: str
    request_id: str

class Problem(_ProblemNeeded, total=False):
    """Problem details (RFC 9457)"""
    #: For validation_error: the path of each problem and what is wrong
    details: list[ProblemDetailsItem]

class ProvenanceRecordSignedPayload(TypedDict):
    content_hash: str
    generator_id: str
    model: str
    watermark_id: str

class _ProvenanceRecordNeeded(TypedDict):
    record_id: str
    watermark_id: str
    generator_id: str
    org_id: str
    org_name: str
    signer: Signer
    model: str
    format: MediaFormat
    content_hash: str
    signature: str
    signed_payload: ProvenanceRecordSignedPayload
    algorithm: Literal['ml-dsa-65']
    #: The key that signed. GET /v1/keys/:generator_id returns it
    kid: str
    mode: Literal['server', 'client']
    #: ISO 8601, UTC
    signed_at: str
    generator_status: GeneratorStatus

class ProvenanceRecord(_ProvenanceRecordNeeded, total=False):
    exact_format: ExactFormat
    phash: str

class PublicKeysKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    key: str
    status: Literal['active', 'retired']
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    retired_at: str | None

class PublicKeys(TypedDict):
    generator_id: str
    status: GeneratorStatus
    keys: list[PublicKeysKeysItem]

class QuotaLimitData(TypedDict):
    #: Your plan
    plan: Literal['free', 'starter', 'growth', 'scale', 'enterprise']
    #: Signatures that the plan includes each month
    limit: int
    #: Signatures used this month
    current: int
    #: When the count restarts
    period_end: str

class _QuotaLimitEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['quota.limit']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: QuotaLimitData

class QuotaLimitEvent(_QuotaLimitEventNeeded, total=False):
    """You have reached the limit of the Free plan, and signing stops."""
    #: A test event: nothing happened
    test: Literal[True]

class QuotaWarningData(TypedDict):
    #: Your plan
    plan: Literal['free', 'starter', 'growth', 'scale', 'enterprise']
    #: Signatures that the plan includes each month
    limit: int
    #: Signatures used this month
    current: int
    #: When the count restarts
    period_end: str

class _QuotaWarningEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['quota.warning']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: QuotaWarningData

class QuotaWarningEvent(_QuotaWarningEventNeeded, total=False):
    """You have used 80% of the signatures of this month."""
    #: A test event: nothing happened
    test: Literal[True]

class _ReceiptFindingsNeeded(TypedDict):
    valid: bool
    statement: ReceiptStatement | None

class ReceiptFindings(_ReceiptFindingsNeeded, total=False):
    #: Why the receipt is not valid. receipt_malformed: not the text of a receipt. receipt_key_unknown: signed by a key that the service does not have. receipt_signature_invalid: forged or changed. receipt_for_other_content: for another file. receipt_from_other_service: names another service or environment
    reason: Literal['receipt_malformed', 'receipt_key_unknown', 'receipt_signature_invalid', 'receipt_for_other_content', 'receipt_from_other_service']

class ReceiptKeysKeysItemJwk(TypedDict):
    """The same key as a JSON Web Key (RFC 9964), for libraries that read JWS"""
    kty: Literal['AKP']
    alg: Literal['ML-DSA-65']
    kid: str
    #: Raw public key in base64url
    pub: str

class ReceiptKeysKeysItem(TypedDict):
    kid: str
    algorithm: Literal['ml-dsa-65']
    #: Raw public key (1952 bytes) in base64
    key: str
    #: The same key as a JSON Web Key (RFC 9964), for libraries that read JWS
    jwk: ReceiptKeysKeysItemJwk

class ReceiptKeys(TypedDict):
    #: The key that signs new receipts is first. Earlier keys stay
    keys: list[ReceiptKeysKeysItem]

class ReceiptStatementService(TypedDict):
    url: str
    #: live, or sandbox. A receipt of the sandbox proves nothing
    environment: str

class ReceiptStatementExamined(TypedDict):
    #: SHA3-256 of all bytes of the upload, as they were sent
    content_hash: str
    bytes: int
    #: image, audio, text or video. null: unknown format
    format: str | None

class ReceiptStatementProvenance(TypedDict):
    record_id: str
    org_id: str
    #: Name of the organization
    org: str
    signer: Signer
    model: str
    #: ISO 8601, UTC
    signed_at: str
    generator_id: str

class ReceiptStatementDetector(TypedDict):
    name: str
    version: str

class _ReceiptStatementNeeded(TypedDict):
    #: content-provenance-receipt/1
    type: str
    service: ReceiptStatementService
    examined: ReceiptStatementExamined
    #: As in VerificationResult, like the next seven fields
    verdict: str
    authentic: bool
    tampered: bool
    confidence: str
    likeness: str
    token_source: str | None
    signals: dict[str, bool]
    provenance: ReceiptStatementProvenance | None
    #: ISO 8601, UTC
    checked_at: str
    detector: ReceiptStatementDetector
    #: The newest checkpoint of the transparency log at that time, or null
    log_checkpoint: str | None
    #: true: for the receipt, the service stored and logged nothing about the upload
    nothing_retained: bool

class ReceiptStatement(_ReceiptStatementNeeded, total=False):
    """What the service signed"""
    reason: str

class RecordAnalyticsConfidenceBreakdown(TypedDict):
    high: int
    medium: int
    low: int
    none: int

class RecordAnalyticsDailyTrendItem(TypedDict):
    date: str
    verifications: int
    tampered: int

class _RecordAnalyticsRecentEventsItemNeeded(TypedDict):
    event_id: str
    #: ISO 8601, UTC
    timestamp: str
    authentic: bool
    tampered: bool
    confidence: str
    token_source: str | None
    format: str | None

class RecordAnalyticsRecentEventsItem(_RecordAnalyticsRecentEventsItemNeeded, total=False):
    #: near, far or unknown. Absent from older events
    likeness: str
    reason: str

class RecordAnalytics(TypedDict):
    record_id: str
    #: Days up to today, in UTC
    window_days: int
    total_verifications: int
    tamper_count: int
    confidence_breakdown: RecordAnalyticsConfidenceBreakdown
    #: Oldest first, without gaps
    daily_trend: list[RecordAnalyticsDailyTrendItem]
    #: The last 20 verifications, newest first
    recent_events: list[RecordAnalyticsRecentEventsItem]

class RecordCreatedData(TypedDict):
    #: ID of the record
    record_id: str
    #: ID of the generator that signed
    generator_id: str
    #: Name of the model
    model: str
    #: Kind of the content: image, audio, text or video
    format: Literal['image', 'audio', 'text', 'video']
    #: SHA3-256 of the signed content
    content_hash: str
    #: When it was signed
    signed_at: str

class _RecordCreatedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['record.created']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: RecordCreatedData

class RecordCreatedEvent(_RecordCreatedEventNeeded, total=False):
    """The service stores a record."""
    #: A test event: nothing happened
    test: Literal[True]

class _RecordListNeeded(TypedDict):
    records: list[ListedRecord]

class RecordList(_RecordListNeeded, total=False):
    #: Absent on the last page
    next_cursor: str
    #: Records signed before this time are archived. The list does not contain them, but you can still verify them and get each one by its ID or token. Absent if no records are archived
    archived_before: str

class RecordNotes(TypedDict):
    record_id: str
    #: The private label, or null
    label: str | None
    has_thumbnail: bool

class RecordProof(TypedDict):
    record_id: str
    #: The index of the entry in the log
    index: int
    log: TransparencyLog
    opening: LogOpening
    #: The entry in base64: 82 bytes
    entry: str
    #: A C2SP tlog-proof: inclusion proof and signed checkpoint
    proof: str
    timestamp: LogTimestamp | None

class RecordSettings(TypedDict):
    #: Whether signing keeps a private label: the field label, or the name of the uploaded file
    keeps_labels: bool
    #: Whether signing keeps a small picture of each image
    keeps_thumbnails: bool

class _RecordSubmissionNeeded(TypedDict):
    #: `sha3-256:` and 64 lowercase hex characters
    content_hash: str
    generator_id: str
    #: Name of the AI model
    model: str
    #: Must be unique in the service
    watermark_id: str
    #: ML-DSA-65 signature over the canonical JSON of signed_payload, in base64
    signature: str
    signed_payload: SignedPayload

class RecordSubmission(_RecordSubmissionNeeded, total=False):
    #: 64-bit perceptual hash. Used for search, never signed
    phash: str
    #: The text fingerprint in base64, only for format text. With it, verification finds the text without its watermark, and parts of it. Used for search, never signed. The SDK and the command line compute it
    text_fingerprint: str
    format: MediaFormat
    exact_format: ExactFormat
    #: A private name of the record, one line. Only your organization sees it. Needs keeps_labels
    label: str

class ReplacedApiKey(TypedDict):
    """The old key, and when it stops working"""
    key_id: str
    #: ISO 8601, UTC
    expires_at: str

Role: TypeAlias = "Literal['owner', 'admin', 'user']"

class RotatedApiKey(TypedDict):
    key_id: str
    #: The complete key. Returned only in this response
    key: str
    #: Name of the key
    name: str | None
    #: ISO 8601, UTC
    created_at: str
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None
    replaces: ReplacedApiKey

class RotatedPersonalKey(TypedDict):
    key_id: str
    #: The complete key. Returned only in this response
    key: str
    #: ISO 8601, UTC
    created_at: str
    #: Name of the key
    name: str | None
    #: What the key can do. null: everything
    scopes: list[str] | None
    #: ISO 8601, UTC
    expires_at: str | None
    #: The generators that the key can use. null: all
    generator_ids: list[str] | None
    #: The addresses and networks from which it works. null: all
    addresses: list[str] | None
    #: Its requests per minute. null: the limit of your plan
    limit_per_minute: int | None
    replaces: ReplacedApiKey

class Session(TypedDict):
    #: Session token, valid for 24 hours
    token: str
    user: User

class _SignBatchNeeded(TypedDict):
    items: list[SignItem]

class SignBatch(_SignBatchNeeded, total=False):
    defaults: SignDefaults

class SignDefaults(TypedDict, total=False):
    """Fields for every item that does not have them"""
    #: Name of the AI model
    model: str
    generator_id: str
    format: MediaFormat
    #: Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark.
    watermark: Literal['balanced', 'strong', 'faint', 'none']
    #: By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark.
    neural: bool
    #: A private name of the record, one line. Only your organization sees it. Needs keeps_labels
    label: str
    #: keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so
    c2pa: Literal['keep']

class SignItem(TypedDict, total=False):
    """Either `text` or `file`, and `model` and `generator_id` here or in `defaults`"""
    #: The content, if it is a text
    text: str
    #: The content, if it is a file: the name of a file in `files`, without a folder
    file: str
    #: Name of the AI model
    model: str
    generator_id: str
    format: MediaFormat
    #: Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark.
    watermark: Literal['balanced', 'strong', 'faint', 'none']
    #: By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark.
    neural: bool
    #: A private name of the record, one line. Only your organization sees it. Needs keeps_labels
    label: str
    #: keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so
    c2pa: Literal['keep']

class _SignedFileNeeded(TypedDict):
    record_id: str
    #: The token, which is also embedded in the content
    token: str
    format: MediaFormat
    #: Such as mp4
    exact_format: str
    mime_type: str
    #: Bytes
    size: int
    #: SHA-256 of the signed file in hex
    sha256: str
    #: What is in the file: token, watermark, in_band, neural
    carries: list[str]
    #: What was left out, if anything, in words for people
    notes: list[str]

class SignedFile(_SignedFileNeeded, total=False):
    #: The index of the record in the transparency log. Absent if the record is older than the log
    log_index: int

class SignedItemManifest(TypedDict):
    """The manifest that `c2pa: keep` added"""
    manifest_id: str
    signature: Literal['ml-dsa-65', 'classical']

class _SignedItemNeeded(TypedDict):
    #: The token, which is also embedded in the content
    token: str
    record_id: str
    format: MediaFormat
    mime_type: str
    #: What is in the content: token, watermark, neural, manifest
    carries: list[str]
    #: What was left out, if anything, one sentence each
    notes: list[str]

class SignedItem(_SignedItemNeeded, total=False):
    #: The index of the record in the transparency log. Absent if the record is older than the log
    log_index: int
    #: The signed content of an item with `text`
    text: str
    #: The signed content of an item with `file`, in base64
    content: str
    #: The manifest that `c2pa: keep` added
    manifest: SignedItemManifest

class SignedPayload(TypedDict):
    #: `sha3-256:` and 64 lowercase hex characters
    content_hash: str
    generator_id: str
    #: Name of the AI model
    model: str
    #: Must be unique in the service
    watermark_id: str

class Signer(TypedDict):
    """The organization that signed. If there is a domain, trust the domain: anyone can choose any name"""
    #: Name that the organization chose
    name: str
    #: A domain that the organization has proven to control, or null
    domain: str | None
    #: ISO 8601, UTC
    domain_verified_at: str | None
    #: A domain of another organization that the name looks like, or null
    resembles: str | None

class SigningCertificate(TypedDict):
    certificate_id: str
    #: service: issued here. request: for a key made here. import: with a key that you brought
    source: Literal['service', 'request', 'import']
    #: requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more
    state: Literal['requested', 'active', 'replaced', 'revoked']
    subject: str
    issuer: str | None
    #: Hexadecimal
    serial_number: str | None
    #: ES256, ES384, PS256 or Ed25519
    algorithm: str | None
    #: ISO 8601, UTC
    not_before: str | None
    #: ISO 8601, UTC
    not_after: str | None
    #: PEM (PKCS #10), while the chain is missing
    signing_request: str | None
    #: PEM, without the root
    chain: str | None
    #: ISO 8601, UTC
    created_at: str
    #: ISO 8601, UTC
    revoked_at: str | None

class StorageConnection(TypedDict):
    """A connected store. The secret is never returned"""
    connection_id: str
    name: str
    #: Address of the store. It must be https:// and have a public IP address
    endpoint: str
    #: Region, as it appears in signatures. Default: us-east-1
    region: str
    #: Where requests name the bucket. path (default): endpoint/bucket. host: bucket.endpoint
    addressing: Literal['path', 'host']
    #: Name of the bucket
    bucket: str
    #: Jobs use only objects under this prefix. Default: the whole bucket
    prefix: str
    #: Access key ID
    access_key_id: str
    #: ISO 8601, UTC
    created_at: str

class StoredObject(TypedDict):
    """An object in a connected store. As the source of a job: null means an upload. As its result: an object with this key is replaced, and null means only for download"""
    #: ID of a storage connection
    connection_id: str
    #: Key of the object, below the prefix
    object: str

class _StoredRecordNeeded(TypedDict):
    #: svc_…
    token: str
    record_id: str

class StoredRecord(_StoredRecordNeeded, total=False):
    #: The index of the record in the transparency log. Absent if the record is older than the log
    log_index: int

class Success(TypedDict):
    success: Literal[True]

class Team(TypedDict):
    members: list[Member]
    plan: PlanName
    #: Seats of the plan. null: no limit
    max_members: int | None
    #: Whether the plan includes the admin role
    admin_role: bool

class TextMatchPartsItem(TypedDict):
    #: kept: the record has these words too. changed: the record has other words here. added: the record has nothing here
    state: Literal['kept', 'changed', 'added']
    #: The first UTF-16 code unit in the visible text of the upload
    start: int
    #: The one after the last
    end: int

class TextMatch(TypedDict):
    record_id: str
    signer: Signer
    #: ISO 8601, UTC
    signed_at: str
    #: identical: the visible text is the one that the service signed, apart from white space and invisible characters. Always different for a record that was signed with its own key
    visible_text: Literal['identical', 'different']
    #: How much of the upload is in the record
    upload_share: float
    #: How much of the record is in the upload
    record_share: float
    #: The words of the upload, in order, at most 2,000 parts. The service does not store the text
    parts: list[TextMatchPartsItem]

class TokenStatus(TypedDict):
    record_id: str
    generator_status: GeneratorStatus
    #: ISO 8601, UTC
    revoked_at: str | None
    model: str
    #: ISO 8601, UTC
    signed_at: str
    org_id: str
    org_name: str
    signer: Signer
    branding: Branding | None

class TransparencyLog(TypedDict):
    """How to find the log, and the keys that sign its checkpoints"""
    #: The name of the log
    origin: str
    #: Where its checkpoint and tiles are
    url: str
    verifier_keys: list[str]

class TwoFactorChallenge(TypedDict):
    requires_2fa: Literal[True]
    #: For POST /v1/auth/verify-2fa. Works for one attempt
    challenge_token: str

class Usage(TypedDict):
    plan: PlanName
    billing_interval: Literal['monthly', 'annual']
    signatures_used: int
    #: null: no limit
    signatures_included: int | None
    #: USD for each extra signature
    overage_rate: float
    overage_count: int
    #: ISO 8601, UTC
    period_start: str
    #: ISO 8601, UTC
    period_end: str

class User(TypedDict):
    user_id: str
    email: str
    email_verified: bool
    org_id: str

class VerificationResultChecksItem(TypedDict):
    name: Literal['token', 'watermark', 'neural_watermark', 'looks', 'sound', 'words', 'signature', 'content', 'credentials']
    #: Whether the check found what it looked for
    passed: bool

class VerificationResultSignals(TypedDict):
    watermark_found: bool
    record_found: bool
    signature_valid: bool
    phash_match: bool
    fingerprint_match: bool
    neural_watermark_found: bool
    text_match: bool

class VerificationResultProvenance(TypedDict):
    #: Name of the organization
    org: str
    signer: Signer
    org_id: str
    record_id: str
    generator_id: str
    model: str
    #: ISO 8601, UTC
    signed_at: str
    #: The key that signed
    kid: str
    #: ISO 8601, UTC
    revoked_at: str | None

class _VerificationResultNeeded(TypedDict):
    #: The result in one word, as on the verify page. copy: found only by a watermark, and similar to the record. With `localize=true`, only if no part lacks the watermark
    verdict: Literal['authentic', 'changed', 'copy', 'mark_on_other_content', 'resembles', 'same_text', 'shares_text', 'original', 'revoked', 'invalid_record', 'other_credentials_intact', 'other_credentials_broken', 'other_credentials_unchecked', 'token_without_record', 'nothing_found', 'empty_file', 'unknown_type', 'unreadable_file']
    #: The checks that ran
    checks: list[VerificationResultChecksItem]
    authentic: bool
    tampered: bool
    #: Confidence in the identification, not in the integrity
    confidence: Literal['high', 'medium', 'low', 'none']
    #: Whether the content looks or sounds like the content of the record. near: their fingerprints match, which proves nothing. far: their fingerprints differ, because other content carries the watermark or the token, or because the content was strongly cropped or edited. unknown: no record, or nothing to compare
    likeness: Literal['near', 'far', 'unknown']
    #: provided, xmp, watermark, neural_watermark, text_fingerprint, phash or fingerprint
    token_source: str | None
    #: image, audio, text or video. null: unknown format
    format: str | None
    signals: VerificationResultSignals
    provenance: VerificationResultProvenance | None

class VerificationResult(_VerificationResultNeeded, total=False):
    c2pa: ManifestReport
    localization: Localization
    #: Records whose text the upload contains, completely or in part, at most 16: the record of the result first, then the best match. Absent if there are none, or if the upload is exactly what was signed. A match proves nothing about who wrote the upload
    text_matches: list[TextMatch]
    #: With `show_text=true`: the visible text of the upload. It can end after the last word that was compared
    visible_text: str
    #: Why the content is not authentic
    reason: str
    #: What the service could not check, one sentence each
    notes: list[str]
    #: With `receipt=true`: the result and the hash of the upload, signed by the service (a compact JWS). See docs/use/receipts.md
    receipt: str
    #: In a batch: why the service could not check this item
    error: str

class VerifyAttemptedData(TypedDict):
    #: ID of the record
    record_id: str
    #: Whether the content is exactly as signed
    authentic: bool
    #: Whether the content was changed after signing
    tampered: bool
    #: How surely the record was found: high, medium, low or none
    confidence: Literal['high', 'medium', 'low', 'none']
    #: Whether the content resembles what you signed: near, far or unknown
    likeness: Literal['near', 'far', 'unknown']
    #: How the record was found, or null
    token_source: str | None

class _VerifyAttemptedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['verify.attempted']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: VerifyAttemptedData

class VerifyAttemptedEvent(_VerifyAttemptedEventNeeded, total=False):
    """A verification finds one of your records."""
    #: A test event: nothing happened
    test: Literal[True]

class VerifyTamperDetectedData(TypedDict):
    #: ID of the record
    record_id: str
    #: Whether the content is exactly as signed
    authentic: bool
    #: Whether the content was changed after signing
    tampered: bool
    #: How surely the record was found: high, medium, low or none
    confidence: Literal['high', 'medium', 'low', 'none']
    #: Whether the content resembles what you signed: near, far or unknown
    likeness: Literal['near', 'far', 'unknown']
    #: How the record was found, or null
    token_source: str | None
    #: Why the content is not authentic
    reason: str

class _VerifyTamperDetectedEventNeeded(TypedDict):
    #: ID of the delivery. Ignore an ID that you have seen before
    id: str
    event: Literal['verify.tamper_detected']
    #: ISO 8601, UTC
    timestamp: str
    #: ID of your organization
    org_id: str
    data: VerifyTamperDetectedData

class VerifyTamperDetectedEvent(_VerifyTamperDetectedEventNeeded, total=False):
    """A verification finds one of your records, but the content is not as signed. If `likeness` is `far`, the content does not resemble it either."""
    #: A test event: nothing happened
    test: Literal[True]

class Version(TypedDict):
    version: str
    environment: Literal['live', 'sandbox']
    api: Literal['v1']

class Webhook(TypedDict):
    webhook_id: str
    url: str
    events: list[WebhookEvent]
    status: Literal['active', 'disabled']
    delivery: WebhookDeliveryMode
    #: Failures in a row. At five, the service disables an endpoint with synchronous delivery
    failure_count: int
    #: With queued delivery, the first failure since the last success. After three days, the service disables the endpoint
    failing_since: str | None
    #: ISO 8601, UTC
    created_at: str

class WebhookDelivery(TypedDict):
    #: The ID of the envelope
    delivery_id: str
    webhook_id: str
    event: str
    #: pending: in the queue. The service attempts it until it is delivered, for 24 hours
    status: Literal['delivered', 'failed', 'pending']
    #: null: no response
    status_code: int | None
    #: The first 4 KB of the response
    response_body: str | None
    #: Why there is no response
    failure: str | None
    latency_ms: int | None
    attempts: int
    #: When the service attempts a pending delivery. null while pending: after an earlier delivery about the same record
    next_attempt_at: str | None
    #: ISO 8601, UTC
    created_at: str
    #: Whether it is a test event. Its payload then has `"test": true`
    test: bool
    #: The request body. The signature covers it
    payload: str
    #: The headers of the last attempt. null: it was not sent, or by a release that did not keep them
    request_headers: dict[str, str] | None

WebhookDeliveryMode: TypeAlias = "Literal['synchronous', 'queued']"

WebhookEvent: TypeAlias = "Literal['record.created', 'verify.attempted', 'verify.tamper_detected', 'quota.warning', 'quota.limit', 'generator.revoked', 'generator.key_rotated', 'job.finished']"

class PostAuthRegisterBody(TypedDict):
    #: Name of the new organization
    org_name: str
    #: Email address
    email: str
    #: At least 8 characters
    password: str

class PostAuthRegisterAnswer(TypedDict):
    user: User

class PostAuthLoginBody(TypedDict):
    email: str
    password: str

PostAuthLoginAnswer: TypeAlias = 'Session | TwoFactorChallenge'

class PostAuthVerify2faBody(TypedDict):
    challenge_token: str
    #: A code from the email or the authenticator app, or a recovery code
    otp: str

PostAuthVerify2faAnswer: TypeAlias = 'Session'

class PostAuthVerifyEmailBody(TypedDict):
    #: The token from the link in the email
    token: str

PostAuthVerifyEmailAnswer: TypeAlias = 'Success'

class PostAuthResendVerificationBody(TypedDict):
    #: Email address
    email: str

PostAuthResendVerificationAnswer: TypeAlias = 'Success'

class PostAuthForgotPasswordBody(TypedDict):
    #: Email address
    email: str

PostAuthForgotPasswordAnswer: TypeAlias = 'Success'

class PostAuthResetPasswordBody(TypedDict):
    #: The token from the link in the email
    token: str
    #: At least 8 characters
    password: str

PostAuthResetPasswordAnswer: TypeAlias = 'Success'

GetAuthMeAnswer: TypeAlias = 'CurrentUser'

PostAuthLogoutAnswer: TypeAlias = 'Success'

class PostAuthSwitchTicketBody(TypedDict):
    #: SHA-256 of a secret that your program makes, in base64url
    challenge: str

class PostAuthSwitchTicketAnswer(TypedDict):
    #: Works once, for one minute, in the other environment
    ticket: str

class PostAuthSwitchBody(TypedDict):
    #: From POST /v1/auth/switch-ticket
    ticket: str
    #: The secret behind the challenge
    verifier: str

PostAuthSwitchAnswer: TypeAlias = 'Session | TwoFactorChallenge'

class PostAuth2faSetupBody(TypedDict):
    method: Literal['email', 'totp']

class PostAuth2faSetupAnswer1(TypedDict):
    #: Base32 secret, to type into an app
    secret: str
    #: Content of the QR code for an app
    otpauth_url: str

class PostAuth2faSetupAnswer2(TypedDict):
    sent: Literal[True]

PostAuth2faSetupAnswer: TypeAlias = 'PostAuth2faSetupAnswer1 | PostAuth2faSetupAnswer2'

class PostAuth2faEnableBody(TypedDict):
    #: A code from the email or the authenticator app, or a recovery code
    otp: str

class PostAuth2faEnableAnswer(TypedDict):
    enabled: Literal[True]
    #: Ten codes. Each works once. Returned only in this response
    recovery_codes: list[str]

class PostAuth2faDisableBody(TypedDict):
    password: str

class PostAuth2faDisableAnswer(TypedDict):
    enabled: Literal[False]

class PatchAccountOrganizationBody(TypedDict):
    #: Name of the organization
    name: str

PatchAccountOrganizationAnswer: TypeAlias = 'Organization'

class GetAccountBrandingAnswer(TypedDict):
    branding: Branding | None

class PatchAccountBrandingBody(TypedDict, total=False):
    #: Display name
    display_name: str | None
    #: An https:// URL
    logo_url: str | None
    #: #rrggbb
    primary_color: str | None
    #: An https:// URL
    support_url: str | None

class PatchAccountBrandingAnswer(TypedDict):
    branding: Branding | None

class GetAccountApiKeysAnswer(TypedDict):
    keys: list[ApiKey]

PostAccountApiKeysBody: TypeAlias = 'NewApiKey'

PostAccountApiKeysAnswer: TypeAlias = 'CreatedApiKey'

PatchAccountApiKeysKeyIdBody: TypeAlias = 'ApiKeyChange'

PatchAccountApiKeysKeyIdAnswer: TypeAlias = 'ApiKey'

class DeleteAccountApiKeysKeyIdAnswer(TypedDict):
    revoked: Literal[True]

class PostAccountApiKeysKeyIdRotateBody(TypedDict, total=False):
    #: How long the old key continues to work. Default: 24. 0: it stops at once
    overlap_hours: int

PostAccountApiKeysKeyIdRotateAnswer: TypeAlias = 'RotatedApiKey'

class GetAccountDomainsAnswer(TypedDict):
    domains: list[Domain]
    signer: Signer

class PostAccountDomainsBody(TypedDict):
    #: A domain name
    domain: str

PostAccountDomainsAnswer: TypeAlias = 'Domain'

PostAccountDomainsDomainIdCheckAnswer: TypeAlias = 'Domain'

class DeleteAccountDomainsDomainIdAnswer(TypedDict):
    deleted: Literal[True]

class GetAccountStorageConnectionsAnswer(TypedDict):
    connections: list[StorageConnection]

class _PostAccountStorageConnectionsBodyNeeded(TypedDict):
    #: A name for people
    name: str
    #: Address of the store. It must be https:// and have a public IP address
    endpoint: str
    #: Name of the bucket
    bucket: str
    #: Access key ID
    access_key_id: str
    #: Secret of the access key
    secret_access_key: str

class PostAccountStorageConnectionsBody(_PostAccountStorageConnectionsBodyNeeded, total=False):
    #: Region, as it appears in signatures. Default: us-east-1
    region: str
    #: Where requests name the bucket. path (default): endpoint/bucket. host: bucket.endpoint
    addressing: Literal['path', 'host']
    #: Jobs use only objects under this prefix. Default: the whole bucket
    prefix: str

PostAccountStorageConnectionsAnswer: TypeAlias = 'StorageConnection'

class DeleteAccountStorageConnectionsConnectionIdAnswer(TypedDict):
    deleted: Literal[True]

GetTeamMembersAnswer: TypeAlias = 'Team'

class PatchTeamMembersUserIdRoleBody(TypedDict):
    role: Role

class PatchTeamMembersUserIdRoleAnswer(TypedDict):
    user_id: str
    role: Role

class DeleteTeamMembersUserIdAnswer(TypedDict):
    removed: Literal[True]

class GetTeamInvitesAnswer(TypedDict):
    invites: list[Invite]

class PostTeamInvitesBody(TypedDict):
    #: Email address
    email: str
    #: admin needs the Growth plan or above
    role: Literal['user', 'admin']

PostTeamInvitesAnswer: TypeAlias = 'CreatedInvite'

class PostTeamInvitesInviteIdLinkAnswer(TypedDict):
    #: A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it
    invite_url: str
    #: ISO 8601, UTC
    expires_at: str

class DeleteTeamInvitesInviteIdAnswer(TypedDict):
    cancelled: Literal[True]

class GetTeamInvitesTokenPreviewAnswer(TypedDict):
    invite_id: str
    #: admin needs the Growth plan or above
    role: Literal['user', 'admin']
    org_name: str
    #: ISO 8601, UTC
    expires_at: str

class PostTeamInvitesTokenAcceptBody(TypedDict):
    password: str

class PostTeamInvitesTokenAcceptAnswerUser(TypedDict):
    user_id: str
    org_id: str
    #: admin needs the Growth plan or above
    role: Literal['user', 'admin']
    email_verified: bool

class PostTeamInvitesTokenAcceptAnswer(TypedDict):
    #: Session token, valid for 24 hours
    token: str
    user: PostTeamInvitesTokenAcceptAnswerUser

class GetTeamMembersMeApiKeysAnswer(TypedDict):
    keys: list[PersonalKey]

PostTeamMembersUserIdApiKeysBody: TypeAlias = 'NewApiKey'

PostTeamMembersUserIdApiKeysAnswer: TypeAlias = 'CreatedPersonalKey'

PatchTeamMembersUserIdApiKeysKeyIdBody: TypeAlias = 'ApiKeyChange'

PatchTeamMembersUserIdApiKeysKeyIdAnswer: TypeAlias = 'PersonalKey'

class DeleteTeamMembersUserIdApiKeysKeyIdAnswer(TypedDict):
    revoked: Literal[True]

class PostTeamMembersUserIdApiKeysKeyIdRotateBody(TypedDict, total=False):
    #: How long the old key continues to work. Default: 24. 0: it stops at once
    overlap_hours: int

PostTeamMembersUserIdApiKeysKeyIdRotateAnswer: TypeAlias = 'RotatedPersonalKey'

class GetGeneratorsAnswer(TypedDict):
    generators: list[Generator]

class PostGeneratorsBodyPublicKeysItem(TypedDict):
    #: Your name for the key
    kid: str
    algorithm: Literal['ml-dsa-65']
    #: Raw public key (1952 bytes) in base64
    key: str

class _PostGeneratorsBodyNeeded(TypedDict):
    #: Name of the generator
    name: str
    supported_formats: list[MediaFormat]

class PostGeneratorsBody(_PostGeneratorsBodyNeeded, total=False):
    public_keys: list[PostGeneratorsBodyPublicKeysItem]

PostGeneratorsAnswer: TypeAlias = 'CreatedGenerator'

GetGeneratorsGeneratorIdAnswer: TypeAlias = 'Generator'

class PutGeneratorsGeneratorIdRevokeAnswer(TypedDict):
    generator_id: str
    status: Literal['revoked']

class PostGeneratorsGeneratorIdRotateKeyAnswer(TypedDict):
    generator_id: str
    active_kid: str
    retired_kid: str

GetKeysGeneratorIdAnswer: TypeAlias = 'PublicKeys'

_GetRecordsQueryNeeded = TypedDict('_GetRecordsQueryNeeded', {
})

_GetRecordsQueryOptional = TypedDict('_GetRecordsQueryOptional', {
    'limit': 'int',
    'before': 'str',
    'generator_id': 'str',
    'format': 'MediaFormat',
    'model': 'str',
    'from': 'str',
    'to': 'str',
    'verdict': "Literal['verified', 'never_verified', 'authentic', 'tampered', 'not_proven']",
    'search': 'str',
}, total=False)

class GetRecordsQuery(_GetRecordsQueryNeeded, _GetRecordsQueryOptional):
    pass

GetRecordsAnswer: TypeAlias = 'RecordList'

PostRecordsBody: TypeAlias = 'RecordSubmission'

PostRecordsAnswer: TypeAlias = 'StoredRecord'

class GetRecordsModelsAnswer(TypedDict):
    models: list[str]

_GetRecordsExportQueryNeeded = TypedDict('_GetRecordsExportQueryNeeded', {
})

_GetRecordsExportQueryOptional = TypedDict('_GetRecordsExportQueryOptional', {
    'file_type': "Literal['csv', 'json']",
    'generator_id': 'str',
    'format': 'MediaFormat',
    'model': 'str',
    'from': 'str',
    'to': 'str',
    'verdict': "Literal['verified', 'never_verified', 'authentic', 'tampered', 'not_proven']",
    'search': 'str',
}, total=False)

class GetRecordsExportQuery(_GetRecordsExportQueryNeeded, _GetRecordsExportQueryOptional):
    pass

class GetRecordsExportAnswer(TypedDict):
    records: list[ListedRecord]

class PostRecordsBatchBody(TypedDict):
    records: list[RecordSubmission]

class PostRecordsBatchAnswer(TypedDict):
    results: list[StoredRecord]

GetRecordsRecordIdAnswer: TypeAlias = 'ProvenanceRecord'

GetRecordsRecordIdC2paAnswer: TypeAlias = 'C2paExport'

GetRecordsRecordIdBundleAnswer: TypeAlias = 'Any'

GetAccountRecordSettingsAnswer: TypeAlias = 'RecordSettings'

class PatchAccountRecordSettingsBody(TypedDict, total=False):
    #: Whether signing keeps a private label: the field label, or the name of the uploaded file
    keeps_labels: bool
    #: Whether signing keeps a small picture of each image
    keeps_thumbnails: bool

PatchAccountRecordSettingsAnswer: TypeAlias = 'RecordSettings'

GetRecordsRecordIdNotesAnswer: TypeAlias = 'RecordNotes'

class PatchRecordsRecordIdNotesBody(TypedDict):
    #: A private name of the record, one line. Only your organization sees it. Needs keeps_labels
    label: str | None

PatchRecordsRecordIdNotesAnswer: TypeAlias = 'RecordNotes'

GetRecordsRecordIdProofAnswer: TypeAlias = 'RecordProof'

GetAccountMonitoringKeyAnswer: TypeAlias = 'MonitoringKey'

GetLogEntriesIndexAnswer: TypeAlias = 'OpenedLogEntry'

class GetC2paCertificatesAnswer(TypedDict):
    certificates: list[SigningCertificate]
    default_signature: ManifestSignature

class PostC2paCertificatesBody(TypedDict):
    #: Two capital letters
    country: str
    #: As the authority knows it
    organization: str
    #: The name that viewers show
    common_name: str

PostC2paCertificatesAnswer: TypeAlias = 'SigningCertificate'

class PutC2paCertificatesCertificateIdChainBody(TypedDict):
    #: PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out
    chain: str

PutC2paCertificatesCertificateIdChainAnswer: TypeAlias = 'SigningCertificate'

class PostC2paCertificatesImportBody(TypedDict):
    #: PEM, without a passphrase
    private_key: str
    #: PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out
    chain: str

PostC2paCertificatesImportAnswer: TypeAlias = 'SigningCertificate'

PostC2paCertificatesCertificateIdRenewAnswer: TypeAlias = 'SigningCertificate'

PostC2paCertificatesCertificateIdRevokeAnswer: TypeAlias = 'SigningCertificate'

class PutC2paDefaultSignatureBody(TypedDict):
    default_signature: ManifestSignature

class PutC2paDefaultSignatureAnswer(TypedDict):
    default_signature: ManifestSignature

class _GetC2paMatchesByBindingQueryNeeded(TypedDict):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str
    #: Base64
    value: str

class GetC2paMatchesByBindingQuery(_GetC2paMatchesByBindingQueryNeeded, total=False):
    #: At most this many matches; the service returns no more than 100
    maxResults: int

GetC2paMatchesByBindingAnswer: TypeAlias = 'ManifestMatches'

class PostC2paMatchesByBindingQuery(TypedDict, total=False):
    #: At most this many matches; the service returns no more than 100
    maxResults: int

class PostC2paMatchesByBindingBody(TypedDict):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str
    #: Base64
    value: str

PostC2paMatchesByBindingAnswer: TypeAlias = 'ManifestMatches'

class PostC2paMatchesByContentQuery(TypedDict, total=False):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str
    #: At most this many matches; the service returns no more than 100
    maxResults: int
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    hintAlg: str
    #: Base64
    hintValue: str

PostC2paMatchesByContentAnswer: TypeAlias = 'ManifestMatches'

class PostC2paMatchesByReferenceQuery(TypedDict, total=False):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str
    #: At most this many matches; the service returns no more than 100
    maxResults: int
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    hintAlg: str
    #: Base64
    hintValue: str

class _PostC2paMatchesByReferenceBodyNeeded(TypedDict):
    #: https:// URL of the asset
    referenceUrl: str
    #: Bytes; the asset must have exactly this length
    assetLength: int

class PostC2paMatchesByReferenceBody(_PostC2paMatchesByReferenceBodyNeeded, total=False):
    #: Content type; the asset must have this type
    assetType: str
    #: Leave it out: the service searches the whole asset
    region: list[Any]

PostC2paMatchesByReferenceAnswer: TypeAlias = 'ManifestMatches'

class GetC2paManifestsManifestIdQuery(TypedDict, total=False):
    returnActiveManifest: bool

class PostC2paManifestsQuery(TypedDict, total=False):
    returnReceipt: bool

class PostC2paManifestsAnswer(TypedDict):
    #: Label of the active manifest
    manifestId: str

class _PostC2paBindingsBodyNeeded(TypedDict):
    #: Base64
    bindingValue: str
    #: Label of the active manifest
    manifestId: str

class PostC2paBindingsBody(_PostC2paBindingsBodyNeeded, total=False):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str

class _PutC2paBindingsBodyNeeded(TypedDict):
    #: Base64
    bindingValue: str
    #: Label of the active manifest
    manifestId: str

class PutC2paBindingsBody(_PutC2paBindingsBodyNeeded, total=False):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str

class GetC2paServicesSupportedAlgorithmsAnswerWatermarksItem(TypedDict):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str

class GetC2paServicesSupportedAlgorithmsAnswerFingerprintsItem(TypedDict):
    #: Name of a soft binding algorithm, such as org.content-provenance.dct-image.1
    alg: str

class GetC2paServicesSupportedAlgorithmsAnswer(TypedDict):
    watermarks: list[GetC2paServicesSupportedAlgorithmsAnswerWatermarksItem]
    fingerprints: list[GetC2paServicesSupportedAlgorithmsAnswerFingerprintsItem]

class GetC2paServicesCapabilitiesAnswer(TypedDict):
    #: Release of the C2PA specification that describes this API
    c2paSpecificationVersion: str
    supportedCapabilities: list[Literal['queryByContent', 'queryByReference', 'storeManifests', 'storeBindings']]
    #: Whether the repository issues receipts
    receipts: bool

class GetC2paServicesStatusAnswer(TypedDict):
    status: Literal['ok', 'degraded', 'down']
    timestamp: str

class GetWellKnownC2paSoftBindingResolutionAnswer(TypedDict):
    apiEndpoint: str
    #: Release of the C2PA specification that describes this API
    c2paSpecificationVersion: str
    capabilitiesEndpoint: str
    statusEndpoint: str

PostSignBatchBody: TypeAlias = 'SignBatch'

class PostSignBatchAnswer(TypedDict):
    #: In the order of the items. A failed item has `error`
    results: list[SignedItem | FailedItem]

class PostVerifyQuery(TypedDict, total=False):
    #: true: each result has a `receipt`, which the service signs. The service stores nothing about the upload for it
    receipt: bool

PostVerifyAnswer: TypeAlias = 'VerificationResult'

class PostVerifyBatchQuery(TypedDict, total=False):
    #: true: each result has a `receipt`, which the service signs. The service stores nothing about the upload for it
    receipt: bool

class _PostVerifyBatchBodyItemsItemNeeded(TypedDict):
    #: The content in base64
    content: str

class PostVerifyBatchBodyItemsItem(_PostVerifyBatchBodyItemsItemNeeded, total=False):
    #: A token. If you send it, the service looks for nothing else
    token: str

class PostVerifyBatchBody(TypedDict):
    items: list[PostVerifyBatchBodyItemsItem]

PostVerifyBatchAnswer: TypeAlias = 'list[VerificationResult]'

GetVerifyStatusTokenAnswer: TypeAlias = 'TokenStatus'

class PostRecordsFindAnswer(TypedDict):
    #: The record of the file, or nothing
    records: list[ListedRecord]
    #: provided, xmp, watermark, neural_watermark, text_fingerprint, phash or fingerprint
    token_source: str | None

GetReceiptsKeysAnswer: TypeAlias = 'ReceiptKeys'

class _PostReceiptsCheckBodyNeeded(TypedDict):
    #: The receipt, unchanged
    receipt: str

class PostReceiptsCheckBody(_PostReceiptsCheckBodyNeeded, total=False):
    #: `sha3-256:` and the SHA3-256 of the complete file in hex. If you send it, the receipt must be for this file
    content_hash: str

PostReceiptsCheckAnswer: TypeAlias = 'ReceiptFindings'

class _PostJobsSignBodyNeeded(TypedDict):
    #: Name of the AI model
    model: str
    generator_id: str
    source: JobSource

class PostJobsSignBody(_PostJobsSignBodyNeeded, total=False):
    format: MediaFormat
    #: As in POST /v1/sign
    neural: bool
    #: As in POST /v1/sign
    watermark: Literal['balanced', 'strong', 'faint', 'none']
    #: true: a video carries the watermark in every frame and in its audio. The service encodes it again. Up to two hours
    in_band: bool
    #: A private name of the record, one line. Only your organization sees it. Needs keeps_labels
    label: str
    result: StoredObject

PostJobsSignAnswer: TypeAlias = 'Job'

class _PostJobsVerifyBodyNeeded(TypedDict):
    source: JobSource

class PostJobsVerifyBody(_PostJobsVerifyBodyNeeded, total=False):
    #: As in POST /v1/verify
    token: str
    format: MediaFormat
    #: As in POST /v1/verify
    localize: bool

PostJobsVerifyAnswer: TypeAlias = 'Job'

class GetJobsQuery(TypedDict, total=False):
    limit: int
    #: next_cursor of the previous page
    cursor: str

GetJobsAnswer: TypeAlias = 'JobList'

GetJobsJobIdAnswer: TypeAlias = 'Job'

class DeleteJobsJobIdAnswer(TypedDict):
    deleted: Literal[True]

PutJobsJobIdPartsNumberAnswer: TypeAlias = 'JobPart'

PostJobsJobIdStartAnswer: TypeAlias = 'Job'

PostJobsJobIdCancelAnswer: TypeAlias = 'Job'

GetBillingUsageAnswer: TypeAlias = 'Usage'

class GetBillingPlansAnswer(TypedDict):
    plans: list[Plan]

class _PostBillingPlanRequestsBodyNeeded(TypedDict):
    plan: PlanName

class PostBillingPlanRequestsBody(_PostBillingPlanRequestsBodyNeeded, total=False):
    interval: Literal['monthly', 'annual']
    #: A message for the operator
    note: str

PostBillingPlanRequestsAnswer: TypeAlias = 'PlanRequest'

class GetBillingPlanRequestsAnswer(TypedDict):
    requests: list[PlanRequest]

PostBillingPlanRequestsRequestIdWithdrawAnswer: TypeAlias = 'PlanRequest'

_GetAuditQueryNeeded = TypedDict('_GetAuditQueryNeeded', {
})

_GetAuditQueryOptional = TypedDict('_GetAuditQueryOptional', {
    'page': 'int',
    'limit': 'int',
    'before': 'str',
    'type': 'str',
    'actor': 'str',
    'from': 'str',
}, total=False)

class GetAuditQuery(_GetAuditQueryNeeded, _GetAuditQueryOptional):
    pass

GetAuditAnswer: TypeAlias = 'AuditPage'

_GetAuditExportQueryNeeded = TypedDict('_GetAuditExportQueryNeeded', {
})

_GetAuditExportQueryOptional = TypedDict('_GetAuditExportQueryOptional', {
    'format': "Literal['csv', 'json']",
    'from': 'str',
    'to': 'str',
    'type': 'str',
    'actor': 'str',
}, total=False)

class GetAuditExportQuery(_GetAuditExportQueryNeeded, _GetAuditExportQueryOptional):
    pass

class GetAuditExportAnswer(TypedDict):
    events: list[AuditEvent]

_GetAttestationQueryNeeded = TypedDict('_GetAttestationQueryNeeded', {
})

_GetAttestationQueryOptional = TypedDict('_GetAttestationQueryOptional', {
    'from': 'str',
    'to': 'str',
}, total=False)

class GetAttestationQuery(_GetAttestationQueryNeeded, _GetAttestationQueryOptional):
    pass

GetAttestationAnswer: TypeAlias = 'Attestation'

_GetAttestationExportQueryNeeded = TypedDict('_GetAttestationExportQueryNeeded', {
})

_GetAttestationExportQueryOptional = TypedDict('_GetAttestationExportQueryOptional', {
    'from': 'str',
    'to': 'str',
    'format': "Literal['json', 'html']",
}, total=False)

class GetAttestationExportQuery(_GetAttestationExportQueryNeeded, _GetAttestationExportQueryOptional):
    pass

GetAttestationExportAnswer: TypeAlias = 'ExportedAttestation'

GetAttestationKeysAnswer: TypeAlias = 'AttestationKeys'

GetAttestationAttestationIdSignatureAnswer: TypeAlias = 'AttestationSignature'

class GetWebhooksAnswer(TypedDict):
    endpoints: list[Webhook]
    plan: PlanName
    #: Whether the plan includes webhooks
    webhooks_enabled: bool

class _PostWebhooksBodyNeeded(TypedDict):
    #: An https:// URL at a public address
    url: str
    events: list[WebhookEvent]

class PostWebhooksBody(_PostWebhooksBodyNeeded, total=False):
    delivery: WebhookDeliveryMode

PostWebhooksAnswer: TypeAlias = 'CreatedWebhook'

class GetWebhooksEventsAnswerEventsItemFieldsItem(TypedDict):
    name: str
    description: str

class GetWebhooksEventsAnswerEventsItem(TypedDict):
    event: WebhookEvent
    #: When the service sends it
    when: str
    #: The fields of `data`
    fields: list[GetWebhooksEventsAnswerEventsItemFieldsItem]
    #: An example of `data`
    example: dict[str, Any]

class GetWebhooksEventsAnswer(TypedDict):
    events: list[GetWebhooksEventsAnswerEventsItem]

class PostWebhooksIdTestBody(TypedDict):
    event: WebhookEvent

class PostWebhooksIdTestAnswer(TypedDict):
    #: Whether the endpoint returned a 2xx status
    success: bool
    delivery_id: str

class PatchWebhooksIdBody(TypedDict, total=False):
    #: An https:// URL at a public address
    url: str
    events: list[WebhookEvent]
    status: Literal['active', 'disabled']
    delivery: WebhookDeliveryMode

PatchWebhooksIdAnswer: TypeAlias = 'Webhook'

class DeleteWebhooksIdAnswer(TypedDict):
    deleted: Literal[True]

class GetWebhooksIdDeliveriesAnswer(TypedDict):
    deliveries: list[ListedDelivery]

GetWebhooksIdDeliveriesDeliveryIdAnswer: TypeAlias = 'WebhookDelivery'

class PostWebhooksIdDeliveriesDeliveryIdRetryAnswer(TypedDict):
    #: Whether the attempt succeeded
    success: bool

class GetAnalyticsOverviewQuery(TypedDict, total=False):
    days: int

GetAnalyticsOverviewAnswer: TypeAlias = 'Analytics'

class GetAnalyticsHoursQuery(TypedDict, total=False):
    hours: int

GetAnalyticsHoursAnswer: TypeAlias = 'HourlyAnalytics'

GetAnalyticsRecordsIdAnswer: TypeAlias = 'RecordAnalytics'

GetHealthAnswer: TypeAlias = 'Health'

GetVersionAnswer: TypeAlias = 'Version'

GetOpenapiJsonAnswer: TypeAlias = 'dict[str, Any]'

# Names for what the client takes and returns most often.
GivenPublicKey: TypeAlias = 'PostGeneratorsBodyPublicKeysItem'
WebhookPayload: TypeAlias = 'RecordCreatedEvent | VerifyAttemptedEvent | VerifyTamperDetectedEvent | QuotaWarningEvent | QuotaLimitEvent | GeneratorRevokedEvent | GeneratorKeyRotatedEvent | JobFinishedEvent'
