# Generated from the OpenAPI document of the service by npm run generate; do not edit.
"""Every operation: its method, its path and the type of its answer."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..operation import Operation

if TYPE_CHECKING:
    from . import types

#: Register an organization and its owner
POST_AUTH_REGISTER: Operation[types.PostAuthRegisterAnswer] = Operation('POST', '/v1/auth/register')
#: Log in
POST_AUTH_LOGIN: Operation[types.PostAuthLoginAnswer] = Operation('POST', '/v1/auth/login')
#: Complete a two-factor challenge
POST_AUTH_VERIFY_2FA: Operation[types.PostAuthVerify2faAnswer] = Operation('POST', '/v1/auth/verify-2fa')
#: Verify an email address
POST_AUTH_VERIFY_EMAIL: Operation[types.PostAuthVerifyEmailAnswer] = Operation('POST', '/v1/auth/verify-email')
#: Resend the verification email
POST_AUTH_RESEND_VERIFICATION: Operation[types.PostAuthResendVerificationAnswer] = Operation('POST', '/v1/auth/resend-verification')
#: Request a link to set a new password
POST_AUTH_FORGOT_PASSWORD: Operation[types.PostAuthForgotPasswordAnswer] = Operation('POST', '/v1/auth/forgot-password')
#: Set a new password
POST_AUTH_RESET_PASSWORD: Operation[types.PostAuthResetPasswordAnswer] = Operation('POST', '/v1/auth/reset-password')
#: Get the user and the organization of the session
GET_AUTH_ME: Operation[types.GetAuthMeAnswer] = Operation('GET', '/v1/auth/me')
#: End the session
POST_AUTH_LOGOUT: Operation[types.PostAuthLogoutAnswer] = Operation('POST', '/v1/auth/logout')
#: Get a ticket for the other environment
POST_AUTH_SWITCH_TICKET: Operation[types.PostAuthSwitchTicketAnswer] = Operation('POST', '/v1/auth/switch-ticket')
#: Log in with a ticket from the other environment
POST_AUTH_SWITCH: Operation[types.PostAuthSwitchAnswer] = Operation('POST', '/v1/auth/switch')
#: Start to set up two-factor authentication
POST_AUTH_2FA_SETUP: Operation[types.PostAuth2faSetupAnswer] = Operation('POST', '/v1/auth/2fa/setup')
#: Turn on two-factor authentication
POST_AUTH_2FA_ENABLE: Operation[types.PostAuth2faEnableAnswer] = Operation('POST', '/v1/auth/2fa/enable')
#: Turn off two-factor authentication
POST_AUTH_2FA_DISABLE: Operation[types.PostAuth2faDisableAnswer] = Operation('POST', '/v1/auth/2fa/disable')
#: Rename the organization
PATCH_ACCOUNT_ORGANIZATION: Operation[types.PatchAccountOrganizationAnswer] = Operation('PATCH', '/v1/account/organization')
#: Get the branding
GET_ACCOUNT_BRANDING: Operation[types.GetAccountBrandingAnswer] = Operation('GET', '/v1/account/branding')
#: Change the branding
PATCH_ACCOUNT_BRANDING: Operation[types.PatchAccountBrandingAnswer] = Operation('PATCH', '/v1/account/branding')
#: List API keys of the organization
GET_ACCOUNT_API_KEYS: Operation[types.GetAccountApiKeysAnswer] = Operation('GET', '/v1/account/api-keys')
#: Create an API key for the organization
POST_ACCOUNT_API_KEYS: Operation[types.PostAccountApiKeysAnswer] = Operation('POST', '/v1/account/api-keys')
#: Change an API key
PATCH_ACCOUNT_API_KEYS_KEY_ID: Operation[types.PatchAccountApiKeysKeyIdAnswer] = Operation('PATCH', '/v1/account/api-keys/{key_id}')
#: Revoke an API key
DELETE_ACCOUNT_API_KEYS_KEY_ID: Operation[types.DeleteAccountApiKeysKeyIdAnswer] = Operation('DELETE', '/v1/account/api-keys/{key_id}')
#: Rotate an API key
POST_ACCOUNT_API_KEYS_KEY_ID_ROTATE: Operation[types.PostAccountApiKeysKeyIdRotateAnswer] = Operation('POST', '/v1/account/api-keys/{key_id}/rotate')
#: List domains, and show how people see the organization
GET_ACCOUNT_DOMAINS: Operation[types.GetAccountDomainsAnswer] = Operation('GET', '/v1/account/domains')
#: Add a domain to prove
POST_ACCOUNT_DOMAINS: Operation[types.PostAccountDomainsAnswer] = Operation('POST', '/v1/account/domains')
#: Check a domain now
POST_ACCOUNT_DOMAINS_DOMAIN_ID_CHECK: Operation[types.PostAccountDomainsDomainIdCheckAnswer] = Operation('POST', '/v1/account/domains/{domain_id}/check')
#: Remove a domain
DELETE_ACCOUNT_DOMAINS_DOMAIN_ID: Operation[types.DeleteAccountDomainsDomainIdAnswer] = Operation('DELETE', '/v1/account/domains/{domain_id}')
#: List connected stores
GET_ACCOUNT_STORAGE_CONNECTIONS: Operation[types.GetAccountStorageConnectionsAnswer] = Operation('GET', '/v1/account/storage-connections')
#: Connect an S3-compatible store
POST_ACCOUNT_STORAGE_CONNECTIONS: Operation[types.PostAccountStorageConnectionsAnswer] = Operation('POST', '/v1/account/storage-connections')
#: Disconnect a store
DELETE_ACCOUNT_STORAGE_CONNECTIONS_CONNECTION_ID: Operation[types.DeleteAccountStorageConnectionsConnectionIdAnswer] = Operation('DELETE', '/v1/account/storage-connections/{connection_id}')
#: List members and seats
GET_TEAM_MEMBERS: Operation[types.GetTeamMembersAnswer] = Operation('GET', '/v1/team/members')
#: Change the role of a member
PATCH_TEAM_MEMBERS_USER_ID_ROLE: Operation[types.PatchTeamMembersUserIdRoleAnswer] = Operation('PATCH', '/v1/team/members/{user_id}/role')
#: Remove a member
DELETE_TEAM_MEMBERS_USER_ID: Operation[types.DeleteTeamMembersUserIdAnswer] = Operation('DELETE', '/v1/team/members/{user_id}')
#: List open invites
GET_TEAM_INVITES: Operation[types.GetTeamInvitesAnswer] = Operation('GET', '/v1/team/invites')
#: Invite a member by email
POST_TEAM_INVITES: Operation[types.PostTeamInvitesAnswer] = Operation('POST', '/v1/team/invites')
#: Make a new link of an invite to copy
POST_TEAM_INVITES_INVITE_ID_LINK: Operation[types.PostTeamInvitesInviteIdLinkAnswer] = Operation('POST', '/v1/team/invites/{invite_id}/link')
#: Cancel an open invite
DELETE_TEAM_INVITES_INVITE_ID: Operation[types.DeleteTeamInvitesInviteIdAnswer] = Operation('DELETE', '/v1/team/invites/{invite_id}')
#: Preview an invite
GET_TEAM_INVITES_TOKEN_PREVIEW: Operation[types.GetTeamInvitesTokenPreviewAnswer] = Operation('GET', '/v1/team/invites/{token}/preview')
#: Accept an invite and join the team
POST_TEAM_INVITES_TOKEN_ACCEPT: Operation[types.PostTeamInvitesTokenAcceptAnswer] = Operation('POST', '/v1/team/invites/{token}/accept')
#: List your personal API keys
GET_TEAM_MEMBERS_ME_API_KEYS: Operation[types.GetTeamMembersMeApiKeysAnswer] = Operation('GET', '/v1/team/members/me/api-keys')
#: Create a personal API key
POST_TEAM_MEMBERS_USER_ID_API_KEYS: Operation[types.PostTeamMembersUserIdApiKeysAnswer] = Operation('POST', '/v1/team/members/{user_id}/api-keys')
#: Change a personal API key
PATCH_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID: Operation[types.PatchTeamMembersUserIdApiKeysKeyIdAnswer] = Operation('PATCH', '/v1/team/members/{user_id}/api-keys/{key_id}')
#: Revoke a personal API key
DELETE_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID: Operation[types.DeleteTeamMembersUserIdApiKeysKeyIdAnswer] = Operation('DELETE', '/v1/team/members/{user_id}/api-keys/{key_id}')
#: Rotate a personal API key
POST_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID_ROTATE: Operation[types.PostTeamMembersUserIdApiKeysKeyIdRotateAnswer] = Operation('POST', '/v1/team/members/{user_id}/api-keys/{key_id}/rotate')
#: List generators
GET_GENERATORS: Operation[types.GetGeneratorsAnswer] = Operation('GET', '/v1/generators')
#: Register a generator
POST_GENERATORS: Operation[types.PostGeneratorsAnswer] = Operation('POST', '/v1/generators')
#: Get a generator
GET_GENERATORS_GENERATOR_ID: Operation[types.GetGeneratorsGeneratorIdAnswer] = Operation('GET', '/v1/generators/{generator_id}')
#: Revoke a generator
PUT_GENERATORS_GENERATOR_ID_REVOKE: Operation[types.PutGeneratorsGeneratorIdRevokeAnswer] = Operation('PUT', '/v1/generators/{generator_id}/revoke')
#: Rotate the signing key of a service-managed generator
POST_GENERATORS_GENERATOR_ID_ROTATE_KEY: Operation[types.PostGeneratorsGeneratorIdRotateKeyAnswer] = Operation('POST', '/v1/generators/{generator_id}/rotate-key')
#: Get the public keys of a generator
GET_KEYS_GENERATOR_ID: Operation[types.GetKeysGeneratorIdAnswer] = Operation('GET', '/v1/keys/{generator_id}')
#: List records, newest first
GET_RECORDS: Operation[types.GetRecordsAnswer] = Operation('GET', '/v1/records')
#: Store a record that you signed yourself
POST_RECORDS: Operation[types.PostRecordsAnswer] = Operation('POST', '/v1/records')
#: List the names of models in your records
GET_RECORDS_MODELS: Operation[types.GetRecordsModelsAnswer] = Operation('GET', '/v1/records/models')
#: Export records, newest first
GET_RECORDS_EXPORT: Operation[types.GetRecordsExportAnswer] = Operation('GET', '/v1/records/export')
#: Store up to 50 records, all or none
POST_RECORDS_BATCH: Operation[types.PostRecordsBatchAnswer] = Operation('POST', '/v1/records/batch')
#: Get a record
GET_RECORDS_RECORD_ID: Operation[types.GetRecordsRecordIdAnswer] = Operation('GET', '/v1/records/{record_id}')
#: Get a record as C2PA-compatible JSON
GET_RECORDS_RECORD_ID_C2PA: Operation[types.GetRecordsRecordIdC2paAnswer] = Operation('GET', '/v1/records/{record_id}/c2pa')
#: Get the proof bundle of a record, for offline verification
GET_RECORDS_RECORD_ID_BUNDLE: Operation[types.GetRecordsRecordIdBundleAnswer] = Operation('GET', '/v1/records/{record_id}/bundle')
#: Get what the service keeps about your records
GET_ACCOUNT_RECORD_SETTINGS: Operation[types.GetAccountRecordSettingsAnswer] = Operation('GET', '/v1/account/record-settings')
#: Change what the service keeps about your records
PATCH_ACCOUNT_RECORD_SETTINGS: Operation[types.PatchAccountRecordSettingsAnswer] = Operation('PATCH', '/v1/account/record-settings')
#: Get the private notes of a record
GET_RECORDS_RECORD_ID_NOTES: Operation[types.GetRecordsRecordIdNotesAnswer] = Operation('GET', '/v1/records/{record_id}/notes')
#: Change or remove the label of a record
PATCH_RECORDS_RECORD_ID_NOTES: Operation[types.PatchRecordsRecordIdNotesAnswer] = Operation('PATCH', '/v1/records/{record_id}/notes')
#: Get the thumbnail of a record
GET_RECORDS_RECORD_ID_THUMBNAIL: Operation[Any] = Operation('GET', '/v1/records/{record_id}/thumbnail')
#: Get the proof that the transparency log includes a record
GET_RECORDS_RECORD_ID_PROOF: Operation[types.GetRecordsRecordIdProofAnswer] = Operation('GET', '/v1/records/{record_id}/proof')
#: Get the key that recognizes your entries in the transparency log
GET_ACCOUNT_MONITORING_KEY: Operation[types.GetAccountMonitoringKeyAnswer] = Operation('GET', '/v1/account/monitoring-key')
#: Get what an entry of your organization in the transparency log commits to
GET_LOG_ENTRIES_INDEX: Operation[types.GetLogEntriesIndexAnswer] = Operation('GET', '/v1/log/entries/{index}')
#: Embed a signed C2PA manifest into the file of a record
POST_RECORDS_RECORD_ID_C2PA_EMBED: Operation[Any] = Operation('POST', '/v1/records/{record_id}/c2pa/embed')
#: The root certificates of C2PA manifests signed here
GET_WELL_KNOWN_C2PA_ROOTS_PEM: Operation[Any] = Operation('GET', '/.well-known/c2pa-roots.pem')
#: The root of classical certificates issued here
GET_WELL_KNOWN_C2PA_CLASSICAL_ROOTS_PEM: Operation[Any] = Operation('GET', '/.well-known/c2pa-classical-roots.pem')
#: The certificates of the organization, newest first
GET_C2PA_CERTIFICATES: Operation[types.GetC2paCertificatesAnswer] = Operation('GET', '/v1/c2pa/certificates')
#: Request a certificate
POST_C2PA_CERTIFICATES: Operation[types.PostC2paCertificatesAnswer] = Operation('POST', '/v1/c2pa/certificates')
#: Bring back the chain of a requested certificate
PUT_C2PA_CERTIFICATES_CERTIFICATE_ID_CHAIN: Operation[types.PutC2paCertificatesCertificateIdChainAnswer] = Operation('PUT', '/v1/c2pa/certificates/{certificate_id}/chain')
#: Import a key and its chain
POST_C2PA_CERTIFICATES_IMPORT: Operation[types.PostC2paCertificatesImportAnswer] = Operation('POST', '/v1/c2pa/certificates/import')
#: Renew a certificate
POST_C2PA_CERTIFICATES_CERTIFICATE_ID_RENEW: Operation[types.PostC2paCertificatesCertificateIdRenewAnswer] = Operation('POST', '/v1/c2pa/certificates/{certificate_id}/renew')
#: Revoke a certificate
POST_C2PA_CERTIFICATES_CERTIFICATE_ID_REVOKE: Operation[types.PostC2paCertificatesCertificateIdRevokeAnswer] = Operation('POST', '/v1/c2pa/certificates/{certificate_id}/revoke')
#: Set how manifests are signed unless a request says otherwise
PUT_C2PA_DEFAULT_SIGNATURE: Operation[types.PutC2paDefaultSignatureAnswer] = Operation('PUT', '/v1/c2pa/default-signature')
#: Find manifests by the value of a soft binding
GET_C2PA_MATCHES_BY_BINDING: Operation[types.GetC2paMatchesByBindingAnswer] = Operation('GET', '/v1/c2pa/matches/byBinding')
#: Find manifests by the value of a soft binding, sent in the body
POST_C2PA_MATCHES_BY_BINDING: Operation[types.PostC2paMatchesByBindingAnswer] = Operation('POST', '/v1/c2pa/matches/byBinding')
#: Find the manifests of a file
POST_C2PA_MATCHES_BY_CONTENT: Operation[types.PostC2paMatchesByContentAnswer] = Operation('POST', '/v1/c2pa/matches/byContent')
#: Find the manifests of a file that the service fetches
POST_C2PA_MATCHES_BY_REFERENCE: Operation[types.PostC2paMatchesByReferenceAnswer] = Operation('POST', '/v1/c2pa/matches/byReference')
#: Get a manifest store
GET_C2PA_MANIFESTS_MANIFEST_ID: Operation[Any] = Operation('GET', '/v1/c2pa/manifests/{manifest_id}')
#: Delete a stored manifest and its bindings
DELETE_C2PA_MANIFESTS_MANIFEST_ID: Operation[Any] = Operation('DELETE', '/v1/c2pa/manifests/{manifest_id}')
#: Store a manifest
POST_C2PA_MANIFESTS: Operation[types.PostC2paManifestsAnswer] = Operation('POST', '/v1/c2pa/manifests')
#: Bind a value to a stored manifest
POST_C2PA_BINDINGS: Operation[Any] = Operation('POST', '/v1/c2pa/bindings')
#: Bind a value to another stored manifest
PUT_C2PA_BINDINGS: Operation[Any] = Operation('PUT', '/v1/c2pa/bindings')
#: The soft binding algorithms that the service detects
GET_C2PA_SERVICES_SUPPORTED_ALGORITHMS: Operation[types.GetC2paServicesSupportedAlgorithmsAnswer] = Operation('GET', '/v1/c2pa/services/supportedAlgorithms')
#: What the resolution API can do
GET_C2PA_SERVICES_CAPABILITIES: Operation[types.GetC2paServicesCapabilitiesAnswer] = Operation('GET', '/v1/c2pa/services/capabilities')
#: Whether the resolution API works
GET_C2PA_SERVICES_STATUS: Operation[types.GetC2paServicesStatusAnswer] = Operation('GET', '/v1/c2pa/services/status')
#: Where the resolution API is
GET_WELL_KNOWN_C2PA_SOFT_BINDING_RESOLUTION: Operation[types.GetWellKnownC2paSoftBindingResolutionAnswer] = Operation('GET', '/.well-known/c2pa-soft-binding-resolution')
#: Sign content with a key that the service manages
POST_SIGN: Operation[Any] = Operation('POST', '/v1/sign')
#: Sign up to 100 texts and files
POST_SIGN_BATCH: Operation[types.PostSignBatchAnswer] = Operation('POST', '/v1/sign/batch')
#: Verify content
POST_VERIFY: Operation[types.PostVerifyAnswer] = Operation('POST', '/v1/verify')
#: Verify up to 50 items
POST_VERIFY_BATCH: Operation[types.PostVerifyBatchAnswer] = Operation('POST', '/v1/verify/batch')
#: Look up a token
GET_VERIFY_STATUS_TOKEN: Operation[types.GetVerifyStatusTokenAnswer] = Operation('GET', '/v1/verify/status/{token}')
#: Find your record of a file
POST_RECORDS_FIND: Operation[types.PostRecordsFindAnswer] = Operation('POST', '/v1/records/find')
#: Get the public keys that sign detection receipts
GET_RECEIPTS_KEYS: Operation[types.GetReceiptsKeysAnswer] = Operation('GET', '/v1/receipts/keys')
#: Check a detection receipt
POST_RECEIPTS_CHECK: Operation[types.PostReceiptsCheckAnswer] = Operation('POST', '/v1/receipts/check')
#: Create a job that signs a large file
POST_JOBS_SIGN: Operation[types.PostJobsSignAnswer] = Operation('POST', '/v1/jobs/sign')
#: Create a job that verifies a large file
POST_JOBS_VERIFY: Operation[types.PostJobsVerifyAnswer] = Operation('POST', '/v1/jobs/verify')
#: List jobs, newest first
GET_JOBS: Operation[types.GetJobsAnswer] = Operation('GET', '/v1/jobs')
#: Get a job with its progress and its result
GET_JOBS_JOB_ID: Operation[types.GetJobsJobIdAnswer] = Operation('GET', '/v1/jobs/{job_id}')
#: Delete a finished job with its file
DELETE_JOBS_JOB_ID: Operation[types.DeleteJobsJobIdAnswer] = Operation('DELETE', '/v1/jobs/{job_id}')
#: Send a part of the upload
PUT_JOBS_JOB_ID_PARTS_NUMBER: Operation[types.PutJobsJobIdPartsNumberAnswer] = Operation('PUT', '/v1/jobs/{job_id}/parts/{number}')
#: Start a job when all parts are stored
POST_JOBS_JOB_ID_START: Operation[types.PostJobsJobIdStartAnswer] = Operation('POST', '/v1/jobs/{job_id}/start')
#: Cancel a job
POST_JOBS_JOB_ID_CANCEL: Operation[types.PostJobsJobIdCancelAnswer] = Operation('POST', '/v1/jobs/{job_id}/cancel')
#: Download the signed file
GET_JOBS_JOB_ID_CONTENT: Operation[Any] = Operation('GET', '/v1/jobs/{job_id}/content')
#: Get the usage of the current month
GET_BILLING_USAGE: Operation[types.GetBillingUsageAnswer] = Operation('GET', '/v1/billing/usage')
#: List plans and prices
GET_BILLING_PLANS: Operation[types.GetBillingPlansAnswer] = Operation('GET', '/v1/billing/plans')
#: Request another plan
POST_BILLING_PLAN_REQUESTS: Operation[types.PostBillingPlanRequestsAnswer] = Operation('POST', '/v1/billing/plan-requests')
#: List the last 50 requests for a plan, newest first
GET_BILLING_PLAN_REQUESTS: Operation[types.GetBillingPlanRequestsAnswer] = Operation('GET', '/v1/billing/plan-requests')
#: Withdraw a pending request
POST_BILLING_PLAN_REQUESTS_REQUEST_ID_WITHDRAW: Operation[types.PostBillingPlanRequestsRequestIdWithdrawAnswer] = Operation('POST', '/v1/billing/plan-requests/{request_id}/withdraw')
#: List events, newest first
GET_AUDIT: Operation[types.GetAuditAnswer] = Operation('GET', '/v1/audit')
#: Export the audit log, oldest first
GET_AUDIT_EXPORT: Operation[types.GetAuditExportAnswer] = Operation('GET', '/v1/audit/export')
#: Get an attestation: activity in a period, next to Article 50 of the EU AI Act
GET_ATTESTATION: Operation[types.GetAttestationAnswer] = Operation('GET', '/v1/attestation')
#: Export an attestation as a signed file
GET_ATTESTATION_EXPORT: Operation[types.GetAttestationExportAnswer] = Operation('GET', '/v1/attestation/export')
#: Get the public keys that sign exported attestations
GET_ATTESTATION_KEYS: Operation[types.GetAttestationKeysAnswer] = Operation('GET', '/v1/attestation/keys')
#: Get the signature of an exported attestation
GET_ATTESTATION_ATTESTATION_ID_SIGNATURE: Operation[types.GetAttestationAttestationIdSignatureAnswer] = Operation('GET', '/v1/attestation/{attestation_id}/signature')
#: List webhook endpoints
GET_WEBHOOKS: Operation[types.GetWebhooksAnswer] = Operation('GET', '/v1/webhooks')
#: Add an endpoint
POST_WEBHOOKS: Operation[types.PostWebhooksAnswer] = Operation('POST', '/v1/webhooks')
#: List the events, with the fields of each and an example
GET_WEBHOOKS_EVENTS: Operation[types.GetWebhooksEventsAnswer] = Operation('GET', '/v1/webhooks/events')
#: Send a test event
POST_WEBHOOKS_ID_TEST: Operation[types.PostWebhooksIdTestAnswer] = Operation('POST', '/v1/webhooks/{id}/test')
#: Change an endpoint
PATCH_WEBHOOKS_ID: Operation[types.PatchWebhooksIdAnswer] = Operation('PATCH', '/v1/webhooks/{id}')
#: Remove an endpoint and its deliveries
DELETE_WEBHOOKS_ID: Operation[types.DeleteWebhooksIdAnswer] = Operation('DELETE', '/v1/webhooks/{id}')
#: List the last 50 deliveries to an endpoint, newest first
GET_WEBHOOKS_ID_DELIVERIES: Operation[types.GetWebhooksIdDeliveriesAnswer] = Operation('GET', '/v1/webhooks/{id}/deliveries')
#: Get a delivery with its payload and headers
GET_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID: Operation[types.GetWebhooksIdDeliveriesDeliveryIdAnswer] = Operation('GET', '/v1/webhooks/{id}/deliveries/{deliveryId}')
#: Retry a failed delivery
POST_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID_RETRY: Operation[types.PostWebhooksIdDeliveriesDeliveryIdRetryAnswer] = Operation('POST', '/v1/webhooks/{id}/deliveries/{deliveryId}/retry')
#: Get verifications and signatures by day
GET_ANALYTICS_OVERVIEW: Operation[types.GetAnalyticsOverviewAnswer] = Operation('GET', '/v1/analytics/overview')
#: Get verifications and signatures by hour
GET_ANALYTICS_HOURS: Operation[types.GetAnalyticsHoursAnswer] = Operation('GET', '/v1/analytics/hours')
#: Get the verifications of a record
GET_ANALYTICS_RECORDS_ID: Operation[types.GetAnalyticsRecordsIdAnswer] = Operation('GET', '/v1/analytics/records/{id}')
#: Check whether the service is ready
GET_HEALTH: Operation[types.GetHealthAnswer] = Operation('GET', '/health')
#: Get the release and the environment
GET_VERSION: Operation[types.GetVersionAnswer] = Operation('GET', '/version')
#: Metrics for Prometheus
GET_METRICS: Operation[Any] = Operation('GET', '/metrics')
#: This API as OpenAPI 3.1
GET_OPENAPI_JSON: Operation[types.GetOpenapiJsonAnswer] = Operation('GET', '/openapi.json')
#: This API as a page to read and try
GET_DOCS: Operation[Any] = Operation('GET', '/docs')
