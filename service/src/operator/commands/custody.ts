// Keys outside the database: lists those of an organization, and attaches one to a generator or to
// a signing certificate. Only this command takes references, so that no tenant can name a key.
import { readFileSync } from 'node:fs';
import type { Database } from '../../adapters/database/database.ts';
import { CustodyUnavailable, type KeyCustody, rawKey } from '../../adapters/key-custody/key-custody.ts';
import { inWords, type KeyReference, readReference, referenceIn } from '../../adapters/key-custody/key-reference.ts';
import { createKeyVault, type KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { certificateKeyPlace, seedPlace } from '../../database/sealed-places.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import { openKeyCustody, openMasterKeys } from '../../keys.ts';
import { createLog } from '../../log.ts';
import { readName } from '../../resources/c2pa/certificate-rows.ts';
import { createCertificateShelf } from '../../resources/c2pa/certificate-shelf.ts';
import { openClassicalAuthority } from '../../resources/c2pa/classical-authority.ts';
import { createSigningCertificatesService } from '../../resources/c2pa/signing-certificates.service.ts';
import { createGeneratorsService } from '../../resources/generators/generators.service.ts';
import { createLogAppender } from '../../transparency/log-appender.ts';
import { openEntryKeys } from '../../transparency/log-keys.ts';
import { openAuditStream } from '../audit-key.ts';
import { Refused, type RunCommand, type Tools, WrongUsage } from '../command.ts';
import { findGeneratorWithKey, listCertificateKeys, listGeneratorKeys } from '../custody.store.ts';
import { findOrganization } from '../organizations.store.ts';
import { formatTable } from '../table.ts';

interface Work {
  readonly tools: Tools;
  readonly database: Database;
  readonly vault: KeyVault;
  readonly custody: KeyCustody;
}

const attaching = {
  'attach-generator': attachGenerator,
  'attach-certificate': attachCertificate,
  'request-certificate': requestCertificate,
} as const;

export const run: RunCommand = async (tools, action, id, text) => {
  if (action === 'list') return withWork(tools, (work) => list(work, id!));
  if (!Object.hasOwn(attaching, action!)) {
    throw new WrongUsage(`"${action}" is not an action. Use list, ${Object.keys(attaching).join(', ')}.`);
  }
  const reference = readReference(text ?? '');
  if (!reference) throw new WrongUsage('Enter the reference of the key, such as kms:studio or pkcs11:01ab.');
  await withWork(tools, (work) => attaching[action as keyof typeof attaching](work, id!, reference));
};

async function withWork(tools: Tools, act: (work: Work) => Promise<void>): Promise<void> {
  const database = await tools.openDatabase();
  const vault = createKeyVault(await openMasterKeys(tools.configuration), tools.environment);
  const custody = openKeyCustody(tools.configuration, createLog('silent'));
  try {
    await act({ tools, database, vault, custody });
  } catch (problem) {
    throw asRefusal(problem);
  } finally {
    custody.close();
  }
}

async function list({ tools, database, vault }: Work, orgId: string): Promise<void> {
  await expectOrganization(database, orgId);
  const placeOf = (sealed: string, place: string) => {
    const reference = referenceIn(vault.open(sealed, place));
    return reference ? inWords(reference) : 'database';
  };
  const generators = await listGeneratorKeys(database.read, orgId);
  const certificates = await listCertificateKeys(database.read, orgId);
  const rows = [
    ...generators.map((key) => [key.generator_id, placeOf(key.sealed_seed, seedPlace(key.kid)), key.name]),
    ...certificates.map((key) => [
      key.certificate_id,
      placeOf(key.sealed_key, certificateKeyPlace(key.certificate_id)),
      `${key.subject} (${key.state})`,
    ]),
  ];
  if (rows.length === 0) return tools.print(`${orgId} has no keys that the service signs with.`);
  tools.print(formatTable(['generator or certificate', 'key', 'name'], rows));
}

async function attachGenerator({ tools, database, vault, custody }: Work, id: string, reference: KeyReference) {
  if (reference.custodian !== 'kms')
    throw new Refused(
      'Generators sign with ML-DSA-65, which the PKCS#11 helper does not support. Use a key of the KMS.',
    );
  const key = custody.openReference(reference, 'ML-DSA-65');
  const publicKey = rawKey(await key.publicKey());
  const user = await findGeneratorWithKey(database.read, Buffer.from(publicKey).toString('base64'));
  if (user) throw new Refused(`The generator ${user} has this key already. Create a key for each generator.`);
  await key.sign(Buffer.from('test'));
  const events = await openAuditStream(tools, database);
  const log = createLogAppender(await openEntryKeys(database, vault));
  const generators = createGeneratorsService({ database, vault, custody, newKeysIn: 'database', events, log });
  const { active_kid, retired_kid } = await generators.attachKey(id, reference, publicKey);
  tools.print(`${id} now signs with ${inWords(reference)} as ${active_kid}. The key ${retired_kid} is retired.`);
}

async function attachCertificate(work: Work, orgId: string, reference: KeyReference): Promise<void> {
  const { chain } = work.tools.options;
  if (chain === undefined)
    throw new WrongUsage('--chain is missing. Enter a PEM file, the certificate of the key first.');
  const certificates = await openCertificates(work, orgId);
  const { certificate_id, subject } = await certificates.attach(orgId, reference, readFileSync(chain, 'utf8'));
  work.tools.print(`${certificate_id} (${subject}) now signs for ${orgId} with ${inWords(reference)}.`);
}

async function requestCertificate(work: Work, orgId: string, reference: KeyReference): Promise<void> {
  const name = readName(work.tools.options.subject ?? '');
  if (!name) throw new WrongUsage('--subject is missing. Example: --subject "C=DE, O=Acme Pictures, CN=Acme"');
  const certificates = await openCertificates(work, orgId);
  const { certificate_id, signing_request } = await certificates.requestFor(orgId, name, reference);
  work.tools.print(signing_request!.trimEnd());
  work.tools.print(`The organization sends the chain to PUT /v1/c2pa/certificates/${certificate_id}/chain.`);
}

async function openCertificates({ tools, database, vault, custody }: Work, orgId: string) {
  await expectOrganization(database, orgId);
  const authority = await openClassicalAuthority(tools.environment, database, vault);
  const events = await openAuditStream(tools, database);
  const shelf = createCertificateShelf({ database, vault, custody, authority, events });
  return createSigningCertificatesService({ database, custody, shelf, events });
}

async function expectOrganization(database: Database, orgId: string): Promise<void> {
  if (!(await findOrganization(database.read, orgId))) throw new Refused(`There is no organization ${orgId}.`);
}

/** The reasons that a log or the details of a response would have. */
function asRefusal(problem: unknown): unknown {
  if (problem instanceof CustodyUnavailable) return new Refused((problem.cause as Error).message);
  if (!(problem instanceof ServiceError)) return problem;
  const { details } = problem.details as { details?: { path: string; message: string }[] };
  return new Refused(details ? details.map(({ path, message }) => `${path} ${message}.`).join(' ') : problem.message);
}
