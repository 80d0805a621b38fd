// Converts a certificate of an organization between its row and its response.
import { X509Certificate } from 'node:crypto';
import { type CertificateName, type ClaimChain, readClaimChain } from '@content-provenance/engine';
import { failValidation } from '../../http/error-catalogue.ts';
import type { CertificateRow } from './signing-certificates.store.ts';

export const emptyRow = {
  request: null,
  algorithm: null,
  chain: null,
  issuer: null,
  serial_number: null,
  not_before: null,
  not_after: null,
  warned_days: null,
  revoked_at: null,
} as const;

export function readChain(pem: string, time: number): ClaimChain {
  const chain = readClaimChain(pem, new Date(time));
  if ('fault' in chain) failValidation('chain', asDetail(chain.fault));
  return chain;
}

/** Details of a validation error are parts of a sentence; pages add the period. */
export function asDetail(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

export function chainColumns(chain: ClaimChain) {
  return {
    algorithm: chain.algorithm,
    chain: chain.certificates.map((der) => new X509Certificate(der).toString()).join(''),
    subject: chain.subject,
    issuer: chain.issuer,
    serial_number: chain.serialNumber,
    not_before: chain.notBefore.getTime(),
    not_after: chain.notAfter.getTime(),
  };
}

export function splitChain(pem: string): Uint8Array[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new Uint8Array(new X509Certificate(block).raw));
}

/** `C=DE, O=…, CN=…`, as X509Certificate names a subject. */
export function inOneLine({ country, organization, commonName }: CertificateName): string {
  return `C=${country}, O=${organization}, CN=${commonName}`;
}

export function readName(subject: string): CertificateName | null {
  const fields = Object.fromEntries(
    subject
      .split(/, (?=[A-Za-z.]+=)/)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const { C: country, O: organization, CN: commonName } = fields;
  return organization && commonName ? { ...(country && { country }), organization, commonName } : null;
}

export function present(row: CertificateRow) {
  return {
    certificate_id: row.certificate_id,
    source: row.source,
    state: row.state,
    subject: row.subject,
    issuer: row.issuer,
    serial_number: row.serial_number,
    algorithm: row.algorithm,
    not_before: timeOf(row.not_before),
    not_after: timeOf(row.not_after),
    signing_request: row.state === 'requested' ? row.request : null,
    chain: row.chain,
    created_at: new Date(row.created_at).toISOString(),
    revoked_at: timeOf(row.revoked_at),
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
