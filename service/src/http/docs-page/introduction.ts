// What a reader needs before the first call: address, credentials, errors, limits, repeats, and what is not claimed.
import { planNames, plans } from '../../plans/plans.ts';
import { type Html, html } from '../html.ts';
import { example } from './operation.ts';

const errorExample = {
  error: 'validation_error',
  message: 'The request is not valid; `details` says where.',
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
      title: 'Base address',
      words: html`<p>Every path on this page follows the base address. Bodies are JSON unless an operation states a multipart form. Timestamps are ISO 8601, UTC. The version of the interface is part of the path: <code>/v1</code>.</p>
<p>The sandbox is the same service at an address of its own, with data, accounts and keys of its own; signing there never counts against a quota. Every answer names its environment in the header <code>X-Service-Environment</code>.</p>`,
      examples: example('Base address', address),
    },
    {
      id: 'authentication',
      title: 'Authentication',
      words: html`<p>Credentials are sent in the header <code>Authorization: Bearer …</code>. There are two kinds:</p>
<ul>
<li><strong>Session</strong>: a token from <code>POST /v1/auth/login</code>, for people. It is valid for 24 hours and ends with logout.</li>
<li><strong>API key</strong>: begins with <code>svc_key_</code>, for programs. It is shown once, when it is made, and works until it is revoked.</li>
</ul>
<p>Keys of the sandbox begin with <code>svc_test_key_</code> and work only there; keys of the live service work only at its own address. Each operation says which kind it takes. Verification is public and needs neither.</p>`,
      examples: example(
        'With a credential',
        `curl "${address}/v1/auth/me" \\\n  -H "Authorization: Bearer $SESSION_TOKEN"`,
      ),
    },
    {
      id: 'errors',
      title: 'Errors',
      words: html`<p>Every error has the same body: <code>error</code> is a code for programs, <code>message</code> a sentence for people, <code>request_id</code> names the request in the logs of the service and is also the header <code>X-Request-Id</code>. Some errors add fields: <code>validation_error</code> lists in <code>details</code> each place and what is wrong there; <code>plan_required</code> names <code>required_plan</code>, <code>current_plan</code> and <code>upgrade_url</code>.</p>
<p>A verdict about content, such as tampered or nothing found, is a result with status 200, not an error.</p>`,
      examples: example('An error', JSON.stringify(errorExample, null, 2)),
    },
    {
      id: 'rate-limits',
      title: 'Rate limits',
      words: html`<p>Calls with credentials are counted per organization and minute: ${planNames
        .map(
          (name) => `${plans[name].label} ${plans[name].requestsPerMinute?.toLocaleString('en') ?? 'without a limit'}`,
        )
        .join(
          ', ',
        )}. Calls without credentials are counted per IPv4 address or IPv6 /64 network. Verification never counts against a signing quota.</p>
<p><code>RateLimit-Policy</code> gives the quota <code>q</code> and the window <code>w</code> in seconds, <code>RateLimit</code> what remains <code>r</code> and the seconds until it starts anew <code>t</code>. Beyond the limit the answer is 429 with <code>Retry-After</code> in seconds.</p>`,
      examples: example('Headers of an answer', limitExample),
    },
    {
      id: 'idempotency',
      title: 'Repeated requests',
      words: html`<p>An operation that lists the header <code>Idempotency-Key</code> can be sent again without happening twice: within 24 hours the same request under the same key gets the first answer. The same key with another request is 409 <code>idempotency_conflict</code>. A request that failed may be sent again under its key.</p>`,
      examples: example('A key of your choice', 'Idempotency-Key: 6f1d1c9e-3a0b-4a6e-9b0e-0c6f6d0a2b11'),
    },
    {
      id: 'non-claims',
      title: 'What is not claimed',
      words: html`<ul>${nonClaims.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    },
  ];
}
