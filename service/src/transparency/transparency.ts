// The transparency log of one environment (docs/decisions/0050): what appends to it, and what reads
// and publishes it. The log has the name of the address under which it first started.
import { randomUUID } from 'node:crypto';
import { emptyRoot, type Policy, type VerifierKey, writeVerifierKey } from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import type { OutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import type { Logger } from '../log.ts';
import { findOrigin, insertCheckpoint } from './checkpoint.store.ts';
import { createIntegrator, signCheckpoint } from './integrator.ts';
import { createLogAppender, type LogAppender } from './log-appender.ts';
import { type LogFact, openingOf } from './log-facts.ts';
import { type LogIdentity, openCheckpointSigners, openEntryKeys } from './log-keys.ts';
import { createLogProofs } from './log-proofs.ts';
import { createLogTimestamps, type TimeStamping } from './log-timestamps.ts';
import { createLogWorker } from './log-worker.ts';
import { createPublishedLog, LogWentBack } from './published-log.ts';
import { createStoredTiles } from './stored-tiles.ts';
import { createWitnessRounds } from './witness-rounds.ts';

export interface TransparencyParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly publicUrl: string;
  /** In front of the last part of the log's name, if it would be that of another log. */
  readonly mark?: string | undefined;
  readonly outgoing: Pick<OutgoingHttps, 'request'>;
  readonly timestamps: TimeStamping;
  /** The witnesses. Undefined: none is asked. */
  readonly policy: Policy | undefined;
  /** Undefined: the real one. */
  readonly appender?: LogAppender | undefined;
  readonly log: Logger;
  readonly now?: () => number;
}

export type Transparency = Awaited<ReturnType<typeof openTransparency>>;

export async function openTransparency(parts: TransparencyParts) {
  const { database, vault, publicUrl, outgoing, timestamps, policy, log, now = Date.now } = parts;
  const entryKeys = await openEntryKeys(database, vault);
  const appender = parts.appender ?? createLogAppender(entryKeys);
  const origin = (await findOrigin(database.read)) ?? (await startLog());
  const signers = await openCheckpointSigners(database, vault, origin);
  const keys: readonly VerifierKey[] = signers.map(({ key }) => key);
  const identity: LogIdentity = { origin, url: `${publicUrl}/log`, verifierKeys: keys.map(writeVerifierKey) };
  const published = createPublishedLog(database);
  const tiles = createStoredTiles(database.read);
  const node = randomUUID();
  const integrator = createIntegrator({ database, published, tiles, signers, node, now });
  const witnesses = createWitnessRounds({
    ...{ database, published, tiles, outgoing, policy, node, log },
    logKeys: keys,
  });
  const stamping = createLogTimestamps({ ...{ database, published, timestamps, log, now } });
  const worker = createLogWorker({
    integrate: (insist) => integrator.integrate(insist),
    beforeFirst: () => witnesses.askFirst(),
    afterwards: () => witnesses.askIfDue(),
    log,
  });

  /** Returns the name that the first node has chosen. */
  async function startLog(): Promise<string> {
    const name = `${publicUrl.replace(/^[a-z]+:\/\//, '')}/${parts.mark ? `${parts.mark}/` : ''}log`;
    const empty = { origin: name, size: 0, root: emptyRoot };
    const checkpoint = signCheckpoint(empty, await openCheckpointSigners(database, vault, name), now());
    return database.transaction(async (transaction) => {
      await insertCheckpoint(transaction, { origin: name, checkpoint });
      return (await findOrigin(transaction))!;
    });
  }

  return {
    appender,
    entryKeys,
    identity,
    published,
    tiles,
    openingOf: (fact: LogFact) => openingOf(fact, entryKeys.salt),
    proofs: createLogProofs({ database, published, tiles, identity, entryKeys }),
    async measure() {
      const { committed, size, witnessed_size } = await published.latest();
      const stopped = await published.current().then(
        () => 0 as const,
        (problem) => (problem instanceof LogWentBack ? (1 as const) : Promise.reject(problem)),
      );
      return { committed, integrated: size, witnessed: witnessed_size, stopped };
    },
    start(): void {
      worker.start();
      stamping.start();
    },
    async stop(): Promise<void> {
      await worker.stop();
      await witnesses.stop();
      await stamping.stop();
    },
  };
}
