// What a reader needs before the first call: address, credentials, errors, limits, repeats, and
// what the service does not claim.
import { planNames, plans } from '../../../plans/plans.ts';
import { type Html, html } from '../html.ts';
import { example } from './operation.ts';

const errorExample = {
  error: 'validation_error',
  message: 'The request is not valid. See `details` for each problem.',
  request_id: 'req_0cec14b8d7af000001',
  details: [{ path: 'email', message: 'must match format "email"' }],
};

const limitExample = `RateLimit-Policy: "organization";q=100;w=60
RateLimit: "organization";r=97;t=41`;

/** Specification, What the service does, 6. */
export const nonClaims = [
  'An attestation is a factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  'The service does not claim to detect all AI-generated content.',
  'Absence of provenance data does not imply human origin.',
  'Neural watermarks are not claimed to be unremovable.',
  'Provenance is established by the ML-DSA signature, never by a watermark alone.',
];

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly words: Html;
  readonly examples?: Html;
}

export function introduction(address: string): Chapter[] {
  return [
    {
      id: 'address',
      title: 'Base URL',
      words: html`<p>All paths on this page are relative to the base URL. Request bodies are JSON unless an operation takes a multipart form. Timestamps are ISO 8601 in UTC. The API version is part of the path: <code>/v1</code>.</p>
<p>The sandbox is the same service at a different URL, with separate data, accounts and keys. Signatures in the sandbox do not count against a quota. Every response names its environment in the <code>X-Service-Environment</code> header.</p>`,
      examples: example('Base URL', address),
    },
    {
      id: 'authentication',
      title: 'Authentication',
      words: html`<p>Send credentials in the <code>Authorization: Bearer …</code> header. There are two kinds:</p>
<ul>
<li><strong>Session</strong>: a token from <code>POST /v1/auth/login</code>, for people. It expires after 24 hours or when you log out.</li>
<li><strong>API key</strong>: starts with <code>svc_key_</code>, for programs. You see it once, when you create it. It works until you revoke it.</li>
</ul>
<p>Sandbox keys start with <code>svc_test_key_</code> and work only in the sandbox. Live keys work only in the live service. Each operation says which credentials it accepts. Verification is public and needs no credentials.</p>`,
      examples: example(
        'With credentials',
        `curl "${address}/v1/auth/me" \\\n  -H "Authorization: Bearer $SESSION_TOKEN"`,
      ),
    },
    {
      id: 'errors',
      title: 'Errors',
      words: html`<p>Every error has the same body. <code>error</code> is a code for programs. <code>message</code> is a sentence for people. <code>request_id</code> identifies the request in the logs of the service, and is also in the <code>X-Request-Id</code> header. Some errors have more fields: <code>validation_error</code> lists each problem in <code>details</code>, and <code>plan_required</code> has <code>required_plan</code>, <code>current_plan</code> and <code>upgrade_url</code>.</p>
<p>With <code>Accept: application/problem+json</code>, an error is a problem details object (RFC 9457) that has these fields too.</p>
<p>A verdict about content, such as changed or not found, is a result with status 200, not an error.</p>`,
      examples: example('An error', JSON.stringify(errorExample, null, 2)),
    },
    {
      id: 'rate-limits',
      title: 'Rate limits',
      words: html`<p>Requests with credentials are limited for each organization, in requests per minute: ${planNames
        .map((name) => `${plans[name].label} ${plans[name].requestsPerMinute?.toLocaleString('en') ?? 'no limit'}`)
        .join(
          ', ',
        )}. Requests without credentials are limited for each IPv4 address or IPv6 /64 network. Verification never counts against a signing quota. It works without credentials. With them, your organization has its own limit of verifications per minute, on top of that of your network: ${planNames
        .map((name) => `${plans[name].label} ${plans[name].verificationsPerMinute?.toLocaleString('en') ?? 'no limit'}`)
        .join(', ')}.</p>
<p><code>RateLimit-Policy</code> contains the limit <code>q</code> and the window <code>w</code> in seconds. <code>RateLimit</code> contains the remaining requests <code>r</code> and the seconds until the window restarts <code>t</code>. Above the limit, the service returns 429 with <code>Retry-After</code> in seconds.</p>`,
      examples: example('Response headers', limitExample),
    },
    {
      id: 'idempotency',
      title: 'Safe retries',
      words: html`<p>If an operation lists the <code>Idempotency-Key</code> header, you can retry it safely. Within 24 hours, the same request with the same key returns the first response. The response then has the header <code>Idempotent-Replayed: true</code>. A different request with the same key returns 409 <code>idempotency_conflict</code>. You can retry a failed request with its key. Operations that cannot store their response, such as login, return 400 if you send the header.</p>`,
      examples: example('A key that you choose', 'Idempotency-Key: 6f1d1c9e-3a0b-4a6e-9b0e-0c6f6d0a2b11'),
    },
    {
      id: 'non-claims',
      title: 'What we do not claim',
      words: html`<ul>${nonClaims.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    },
  ];
}
