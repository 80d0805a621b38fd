// The real HTTP pipeline around routes that a test declares itself, over its own database, for
// behavior that no route of the service shows yet.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { hashApiKey, makeApiKey } from '../src/access/api-keys.ts';
import { createAuthenticate } from '../src/access/authenticate.ts';
import { makeIdentifier } from '../src/access/identifiers.ts';
import { createKeyUsage } from '../src/access/key-usage.ts';
import { createSessionTokens } from '../src/access/session-tokens.ts';
import type { Database } from '../src/adapters/database/database.ts';
import { createMemoryStore } from '../src/adapters/key-value/memory-store.ts';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { migrate } from '../src/database/migrate.ts';
import type { Role } from '../src/database/schema.ts';
import type { Route } from '../src/http/define-route.ts';
import type { EarlyAnswerBounds } from '../src/http/pipeline/early-answers.ts';
import { createIdempotency } from '../src/http/pipeline/idempotency.ts';
import { createMetrics } from '../src/http/pipeline/metrics.ts';
import { type AddressLimits, createRateLimiter } from '../src/http/pipeline/rate-limit.ts';
import { createServer } from '../src/http/pipeline/server.ts';
import { createUploadRoom, type UploadRoomOptions } from '../src/http/uploads/upload-room.ts';
import { createLog } from '../src/log.ts';
import type { PlanName } from '../src/plans/plans.ts';
import type { Tracer } from '../src/telemetry/tracing.ts';
import { type Client, createClient } from './http-client.ts';
import type { DatabaseKind, LogLine } from './running-service.ts';
import { openTestDatabase } from './test-database.ts';

export interface ServeOptions {
  readonly database?: DatabaseKind;
  readonly addressLimits?: Partial<AddressLimits>;
  readonly trustProxy?: boolean | number | string[];
  readonly publicUrl?: string;
  readonly uploadRoom?: Partial<UploadRoomOptions>;
  readonly earlyAnswers?: Partial<EarlyAnswerBounds>;
  readonly now?: () => number;
  readonly tracer?: Tracer;
}

export interface ServedRoutes extends Client {
  readonly database: Database;
  readonly apiKeyPepper: Uint8Array;
  readonly logLines: readonly LogLine[];
  /** A member of a new organization: their session, and a key of the organization. */
  makeMember(member?: {
    role?: Role;
    plan?: PlanName;
    verified?: boolean;
  }): Promise<{ token: string; key: string; orgId: string; userId: string }>;
  expectErrors(): void;
  stop(): Promise<void>;
}

export async function serveRoutes(routes: readonly Route[], options: ServeOptions = {}): Promise<ServedRoutes> {
  const { addressLimits, trustProxy = false, publicUrl = 'http://live.test', now = Date.now } = options;
  const { database, remove } = await openTestDatabase(options.database ?? 'sqlite');
  await migrate(database);
  const sessionTokens = createSessionTokens(randomBytes(32), now);
  const apiKeyPepper = randomBytes(32);
  const masterKeys = [randomBytes(32)];
  const counters = createMemoryStore(now);
  const keyUsage = createKeyUsage({ database, now });
  const logLines: LogLine[] = [];
  const server = createServer(
    {
      environment: 'live',
      publicUrl,
      trustProxy,
      upgradeUrl: `${publicUrl}/billing`,
      findQuotaRefusal: async () => undefined,
      findSeatRefusal: async () => undefined,
      log: createLog('info', {
        write: (line: string) => void logLines.push(JSON.parse(line) as LogLine),
      }).child({ environment: 'live' }),
      metrics: createMetrics('live'),
      uploadRoom: createUploadRoom({
        capacity: 64 * 1024 * 1024,
        mostWaiting: 10,
        longestWaitMilliseconds: 10_000,
        arrivalWindowMilliseconds: 5_000,
        ...options.uploadRoom,
      }),
      ...(options.earlyAnswers && { earlyAnswers: options.earlyAnswers }),
      tracer: options.tracer,
      authenticate: createAuthenticate({ environment: 'live', database, sessionTokens, apiKeyPepper, keyUsage, now }),
      rateLimiter: createRateLimiter(counters, { public: 0, account: 0, verify: 0, ...addressLimits }),
      idempotency: createIdempotency(
        database,
        createKeyVault(() => masterKeys, 'live'),
        now,
      ),
    },
    routes,
  );
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const { call } = createClient(() => ({ url, routes, name: 'live' }));
  let errorsExpected = false;

  return {
    url,
    routes,
    call,
    database,
    apiKeyPepper,
    logLines,
    async makeMember({ role = 'owner', plan = 'free', verified = true } = {}) {
      const [orgId, userId, key] = [makeIdentifier('org'), makeIdentifier('usr'), makeApiKey('live')];
      const email = `${userId}@example.org`;
      await database.transaction(async (transaction) => {
        await transaction
          .insertInto('organizations')
          .values({ org_id: orgId, name: orgId, plan, created_at: 0 })
          .execute();
        await transaction
          .insertInto('users')
          .values({
            user_id: userId,
            org_id: orgId,
            email,
            role,
            password_hash: '',
            created_at: 0,
            email_verified_at: verified ? 1 : null,
          })
          .execute();
        await transaction
          .insertInto('api_keys')
          .values({
            key_id: makeIdentifier('kid'),
            org_id: orgId,
            preview: '',
            key_hash: hashApiKey(key, apiKeyPepper),
            created_at: 0,
          })
          .execute();
      });
      return { token: await sessionTokens.issue({ userId, email, orgId, sessionGeneration: 0 }), key, orgId, userId };
    },
    expectErrors() {
      errorsExpected = true;
    },
    async stop() {
      await server.close();
      await counters.close();
      await keyUsage.stop();
      await remove();
      const errors = logLines.filter(({ level }) => level === 'error' || level === 'fatal');
      if (!errorsExpected) assert.deepEqual(errors, [], 'the service logged errors');
    },
  };
}
