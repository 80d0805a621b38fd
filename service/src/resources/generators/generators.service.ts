// Generators: the signing entities of an organization. The service or the caller has their private
// keys.
import { type MediaKind, mlDsa65 } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import { allowsGenerator, expectEveryGenerator, expectGenerator } from '../../access/key-restrictions.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { KeyPlace } from '../../adapters/key-custody/key-custody.ts';
import type { KeyReference } from '../../adapters/key-custody/key-reference.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { LogAppender } from '../../transparency/log-appender.ts';
import {
  countGenerators,
  findGenerator,
  findSigningKeys,
  type GeneratorKeyRow,
  type GeneratorRow,
  insertGenerator,
  insertKey,
  listGenerators,
  listKeys,
  lockActiveGenerator,
  retireActiveKey,
  revokeGenerator,
  revokeGenerators,
} from './generators.store.ts';
import { type GivenPublicKey, readPublicKeys } from './public-keys.ts';
import { createServerKeys, type ServerKey, type ServerKeyRow, type ServerKeysParts } from './server-keys.ts';

export type { ServerKey } from './server-keys.ts';

export interface GeneratorsParts extends ServerKeysParts {
  /** Where the keys of new generators are created. */
  readonly newKeysIn: KeyPlace;
  readonly events: EventStream;
  readonly log: LogAppender;
  readonly now?: () => number;
}

/** A generator with its keys, as other resources need it to check a signature. */
export interface SigningGenerator {
  readonly generatorId: string;
  readonly orgId: string;
  readonly mode: GeneratorRow['mode'];
  readonly status: GeneratorRow['status'];
  readonly supportedFormats: readonly MediaKind[];
  /** Those that can sign now. */
  readonly keys: readonly { readonly kid: string; readonly publicKey: Uint8Array }[];
}

/** More than any organization needs. It keeps the list on one page. */
const mostGenerators = 1_000;

export type GeneratorsService = ReturnType<typeof createGeneratorsService>;

export function createGeneratorsService(parts: GeneratorsParts) {
  const { database, newKeysIn, events, log, now = Date.now } = parts;
  const serverKeys = createServerKeys(parts);

  async function replaceKey(orgId: string, key: ServerKeyRow, more: { actor?: ReturnType<typeof actorOf> }) {
    const { generator_id, kid, created_at } = key;
    return database.transaction(async (transaction) => {
      if (!(await lockActiveGenerator(transaction, orgId, generator_id))) fail('generator_not_found');
      const retiredKid = await retireActiveKey(transaction, generator_id, created_at);
      await insertKey(transaction, key);
      const rotation = { generator_id, active_kid: kid, retired_kid: retiredKid };
      await events.append(transaction, orgId, [{ type: 'key_rotated', metadata: { ...rotation, ...more } }]);
      await log.append(transaction, orgId, [
        { kind: 'key_retired', generatorId: generator_id, kid: retiredKid, time: created_at },
      ]);
      return rotation;
    });
  }

  async function findOwn(orgId: string, generatorId: string): Promise<GeneratorRow> {
    const generator = await findGenerator(database.read, generatorId);
    if (!generator || generator.org_id !== orgId) fail('generator_not_found');
    return generator;
  }

  return {
    async create(
      caller: Caller,
      input: {
        readonly name: string;
        readonly supported_formats: readonly MediaKind[];
        readonly public_keys?: readonly GivenPublicKey[] | undefined;
      },
    ) {
      expectEveryGenerator(caller);
      const time = now();
      const generatorId = makeIdentifier('gen');
      const { orgId } = caller.organization;
      const mode = input.public_keys ? ('client' as const) : ('server' as const);
      // Before a key is created, because one in a KMS would stay there.
      if (mode === 'server' && (await countGenerators(database.read, orgId)) >= mostGenerators)
        fail('generator_limit_reached');
      const keys = input.public_keys
        ? readPublicKeys(input.public_keys).map(({ kid, publicKey }) => ({
            generator_id: generatorId,
            kid,
            public_key: publicKey,
            sealed_seed: null,
            status: 'active' as const,
            created_at: time,
          }))
        : [await serverKeys.make(generatorId, newKeysIn, time)];
      const name = input.name.trim();
      const supportedFormats = [...new Set(input.supported_formats)];
      await database.transaction(async (transaction) => {
        if ((await countGenerators(transaction, orgId)) >= mostGenerators) fail('generator_limit_reached');
        const row = {
          generator_id: generatorId,
          org_id: orgId,
          name,
          mode,
          status: 'active' as const,
          created_at: time,
        };
        await insertGenerator(transaction, { ...row, supported_formats: JSON.stringify(supportedFormats) }, keys);
        const kids = keys.map((key) => key.kid);
        await events.append(transaction, orgId, [
          { type: 'key_created', metadata: { generator_id: generatorId, name, mode, kids, actor: actorOf(caller) } },
        ]);
      });
      return { generator_id: generatorId, name, supported_formats: supportedFormats, status: 'active' as const };
    },

    async list(caller: Caller) {
      const all = await listGenerators(database.read, caller.organization.orgId);
      const generators = all.filter(({ generator_id }) => allowsGenerator(caller, generator_id));
      if (generators.length === 0) return { generators: [] };
      const keys = await listKeys(
        database.read,
        generators.map((generator) => generator.generator_id),
      );
      const byGenerator = Map.groupBy(keys, (key) => key.generator_id);
      return { generators: generators.map((each) => present(each, byGenerator.get(each.generator_id) ?? [])) };
    },

    /** Fails if one of them does not belong to the organization. */
    async expectOwn(orgId: string, generatorIds: readonly string[]): Promise<void> {
      for (const id of generatorIds) await findOwn(orgId, id);
    },

    async get(caller: Caller, generatorId: string) {
      expectGenerator(caller, generatorId);
      const generator = await findOwn(caller.organization.orgId, generatorId);
      return present(generator, await listKeys(database.read, [generatorId]));
    },

    /**
     * Irreversible. A generator that is already revoked stays as it is, and no event is sent twice.
     */
    async revoke(caller: Caller, generatorId: string) {
      expectGenerator(caller, generatorId);
      const { orgId } = caller.organization;
      await findOwn(orgId, generatorId);
      const time = now();
      await database.transaction(async (transaction) => {
        if (!(await revokeGenerator(transaction, orgId, generatorId, time))) return;
        await events.append(transaction, orgId, [
          { type: 'key_revoked', metadata: { generator_id: generatorId, actor: actorOf(caller) } },
        ]);
        await log.append(transaction, orgId, [{ kind: 'generator_revoked', generatorId, time }]);
      });
      return { generator_id: generatorId, status: 'revoked' as const };
    },

    /**
     * In a transaction of the caller. Resolves with what is left to do, as the last part of that
     * transaction: the entries in the transparency log.
     */
    async revokeAll(transaction: Transaction, orgId: string): Promise<() => Promise<void>> {
      const time = now();
      const generatorIds = await revokeGenerators(transaction, orgId, time);
      await events.append(
        transaction,
        orgId,
        generatorIds.map((generatorId) => ({
          type: 'key_revoked' as const,
          metadata: { generator_id: generatorId },
        })),
      );
      return async () => {
        const facts = generatorIds.map((generatorId) => ({ kind: 'generator_revoked' as const, generatorId, time }));
        await log.append(transaction, orgId, facts);
      };
    },

    async rotateKey(caller: Caller, generatorId: string) {
      expectGenerator(caller, generatorId);
      const { orgId } = caller.organization;
      const generator = await findOwn(orgId, generatorId);
      if (generator.status === 'revoked') fail('generator_not_found');
      if (generator.mode === 'client') fail('client_managed_generator');
      const place = (await serverKeys.placeOf(generatorId)) ?? fail('generator_not_found');
      const key = await serverKeys.make(generatorId, place, now());
      return replaceKey(orgId, key, { actor: actorOf(caller) });
    },

    /** For the operator, who has checked that the key in custody signs. */
    async attachKey(generatorId: string, reference: KeyReference, publicKey: Uint8Array) {
      const { org_id, status, mode } = (await findGenerator(database.read, generatorId)) ?? fail('generator_not_found');
      if (status === 'revoked') fail('generator_revoked');
      if (mode === 'client') fail('client_managed_generator');
      return replaceKey(org_id, serverKeys.attach(generatorId, reference, publicKey, now()), {});
    },

    /** Public: every key that has signed something or can sign. */
    async publicKeys(generatorId: string) {
      const generator = await findGenerator(database.publicRead, generatorId);
      if (!generator) fail('generator_not_found');
      const keys = await listKeys(database.publicRead, [generatorId]);
      return {
        generator_id: generatorId,
        status: generator.status,
        keys: keys.map((key) => ({
          kid: key.kid,
          algorithm: mlDsa65.algorithm,
          key: key.public_key,
          status: key.status,
          created_at: new Date(key.created_at).toISOString(),
          retired_at: isoOrNull(key.retired_at),
        })),
      };
    },

    /**
     * The key that signs for a service-managed generator. Fails as forSigning does, and for a
     * client-managed generator.
     */
    async serverKey(orgId: string, generatorId: string) {
      const generators = await this.forSigning(orgId, [generatorId]);
      const { mode, supportedFormats } = generators.get(generatorId)!;
      if (mode === 'client') fail('client_managed_generator');
      return { ...((await serverKeys.find(generatorId)) ?? fail('generator_not_found')), supportedFormats };
    },

    /**
     * The key that signs manifests. A revoked generator and a missing one give different errors
     * (specification: Records and C2PA).
     */
    async manifestKey(orgId: string, generatorId: string): Promise<ServerKey> {
      const { status, mode } = await findOwn(orgId, generatorId);
      if (status === 'revoked') fail('generator_revoked');
      if (mode === 'client') fail('client_managed_generator');
      return (await serverKeys.find(generatorId)) ?? fail('generator_revoked');
    },

    /** Public, like the keys. */
    async statusOf(generatorId: string): Promise<GeneratorRow['status'] | null> {
      const generator = await findGenerator(database.publicRead, generatorId);
      return generator?.status ?? null;
    },

    /**
     * For signing. Fails as the specification says: 404 for a missing or revoked generator, 403 for
     * a foreign one.
     */
    async forSigning(orgId: string, generatorIds: readonly string[]): Promise<ReadonlyMap<string, SigningGenerator>> {
      const rows = Map.groupBy(await findSigningKeys(database.read, generatorIds), ({ generator_id }) => generator_id);
      return new Map(generatorIds.map((id) => [id, signingGenerator(orgId, id, rows.get(id) ?? [])]));
    },
  };
}

type SigningKeyRow = Awaited<ReturnType<typeof findSigningKeys>>[number];

function signingGenerator(orgId: string, generatorId: string, rows: readonly SigningKeyRow[]): SigningGenerator {
  const [generator] = rows;
  if (generator && generator.org_id !== orgId) {
    fail('forbidden', {
      message: 'The generator belongs to another organization. Use a generator of your organization.',
    });
  }
  if (generator?.status !== 'active') fail('generator_not_found', { generator_id: generatorId });
  return {
    generatorId,
    orgId,
    mode: generator.mode,
    status: generator.status,
    supportedFormats: formatsOf(generator),
    keys: rows.flatMap(({ kid, public_key }) =>
      kid === null || public_key === null ? [] : [{ kid, publicKey: Buffer.from(public_key, 'base64') }],
    ),
  };
}

function present(generator: GeneratorRow, keys: readonly GeneratorKeyRow[]) {
  return {
    generator_id: generator.generator_id,
    org_id: generator.org_id,
    name: generator.name,
    status: generator.status,
    supported_formats: formatsOf(generator),
    public_keys: keys.map((key) => ({ kid: key.kid, algorithm: mlDsa65.algorithm, key: key.public_key })),
    mode: generator.mode,
    created_at: new Date(generator.created_at).toISOString(),
    revoked_at: isoOrNull(generator.revoked_at),
  };
}

function formatsOf(generator: Pick<GeneratorRow, 'supported_formats'>): MediaKind[] {
  return JSON.parse(generator.supported_formats) as MediaKind[];
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
