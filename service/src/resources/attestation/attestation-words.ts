// The texts of an attestation besides its figures. Obligations are in our own words, after
// Regulation (EU) 2024/1689, Article 50, and the Code of Practice on Transparency of AI-Generated
// Content of 10 June 2026. Mechanisms say what the service does and where its part ends. Nothing
// here claims compliance (specification: What the service does, 6).
import type { Facts } from './attestation-facts.ts';

export const disclaimer =
  'This attestation is a factual record of activity in the service. It is not a certification, a legal opinion or a guarantee of compliance with the AI Act or any other law. The service does not claim to detect all AI-generated content. Absence of provenance data does not imply human origin. Neural watermarks are not claimed to be unremovable. Provenance is established by the ML-DSA signature, never by a watermark alone.';

export const transparencyObligation =
  'Regulation (EU) 2024/1689 (AI Act), Article 50, asks providers and deployers of certain AI systems for transparency. The mapping sets activity recorded in the service beside paragraphs 2, 4 and 5. Whether an obligation applies to the organization, and whether it is met, is not assessed.';

export function articleMapping({ records, verifications }: Facts) {
  return [
    {
      paragraph: '50(2)',
      obligation:
        'Outputs of AI systems that generate synthetic audio, image, video or text are marked in a machine-readable format.',
      service_mechanism:
        'Each record contains the SHA3-256 hash of the content and an ML-DSA-65 signature (FIPS 204) over it. Content signed by the service carries a token in the metadata of the file and, where format and content allow, a watermark in the content itself. Content signed by the organization stays with the organization; marking it is then its own part.',
      records_covered: records.total,
    },
    {
      paragraph: '50(2)',
      obligation:
        'Outputs are detectable as artificially generated or manipulated, by means that are effective, interoperable, robust and reliable as far as technically feasible.',
      service_mechanism:
        'Anyone can verify content, without an account and free of charge. A record is looked for by token, metadata, watermark and similarity, and its signature is checked.',
      verifications_recorded: verifications.total,
    },
    {
      paragraph: '50(4)',
      obligation:
        'Deployers disclose that deep fakes, and certain texts that inform the public on matters of public interest, were artificially generated or manipulated.',
      service_mechanism:
        'Each record has a public status that a disclosure can point to: organization, model and time of signing. Showing a disclosure is the deployer’s own act and is not recorded in the service.',
      records_covered: records.total,
    },
    {
      paragraph: '50(5)',
      obligation:
        'The information is given in a clear and distinguishable manner, at the latest at the first interaction or exposure, and in accessible form.',
      service_mechanism:
        'The public status is available from the moment a record is stored, and verification says in one sentence what was found. How and when people are informed is the provider’s or deployer’s own part and is not recorded in the service.',
      verifications_recorded: verifications.total,
    },
  ];
}

export const notCovered = [
  {
    paragraph: '50(1)',
    obligation: 'People are informed that they are interacting with an AI system.',
    reason: 'The service takes no part in interactions between people and AI systems.',
  },
  {
    paragraph: '50(3)',
    obligation: 'People exposed to emotion recognition or biometric categorisation are informed of it.',
    reason: 'The service takes no part in the operation of such systems.',
  },
];

export const codeOfPractice = 'Code of Practice on Transparency of AI-Generated Content, 10 June 2026, section 1';

export function codeMeasures({ records, verifications, events }: Facts) {
  const { watermark, neural_watermark, phash, fingerprint, text_fingerprint } = verifications;
  return [
    {
      measure: 'Marking, first layer: digitally signed metadata',
      service_mechanism:
        'A token that leads to the signed and time-stamped record is written into the metadata of the file when the service signs it.',
      facts: [{ fact: 'Records signed by the service', count: records.byMode.server }],
    },
    {
      measure: 'Marking, second layer: imperceptible watermark',
      service_mechanism:
        'Where format and content allow, an identifier is embedded in the content itself before it is signed.',
      facts: [{ fact: 'Records whose content was marked', count: records.marked }],
    },
    {
      measure: 'Fingerprinting and logging (optional)',
      service_mechanism:
        'Every signed content is logged as a record with its hash. Signing, verification and every change of keys, members and settings go to an audit log whose entries are chained by hash.',
      facts: [
        { fact: 'Records stored', count: records.total },
        { fact: 'Entries in the audit log', count: events },
      ],
    },
    {
      measure: 'Detection, free of charge',
      service_mechanism: 'Verification is public, needs no account and costs nothing.',
      facts: [
        { fact: 'Verifications that found a record', count: verifications.total },
        { fact: 'Verifications of content that was not what was signed', count: verifications.tampered },
      ],
    },
    {
      measure: 'Robustness',
      service_mechanism:
        'Content whose metadata was lost is looked for by watermark and by similarity. The robustness tests of the service are published with its source; they are not about this organization’s content, and no result of theirs is stated here.',
      facts: [
        { fact: 'Found by a watermark', count: watermark + neural_watermark },
        { fact: 'Found by similarity', count: phash + fingerprint + text_fingerprint },
      ],
    },
  ];
}
