// Manifests that organizations store, and their bindings. The main threat is an organization that
// binds its manifest to the watermark of someone else's record. So a binding with our algorithms
// must name a record of the same organization, and a manifest with soft binding assertions can only
// be bound as they say.
import { createHash } from 'node:crypto';
import { activeManifestOf, type SoftBinding, type StoreReading } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { ContentRefused } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import type { ManifestsService } from '../c2pa/manifests.service.ts';
import type { RecoveryService } from '../c2pa/recovery.service.ts';
import { agrees, asHex, findAlgorithm, isOurs, readValue } from './binding-values.ts';
import {
  countBindings,
  countStored,
  deleteBindings,
  deleteStored,
  findOwnStored,
  findStored,
  insertBinding,
  insertStored,
  type StoredManifestRow,
} from './repository.store.ts';

export interface RepositoryParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly manifests: ManifestsService;
  readonly recovery: RecoveryService;
  readonly events: EventStream;
}

export interface BindingInput {
  readonly bindingValue: string;
  readonly manifestId: string;
  /** Left out: what the manifest asserts; if it asserts nothing, any algorithm that is not ours. */
  readonly alg?: string | undefined;
}

/** Labels that fit into an address. */
const labelForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;
/** Limits for one organization. */
const mostManifests = 10_000;
const mostBytes = 1024 ** 3;
/** Limit for one manifest. */
const mostBindings = 100;

const madeHere = 'The service made this manifest for a record. It keeps and binds such manifests itself.';

export type RepositoryService = ReturnType<typeof createRepositoryService>;

export function createRepositoryService({ database, lookup, manifests, recovery, events }: RepositoryParts) {
  async function read(store: Uint8Array, orgId: string): Promise<StoreReading> {
    const reading = await recovery.readStore(store, orgId).catch(refuseStore);
    if (!labelForm.test(reading.manifestId))
      failValidation('', 'the label of the active manifest must have 1 to 200 letters, digits and . _ : -');
    if (reading.faults.length > 0)
      failValidation('', `the manifest is not valid: ${reading.faults.slice(0, 5).join(', ')}`);
    return reading;
  }

  /** Fails unless the organization has stored it. */
  async function findOwn(orgId: string, manifestId: string): Promise<StoredManifestRow> {
    const row = await findOwnStored(database.read, orgId, manifestId);
    if (row) return row;
    const made = await manifests.find(manifestId);
    return made?.org_id === orgId ? fail('forbidden', { message: madeHere }) : fail('manifest_not_found');
  }

  /** The algorithm and value to store. Fails if the organization is not allowed to bind them. */
  async function check(orgId: string, { bindingValue, alg }: BindingInput, row: StoredManifestRow) {
    const value = readValue(bindingValue, 'bindingValue');
    const asserted = JSON.parse(row.soft_bindings) as readonly SoftBinding[];
    const binding = { alg: alg ?? asserted[0]?.alg ?? '', value };
    if (!agrees(asserted, binding))
      failValidation('bindingValue', 'must be the value of every soft binding that the manifest asserts, with its alg');
    if (isOurs(binding.alg)) await expectOwnRecord(orgId, binding);
    return binding;
  }

  // A record of another organization and a missing record get the same response.
  async function expectOwnRecord(orgId: string, { alg, value }: SoftBinding): Promise<void> {
    const algorithm = findAlgorithm(alg);
    if (algorithm?.type === 'fingerprint')
      failValidation('alg', 'must not be a fingerprint of this service, which finds records by it without a binding');
    const id = asHex(value);
    const record = id === null ? undefined : await lookup.findMarked(database.read, id);
    if (record?.org_id !== orgId || !algorithm?.kinds.includes(record.format)) fail('binding_not_found');
  }

  return {
    /** Public. Fails if there is no such manifest. */
    async find(manifestId: string, activeOnly: boolean): Promise<Uint8Array> {
      const row = (await manifests.find(manifestId)) ?? (await findStored(database.publicRead, manifestId));
      if (!row) return fail('manifest_not_found');
      return activeOnly ? activeManifestOf(row.store) : row.store;
    },

    /** Returns the id. Storing the same bytes again changes nothing. */
    async store(caller: Caller, store: Uint8Array): Promise<string> {
      const { orgId } = caller.organization;
      const storeHash = createHash('sha256').update(store).digest('hex');
      const { manifestId, softBindings } = await read(new Uint8Array(store), orgId);
      const there = (await manifests.find(manifestId)) ?? (await findStored(database.read, manifestId));
      if (there?.org_id === orgId && there.store_hash === storeHash) return manifestId;
      if (there) fail('manifest_id_taken');
      await database.transaction(async (transaction) => {
        // First, because this locks the organization: two at once must not both take the last free
        // place.
        await events.append(transaction, orgId, [
          {
            type: 'c2pa_manifest_stored',
            metadata: { manifest_id: manifestId, store_hash: storeHash, actor: actorOf(caller) },
          },
        ]);
        const { count, bytes } = await countStored(transaction, orgId);
        if (count >= mostManifests || bytes + store.length > mostBytes) fail('manifest_limit_reached');
        const row = {
          manifest_id: manifestId,
          org_id: orgId,
          store_hash: storeHash,
          store,
          size: store.length,
          soft_bindings: JSON.stringify(softBindings),
          created_at: Date.now(),
        };
        if (!(await insertStored(transaction, row))) fail('manifest_id_taken');
      });
      return manifestId;
    },

    async delete(caller: Caller, manifestId: string): Promise<void> {
      const { orgId } = caller.organization;
      await findOwn(orgId, manifestId);
      await database.transaction(async (transaction) => {
        await events.append(transaction, orgId, [
          { type: 'c2pa_manifest_deleted', metadata: { manifest_id: manifestId, actor: actorOf(caller) } },
        ]);
        if (!(await deleteStored(transaction, orgId, manifestId))) fail('manifest_not_found');
      });
    },

    /** replace: removes the value from all other manifests of the organization. */
    async bind(caller: Caller, input: BindingInput, replace: boolean): Promise<void> {
      const { orgId } = caller.organization;
      const { manifestId } = input;
      const binding = await check(orgId, input, await findOwn(orgId, manifestId));
      await database.transaction(async (transaction) => {
        await events.append(transaction, orgId, [
          {
            type: 'c2pa_binding_stored',
            metadata: { manifest_id: manifestId, ...binding, actor: actorOf(caller) },
          },
        ]);
        if (!(await findOwnStored(transaction, orgId, manifestId))) fail('manifest_not_found');
        if (replace && (await deleteBindings(transaction, orgId, binding)) === 0) fail('binding_not_found');
        if ((await countBindings(transaction, manifestId)) >= mostBindings) fail('manifest_limit_reached');
        const row = { ...binding, manifest_id: manifestId, org_id: orgId, created_at: Date.now() };
        await insertBinding(transaction, row);
      });
    },
  };
}

function refuseStore(problem: unknown): never {
  if (problem instanceof ContentRefused)
    failValidation('', `the body is not a C2PA manifest store: ${problem.message}`);
  throw problem;
}
