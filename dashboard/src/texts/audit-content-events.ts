// Sentences about content, generators and manifests in the audit log.
import type { EventFacts, EventWords } from './audit-facts.ts';

const kinds: Readonly<Record<string, string>> = {
  image: 'an image',
  audio: 'an audio file',
  text: 'a text',
  video: 'a video',
};

const generator = ({ name }: EventFacts) => `the generator ${name('generator_id', 'without a name')}`;

export const contentEvents = {
  sign: {
    label: 'Content signed',
    sentence: (facts) => `${facts.who} signed ${kinds[facts.text('format')] ?? 'a file'} with ${generator(facts)}`,
  },
  verify: {
    label: 'Content verified',
    sentence: ({ who, text }) => `${who} verified content with one of your records: ${verdictOf(text)}`,
  },
  job_created: {
    label: 'Job created',
    sentence: ({ who, text }) => `${who} created a job to ${text('kind')} a large file`,
  },
  job_finished: {
    label: 'Job finished',
    sentence: ({ who, text }) =>
      text('state') === 'canceled'
        ? `${who} canceled a job`
        : `A job of ${who} ${text('state') === 'failed' ? 'failed' : 'succeeded'}`,
  },
} as const satisfies Record<string, EventWords>;

export const generatorEvents = {
  key_created: {
    label: 'Generator registered',
    sentence: (facts) => `${facts.who} registered ${generator(facts)}`,
  },
  key_revoked: {
    label: 'Generator revoked',
    sentence: (facts) => `${facts.who} revoked ${generator(facts)}`,
  },
  key_rotated: {
    label: 'Generator key rotated',
    sentence: (facts) => `${facts.who} rotated the key of ${generator(facts)}`,
  },
} as const satisfies Record<string, EventWords>;

export const manifestEvents = {
  c2pa_embedded: {
    label: 'C2PA manifest made',
    sentence: (facts) => `${facts.who} made a C2PA manifest for a record of ${generator(facts)}`,
  },
  c2pa_manifest_stored: {
    label: 'C2PA manifest stored',
    sentence: ({ who }) => `${who} stored a C2PA manifest`,
  },
  c2pa_manifest_deleted: {
    label: 'C2PA manifest deleted',
    sentence: ({ who }) => `${who} deleted a stored C2PA manifest`,
  },
  c2pa_binding_stored: {
    label: 'C2PA binding stored',
    sentence: ({ who, text }) => `${who} added a soft binding (${text('alg')}) to a stored C2PA manifest`,
  },
  c2pa_signature_changed: {
    label: 'Default C2PA signature changed',
    sentence: ({ who, text }) =>
      `${who} changed the default signature of C2PA manifests from ${text('from')} to ${text('to')}`,
  },
  certificate_requested: {
    label: 'Certificate requested',
    sentence: ({ who, text }) => `${who} requested a signing certificate for ${text('subject')}`,
  },
  certificate_activated: {
    label: 'Certificate activated',
    sentence: ({ who, text }) => `${who} activated the signing certificate of ${text('subject')}`,
  },
  certificate_revoked: {
    label: 'Certificate revoked',
    sentence: ({ who, text }) => `${who} revoked the signing certificate of ${text('subject')}`,
  },
  certificate_expiring: {
    label: 'Certificate about to expire',
    sentence: ({ text }) =>
      `The signing certificate of ${text('subject')} expires on ${text('not_after').slice(0, 10)}`,
  },
} as const satisfies Record<string, EventWords>;

function verdictOf(text: EventFacts['text']): string {
  if (text('authentic') === 'true') return 'authentic';
  return text('tampered') === 'true' ? 'changed' : 'not proven';
}
