// Email that is not lost: a request for an email is stored in the transaction that makes it, then
// composed and sent, and sent again if the server is away. A request for an unknown address costs a
// caller the same as for a known one.
import type { FastifyBaseLogger } from 'fastify';
import { makeIdentifier } from '../access/identifiers.ts';
import type { Database, Transaction } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import type { MailMessage, MailTransport } from '../adapters/mail/mail-transport.ts';
import { mailPlace } from '../database/sealed-places.ts';
import { readTraceContext } from '../telemetry/trace-context.ts';
import { runAndEnd, runIn, type Tracer, traceHeaders } from '../telemetry/tracing.ts';
import {
  claimMail,
  deleteMail,
  findDueMails,
  insertMail,
  type MailBacklog,
  postponeMail,
  readBacklog,
} from './mail-queue.store.ts';

/**
 * The request of a resource. When it is due, the resource turns it into a message, or into nothing.
 */
export interface MailRequest {
  readonly kind: string;
  readonly to: string;
  readonly code?: string;
}

/** traceparent: of the request, if telemetry is on. */
type StoredRequest = MailRequest & { readonly traceparent?: string };

export type ComposeMail = (request: MailRequest) => Promise<MailMessage | undefined>;

export interface MailQueue {
  /** Sends soon after the commit. */
  enqueue(transaction: Transaction, request: MailRequest): Promise<void>;
  /** Emails that have not been sent yet, and when the oldest of them was requested. */
  look(): Promise<MailBacklog>;
  start(composers: Readonly<Record<string, ComposeMail>>): void;
  /** Finishes the current email. The rest waits in the database. */
  stop(): Promise<void>;
}

export interface MailQueueParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly transport: MailTransport;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  countMail(outcome: 'sent' | 'failed'): void;
  /** Undefined: telemetry is off. */
  readonly tracer?: Tracer | undefined;
}

const pollMilliseconds = 5_000;
const batchSize = 20;
/** If a node dies while it sends an email, another one can take it after this time. */
const leaseMilliseconds = 90_000;
const firstPauseMilliseconds = 2_000;
const longestPauseMilliseconds = 60 * 60 * 1_000;
/** About a day, with pauses that double up to an hour. */
const mostAttempts = 34;

export function createMailQueue({ database, vault, transport, log, countMail, tracer }: MailQueueParts): MailQueue {
  let composers: Readonly<Record<string, ComposeMail>> = {};
  let timer: NodeJS.Timeout | undefined;
  let atWork: Promise<void> | undefined;
  let again = false;
  let isRunning = false;

  async function sendDue(): Promise<void> {
    for (;;) {
      again = false;
      const due = await findDueMails(database.read, Date.now(), batchSize);
      if (!isRunning) return;
      await Promise.all(due.map((mail) => attempt(mail.mail_id, mail.sealed_request, mail.attempts)));
      if (due.length < batchSize && !again) return;
    }
  }

  async function attempt(mailId: string, sealedRequest: string, attempts: number): Promise<void> {
    const until = Date.now() + leaseMilliseconds;
    if (!(await database.transaction((transaction) => claimMail(transaction, mailId, attempts, until)))) return;
    try {
      const request = JSON.parse(vault.open(sealedRequest, mailPlace(mailId)).toString()) as StoredRequest;
      await inTraceOf(request, async () => {
        const message = await composers[request.kind]?.(request);
        if (!message) return;
        await transport.send(message);
        countMail('sent');
      });
      await database.transaction((transaction) => deleteMail(transaction, mailId));
    } catch (problem) {
      countMail('failed');
      await giveUpOrPostpone(mailId, attempts + 1, problem);
    }
  }

  /** The trace of the request for the email, often in another process and minutes ago. */
  function inTraceOf({ traceparent, kind }: StoredRequest, work: () => Promise<void>): Promise<void> {
    const parent = readTraceContext(traceparent);
    if (!tracer || !parent) return work();
    return runAndEnd(tracer.start('mail', parent, { kind: 'client', attributes: { 'mail.kind': kind } }), work);
  }

  async function giveUpOrPostpone(mailId: string, attempts: number, problem: unknown): Promise<void> {
    if (attempts >= mostAttempts) {
      log.error({ mailId, attempts, err: problem }, 'the service gave up on an email');
      return database.transaction((transaction) => deleteMail(transaction, mailId));
    }
    const pause = Math.min(firstPauseMilliseconds * 2 ** (attempts - 1), longestPauseMilliseconds);
    log.warn({ mailId, attempts, retryInSeconds: pause / 1_000, err: problem }, 'an email could not be sent');
    return database.transaction((transaction) => postponeMail(transaction, mailId, Date.now() + pause));
  }

  function wake(): void {
    if (!isRunning) return;
    again = true;
    // The queue sends the emails of many requests, so it belongs to none of their traces.
    atWork ??= runIn(undefined, sendDue)
      .catch((problem) => log.warn({ err: problem }, 'the email queue could not be read'))
      .finally(() => {
        atWork = undefined;
        // Without this check, a message that arrived after the last look would wait for the next
        // poll.
        if (again) wake();
      });
  }

  return {
    async enqueue(transaction, request) {
      await storeMail(transaction, vault, request);
      transaction.afterCommit(async () => wake());
    },
    look: () => readBacklog(database.read),
    start(all) {
      composers = all;
      isRunning = true;
      timer = setInterval(wake, pollMilliseconds).unref();
      wake();
    },
    async stop() {
      isRunning = false;
      clearInterval(timer);
      await atWork;
    },
  };
}

/** Without a queue in this process: the running service sends it within seconds. */
export async function storeMail(
  transaction: Transaction,
  vault: Pick<KeyVault, 'seal'>,
  request: MailRequest,
): Promise<void> {
  const mailId = makeIdentifier('mail');
  const stored: StoredRequest = { ...request, ...traceHeaders() };
  const sealed = vault.seal(Buffer.from(JSON.stringify(stored)), mailPlace(mailId));
  await insertMail(transaction, mailId, sealed, Date.now());
}
