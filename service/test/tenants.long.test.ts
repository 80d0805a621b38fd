// Two organizations on one service, on both databases. One tries every route with every identifier
// of the other, in every place, with a key and with a session: it never reads or changes what
// belongs to the other. Routes come from their declarations and identifiers from the database, so
// that new resources are covered without a change here.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import type { Route } from '../src/http/define-route.ts';
import { exampleOf } from '../src/http/documents/docs-page/examples.ts';
import type { Schema } from '../src/http/documents/docs-page/read-document.ts';
import { addMember, makeApiKey } from '../test-support/account.ts';
import { createJobClient } from '../test-support/job-client.ts';
import { StoreMaker } from '../test-support/made-store.ts';
import { onEachDatabaseAtOnce } from '../test-support/on-each-database.ts';
import { OpensslAuthority } from '../test-support/openssl-authority.ts';
import { ResolutionClient } from '../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../test-support/signing-client.ts';
import { dumpTenant, type TenantDump } from '../test-support/tenant-dump.ts';

/** The participants. The attacker tries the victim's identifiers. */
interface Party {
  readonly account: SigningAccount;
  readonly credentials: readonly string[];
}

/** The certificates that an authority issued for the signing requests. */
const chains = new Map<string, string>();

/** Bodies that a schema alone cannot give. `id` goes where the body has an identifier. */
const bodies: Readonly<Record<string, (account: SigningAccount, id: string) => unknown>> = {
  'POST /v1/records': ({ signer }, id) => makeSubmission(signer, id),
  'POST /v1/records/batch': ({ signer }, id) => ({ records: [makeSubmission(signer, id)] }),
  'POST /v1/c2pa/bindings': (_, id) => ({ bindingValue: 'AAAA', manifestId: id }),
  'PUT /v1/c2pa/bindings': (_, id) => ({ bindingValue: 'AAAA', manifestId: id }),
  'PUT /v1/c2pa/certificates/:certificate_id/chain': (_, id) => ({ chain: chains.get(id) ?? 'none' }),
  'POST /v1/sign': (_, id) => ({ model: 'image-model-3', generator_id: id }),
  'POST /v1/sign/batch': (_, id) => ({ items: [{ text: 'A text.', model: 'writer-2', generator_id: id }] }),
  'POST /v1/jobs/sign': (_, id) => ({ model: 'm', generator_id: id, source: { upload: { size: 1 } } }),
  'POST /v1/account/api-keys': (_, id) => ({ generator_ids: [id] }),
  'PATCH /v1/account/api-keys/:key_id': () => ({}),
  // The identifier is in the path.
  'POST /v1/team/members/:user_id/api-keys': () => ({}),
  'PATCH /v1/team/members/:user_id/api-keys/:key_id': () => ({}),
};

/**
 * Something to sign. It is too small for a watermark, so it is its own signed content and can carry
 * a manifest too.
 */
const picture = await sharp(randomBytes(128 * 128 * 3), { raw: { width: 128, height: 128, channels: 3 } })
  .blur(2)
  .png()
  .toBuffer();

onEachDatabaseAtOnce((database) => {
  let service: RunningService;
  let authority: OpensslAuthority;
  let maker: StoreMaker;
  let client: ResolutionClient;
  let attacker: Party;
  let victim: Party;
  before(async () => {
    service = await startRunningService({
      database,
      // Nothing responds there.
      settings: { VERIFY_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_PRIVATE: 'true', DNS_SERVERS: '127.0.0.1:1' },
    });
    authority = new OpensslAuthority();
    maker = new StoreMaker();
    client = new ResolutionClient(service);
    [attacker, victim] = await Promise.all([makeParty(), makeParty()]);
  });
  after(async () => {
    await service.stop();
    authority.remove();
    maker.remove();
  });

  /** An organization with something of everything. */
  async function makeParty(): Promise<Party> {
    const account = await makeSigningAccount(service, 'enterprise');
    const { key, signer, generatorId, token } = account;
    const member = await addMember(service, account, 'user');
    // The account has two keys of each kind: one is rotated, and one is changed.
    await makeApiKey(service.live, account);
    for (let count = 0; count < 2; count += 1) {
      const personal = await service.live.call('POST', `/v1/team/members/${member.userId}/api-keys`, { token });
      assert.equal(personal.status, 201);
    }
    const invited = { email: `${account.orgId}@example.org`, role: 'user' };
    assert.equal((await service.live.call('POST', '/v1/team/invites', { token, body: invited })).status, 201);
    const asked = { plan: 'scale' };
    assert.equal((await service.live.call('POST', '/v1/billing/plan-requests', { token, body: asked })).status, 201);
    const domain = `${account.orgId.replace('_', '-')}.example`;
    assert.equal((await service.live.call('POST', '/v1/account/domains', { token, body: { domain } })).status, 201);
    const kept = { keeps_labels: true, keeps_thumbnails: true };
    assert.equal((await service.live.call('PATCH', '/v1/account/record-settings', { token, body: kept })).status, 200);
    const server = await registerGenerator(service.live, key);
    await makeJobs(account, server);
    await connectStore(account);
    const body = makeForm({ content: picture, model: 'm', generator_id: server });
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await fetch(`${service.live.url}/v1/sign`, { method: 'POST', headers, body })).status, 200);
    const { status } = await service.live.call('POST', '/v1/records', {
      token: key,
      body: makeSubmission(signer, generatorId, { model: `the model of ${account.orgId}` }),
    });
    assert.equal(status, 201);
    // One is revoked, one renewed, and one gets its chain.
    for (const common_name of ['One', 'Two', 'Three']) await requestCertificate(key, common_name);
    await makeFailedDelivery(key);
    const stored = await client.store(key, (await maker.make()).bytes);
    const binding = { bindingValue: randomBytes(8).toString('base64'), manifestId: stored };
    assert.equal((await client.bind(key, binding)).status, 204);
    return { account, credentials: [key, token] };
  }

  /** One with a signed file, and two that wait for their part: one is canceled, one gets it. */
  async function makeJobs({ key }: SigningAccount, generator_id: string): Promise<void> {
    const jobs = createJobClient(() => service.live.url, key);
    await jobs.untilEnded(await jobs.submit('sign', { model: 'm', generator_id }, Buffer.from('A text for a job.')));
    for (let count = 0; count < 2; count += 1) {
      await jobs.create('sign', { model: 'm', generator_id, source: { upload: { size: picture.length } } });
    }
  }

  /** The route would ask the store, and there is none. */
  async function connectStore({ orgId }: SigningAccount): Promise<void> {
    const connection = {
      connection_id: `stc_${randomBytes(16).toString('hex')}`,
      org_id: orgId,
      name: `the store of ${orgId}`,
      endpoint: 'https://objects.example.org',
      region: 'us-east-1',
      addressing: 'path',
      bucket: 'videos',
      prefix: '',
      access_key_id: `access-of-${orgId}`,
      sealed_secret: 'sealed',
      created_at: Date.now(),
    } as const;
    await service.database.transaction((transaction) =>
      transaction.insertInto('storage_connections').values(connection).execute(),
    );
  }

  async function requestCertificate(token: string, common_name: string): Promise<void> {
    const body = { country: 'DE', organization: 'Acme', common_name };
    const made = await service.live.call('POST', '/v1/c2pa/certificates', { token, body });
    assert.equal(made.status, 201);
    chains.set(made.body.certificate_id, authority.sign(made.body.signing_request) + authority.root);
  }

  /** From a rotation, to an endpoint that never responds, so that it can be retried. */
  async function makeFailedDelivery(key: string): Promise<void> {
    const call = (method: string, path: string, body?: unknown) =>
      service.live.call(method, path, { token: key, ...(body !== undefined && { body }) });
    const body = { url: 'https://127.0.0.1:1/', events: ['generator.key_rotated'] };
    const { status } = await call('POST', '/v1/webhooks', body);
    assert.equal(status, 201);
    const generatorId = await registerGenerator(service.live, key);
    assert.equal((await call('POST', `/v1/generators/${generatorId}/rotate-key`)).status, 200);
  }

  /** What the victim has, after the records about its calls have been written. */
  async function dumpVictim(): Promise<TenantDump> {
    for (let last = await dumpTenant(service.database, victim.account.orgId); ; ) {
      await setTimeout(100);
      const next = await dumpTenant(service.database, victim.account.orgId);
      if (JSON.stringify(next.rows) === JSON.stringify(last.rows)) return next;
      last = next;
    }
  }

  /** Indexes in the transparency log. They are numbers, so the dump does not list them. */
  async function listIndexes(ids: readonly string[]): Promise<string[]> {
    const entries = service.database.read.selectFrom('log_entries').select('log_index').where('subject', 'in', ids);
    return (await entries.execute()).map(({ log_index }) => String(log_index));
  }

  async function callAs(party: Party, route: Route, path: string, token: string, id: string) {
    const body = bodyOf(route, party.account, id);
    if (!route.upload || route.upload.describedBy) {
      const answer = await service.live.call(route.method, path, { token, ...(body !== undefined && { body }) });
      // The response to a batch is 200 even if its only item is refused.
      const [item] = answer.body?.results ?? [];
      return item?.error ? { status: item.status as number, body: item } : answer;
    }
    const [type] = route.upload.types ?? [];
    const response = await fetch(service.live.url + path, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) },
      body: type
        ? new Uint8Array(picture)
        : makeForm({ ...(body as Record<string, string>), [route.upload.field]: picture }),
    });
    const text = await response.text();
    return { status: response.status, body: response.ok ? text : JSON.parse(text) };
  }

  test('no identifier of another organization gives access to anything', async () => {
    const before = await dumpVictim();
    const own = await dumpTenant(service.database, attacker.account.orgId);
    const marks = [...before.texts].filter((text) => !own.texts.has(text));
    assert.ok(before.ids.length >= 10 && marks.length >= 20, 'the victim has something to take');
    let calls = 0;
    const indexes = await listIndexes(before.ids);
    for (const route of service.live.routes) {
      const foreignIds = namesEntry(route)
        ? indexes
        : someOfEachKind(before.ids, parametersOf(route).length > 1 ? 1 : 3);
      for (const { path, foreign, id } of attemptsOn(route, foreignIds, someOfEachKind(own.ids, 1))) {
        // There are many ways to fill two places, so each is tried with one of the credentials.
        const credentials = path.split('/').length > 5 ? [attacker.credentials[calls % 2]!] : attacker.credentials;
        const tries = credentials.map(async (token) => {
          const { status, body } = await callAs(attacker, route, path, token, id);
          const label = `${route.method} ${path} with ${id} answered ${status}`;
          if (route.access.caller === 'public') return;
          if (foreign) assert.ok(status >= 400, label);
          const shown = JSON.stringify(body);
          const taken = marks.filter((mark) => mark !== id && !path.includes(mark) && shown.includes(mark));
          assert.deepEqual(taken, [], label);
          calls += 1;
        });
        await Promise.all(tries);
      }
    }
    assert.ok(calls > 200, `${calls} calls`);
    assert.deepEqual((await dumpVictim()).rows, before.rows);
  });

  test('403 as specified: signing for a generator of another organization', async () => {
    const { generatorId } = victim.account;
    for (const path of ['/v1/records', '/v1/records/batch', '/v1/sign', '/v1/sign/batch']) {
      const route = service.live.routes.find(({ name }) => name === `POST ${path}`)!;
      const { status, body } = await callAs(attacker, route, path, attacker.account.key, generatorId);
      assert.deepEqual([status, body.error], [403, 'forbidden']);
    }
  });

  async function openAsOwner(route: Route, ids: readonly string[], known: Map<string, string>): Promise<boolean> {
    for (const values of valuesFor(parametersOf(route), ids, known)) {
      const path = fillPath(route, (parameter) => values.get(parameter)!);
      for (const id of values.size > 0 ? [...values.values()].slice(0, 1) : ids) {
        for (const token of victim.credentials) {
          if ((await callAs(victim, route, path, token, id)).status >= 300) continue;
          for (const [parameter, value] of values) known.set(parameter, value);
          return true;
        }
      }
    }
    return false;
  }

  // Last, because it revokes and deletes. Without it, a route that refuses everyone would pass the
  // test above.
  test('the same identifiers give their owner access to every one of those routes', async () => {
    const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
    const routes = service.live.routes
      .filter(
        (route) => route.access.caller !== 'public' && attemptsOn(route, ['x'], []).some(({ foreign }) => foreign),
      )
      // Children go before their parent.
      .toSorted((left, right) => right.path.length - left.path.length)
      .toSorted((left, right) => order.indexOf(left.method) - order.indexOf(right.method));
    assert.ok(routes.length >= 6);
    const { ids } = await dumpVictim();
    const indexes = await listIndexes(ids);
    // Values that worked for one route are tried first at the next.
    const known = new Map<string, string>();
    for (const route of routes) {
      const opened = await openAsOwner(route, namesEntry(route) ? indexes : ids, known);
      assert.ok(
        opened,
        `${route.name}: nothing the victim has reaches it; give it one in makeParty, or a body in bodies`,
      );
    }
  });
});

interface Attempt {
  readonly path: string;
  /** Goes into every place of the body that has an identifier. */
  readonly id: string;
  /**
   * Whether the address or the body names something of the other organization. Then the response
   * must be a refusal.
   */
  readonly foreign: boolean;
}

/**
 * The ways to name the identifiers in a route: in each parameter of the path, each `_id` of the
 * query, of the body.
 */
function attemptsOn(route: Route, foreignIds: readonly string[], ownIds: readonly string[]): Attempt[] {
  const parameters = parametersOf(route);
  const inBody = holdsIdentifier(route.body);
  if (parameters.length === 0 && !inBody) {
    const queries = identifiersOf(route.query).flatMap((name) => foreignIds.map((id) => `?${name}=${id}`));
    const paths = route.method === 'GET' ? [route.path, ...queries.map((query) => route.path + query)] : [];
    return paths.map((path) => ({ path, id: '', foreign: false }));
  }
  return foreignIds.flatMap((id) => {
    // All parameters foreign, then each alone among the caller's own.
    const fillings =
      parameters.length < 2
        ? [() => id]
        : [
            () => id,
            ...parameters.flatMap((only) => ownIds.map((own) => (step: string) => (step === only ? id : own))),
          ];
    return fillings.map((fill) => ({ path: fillPath(route, fill), id, foreign: true }));
  });
}

/** Every way to fill the parameters, known ones first. */
function* valuesFor(
  [parameter, ...others]: readonly string[],
  ids: readonly string[],
  known: ReadonlyMap<string, string>,
): Generator<Map<string, string>> {
  if (parameter === undefined) return yield new Map();
  const likely = known.get(parameter);
  for (const id of likely === undefined ? ids : new Set([likely, ...ids]))
    for (const rest of valuesFor(others, ids, known)) yield new Map([[parameter, id], ...rest]);
}

function parametersOf(route: Route): string[] {
  return route.path.split('/').filter((step) => step.startsWith(':') && step !== ':number');
}

function namesEntry(route: Route): boolean {
  return parametersOf(route).includes(':index');
}

function fillPath(route: Route, fill: (parameter: string) => string): string {
  return route.path
    .split('/')
    .map((step) => (step === ':number' ? '1' : step.startsWith(':') ? fill(step) : step))
    .join('/');
}

/**
 * The last few of each kind, which the letters show (`whk_…`, `org_…`). UUIDs have none, so all of
 * them.
 */
function someOfEachKind(ids: readonly string[], most: number): string[] {
  const kinds = Object.values(Object.groupBy(ids, (id) => /^([a-z]+_|urn:c2pa:)/.exec(id)?.[0] ?? id));
  return kinds.flatMap((kind) => kind!.slice(-most));
}

function bodyOf(route: Route, account: SigningAccount, id: string): unknown {
  if (!route.body) return undefined;
  const given = bodies[route.name];
  assert.ok(
    given || !holdsIdentifier(route.body),
    `${route.name} takes an identifier in its body: give it one in bodies`,
  );
  return given ? given(account, id) : exampleOf(route.body as Schema);
}

function holdsIdentifier(schema: unknown): boolean {
  return identifiersOf(schema).length > 0;
}

const ofOthers = new Set(['watermark_id', 'access_key_id']);

/**
 * Names of fields with identifiers, at any depth. The caller invents the watermark_id, and an
 * access_key_id belongs to a store.
 */
function identifiersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  const names = Object.keys(properties).filter((name) => /((^|_)ids?|Id)$/.test(name) && !ofOthers.has(name));
  return [...names, ...Object.values(properties).flatMap(identifiersOf), ...identifiersOf(items)];
}
