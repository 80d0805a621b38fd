// S3-compatible stores that an organization connected: jobs read sources from them and write
// results to them. The secret is sealed and never shown. Every request goes through the guard of
// outgoing HTTPS.
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import {
  type ConnectedBucket,
  ConnectedStoreFailed,
  connectBucket,
  longPatience,
  type Patience,
  shortPatience,
} from '../../adapters/object-store/connected-bucket.ts';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';
import { storageSecretPlace } from '../../database/sealed-places.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { findKeyFault } from './object-keys.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
} from './storage-connections.store.ts';

// What jobs need from this resource.
export { type ConnectedBucket, ConnectedStoreFailed, findKeyFault, shortPatience };

export interface StorageConnectionsParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly outgoing: OutgoingHttps;
  readonly events: EventStream;
  readonly now?: () => number;
}

export interface NewConnection {
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly addressing: 'path' | 'host';
  readonly bucket: string;
  readonly prefix: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

const mostConnections = 10;

export type StorageConnectionsService = ReturnType<typeof createStorageConnectionsService>;

export function createStorageConnectionsService(parts: StorageConnectionsParts) {
  const { database, vault, outgoing, events, now = Date.now } = parts;

  function bucketOf(
    row: Omit<ConnectionRow, 'sealed_secret'>,
    secretAccessKey: string,
    patience: Patience,
  ): ConnectedBucket {
    const { endpoint, region, addressing, bucket, prefix, access_key_id: accessKeyId } = row;
    const place = { endpoint, region, addressing, bucket, prefix, accessKeyId, secretAccessKey };
    return connectBucket(outgoing.request, place, patience);
  }

  /** Writes, reads and removes a small object, as a job does. */
  async function check(bucket: ConnectedBucket, connectionId: string): Promise<void> {
    const key = `provenance-check-${connectionId}`;
    const bytes = Buffer.from('The service removes this object when it has checked the connection.\n');
    try {
      await bucket.write(key, bytes);
      const found = await bucket.find(key);
      if (!found) throw new ConnectedStoreFailed('The store does not have the object that it confirmed.', false);
      await bucket.read(key, found.etag, 0, bytes.length);
      await bucket.remove(key);
    } catch (problem) {
      if (!(problem instanceof ConnectedStoreFailed)) throw problem;
      fail('storage_refused', { message: `The service cannot use this storage. ${problem.message}` });
    }
  }

  return {
    async list(orgId: string) {
      return { connections: (await listConnections(database.read, orgId)).map(present) };
    },

    async add(caller: Caller, given: NewConnection) {
      const { orgId } = caller.organization;
      const fault = await outgoing.findFault(given.endpoint);
      if (fault !== undefined) failValidation('endpoint', fault);
      if (URL.parse(given.endpoint)!.search !== '') failValidation('endpoint', 'must not contain a query');
      expectAddressing(given);
      const prefix = given.prefix.replaceAll(/^\/+|\/+$/g, '');
      const prefixFault = prefix === '' ? undefined : findKeyFault(prefix);
      if (prefixFault !== undefined) failValidation('prefix', prefixFault);
      const connectionId = makeIdentifier('stc');
      const { name, endpoint, region, addressing, bucket, access_key_id, secret_access_key: secret } = given;
      const row: ConnectionRow = {
        connection_id: connectionId,
        org_id: orgId,
        name: name.trim(),
        endpoint,
        region,
        addressing,
        bucket,
        prefix,
        access_key_id,
        sealed_secret: vault.seal(Buffer.from(secret), storageSecretPlace(connectionId)),
        created_at: now(),
      };
      await check(bucketOf(row, secret, shortPatience), connectionId);
      await database.transaction(async (transaction) => {
        // First, because it makes other calls of the organization wait, so that two at once cannot
        // both be the tenth.
        await events.append(transaction, orgId, [
          {
            type: 'storage_connected',
            metadata: { connection_id: connectionId, endpoint, bucket, prefix, actor: actorOf(caller) },
          },
        ]);
        if ((await listConnections(transaction, orgId)).length >= mostConnections) {
          fail('storage_connection_limit_reached');
        }
        await insertConnection(transaction, row);
      });
      return present(row);
    },

    async remove(caller: Caller, connectionId: string) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        if (!(await deleteConnection(transaction, orgId, connectionId))) failUnknown();
        await events.append(transaction, orgId, [
          { type: 'storage_disconnected', metadata: { connection_id: connectionId, actor: actorOf(caller) } },
        ]);
      });
      return { deleted: true as const };
    },

    /** For a job. Fails if the connection was removed. */
    async open(orgId: string, connectionId: string, patience = longPatience): Promise<ConnectedBucket> {
      const row = (await findConnection(database.read, orgId, connectionId)) ?? failUnknown();
      return bucketOf(row, vault.open(row.sealed_secret, storageSecretPlace(connectionId)).toString(), patience);
    },
  };
}

/** An IP address, for example, cannot have the bucket in front. */
function expectAddressing({ endpoint, bucket, addressing }: NewConnection): void {
  if (addressing === 'host' && !URL.canParse(`https://${bucket}.${URL.parse(endpoint)!.host}/`)) {
    failValidation('addressing', 'must be path, because this endpoint cannot have the bucket in its name');
  }
}

function failUnknown(): never {
  fail('not_found', { message: 'Your organization has no storage connection with this ID. Check the ID.' });
}

function present({ org_id: _, sealed_secret: __, created_at, ...row }: ConnectionRow) {
  return { ...row, created_at: new Date(created_at).toISOString() };
}
