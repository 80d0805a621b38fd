// Domains through real HTTP, on both databases, with a real name server and a real web server: what
// proves a domain, what does not, what the public sees, and what happens when a proof disappears.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Updateable } from 'kysely';
import { addMember, listEvents, makeAccount, unproven } from '../../../test-support/account.ts';
import { type NameServer, startNameServer } from '../../../test-support/dns-server.ts';
import {
  answering,
  type Certificates,
  makeCertificates,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { startWebServer, type WebServer, withWebServers } from '../../../test-support/web-server.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import type { OrganizationDomainsTable } from '../../database/schema.ts';
import { createLog } from '../../log.ts';
import { startService } from '../../service.ts';

const day = 24 * 60 * 60 * 1_000;
const webDomain = 'web.example';

await withWebServers(() =>
  withOpenssl(() =>
    onEachDatabase((database) => {
      let certificates: Certificates;
      let names: NameServer;
      let web: WebServer;
      let service: RunningService;
      let org: SigningAccount;
      before(async () => {
        certificates = makeCertificates(webDomain, 'xn--mller-kva.example');
        trustInThisProcess(certificates);
        names = await startNameServer();
        web = await startWebServer(certificates);
        const settings = { DNS_SERVERS: names.address, WEBHOOK_ALLOW_PRIVATE: 'true', VERIFY_LIMIT_PER_MINUTE: '0' };
        service = await startRunningService({ database, settings });
        org = await makeSigningAccount(service, 'growth');
      });
      after(async () => {
        await service.stop();
        await web.stop();
        await names.stop();
        certificates.remove();
      });

      const call = (method: string, path: string, token: string, body?: unknown) =>
        service.live.call(method, `/v1/account/domains${path}`, { token, ...(body !== undefined && { body }) });
      const add = async (domain: string, token = org.key) => (await call('POST', '', token, { domain })).body;
      const check = async (domainId: string, token = org.key) => {
        const { status, body } = await call('POST', `/${domainId}/check`, token);
        assert.equal(status, 200);
        return body;
      };
      const find = async (domainId: string, token = org.key) =>
        (await call('GET', '', token)).body.domains.find((each: { domain_id: string }) => each.domain_id === domainId);
      const freshName = () => `d${randomBytes(5).toString('hex')}.example`;
      const setRow = (domainId: string, fields: Updateable<OrganizationDomainsTable>) =>
        service.database.transaction((transaction) =>
          transaction.updateTable('organization_domains').set(fields).where('domain_id', '=', domainId).execute(),
        );

      /** A domain that is proven by its TXT record. */
      async function prove(domain = freshName(), token = org.key) {
        const added = await add(domain, token);
        names.set(added.dns.name, { TXT: [added.dns.value] });
        const checked = await check(added.domain_id, token);
        assert.deepEqual([checked.state, checked.method], ['verified', 'dns']);
        return checked;
      }

      /** Waits until a node has checked the domain, and returns it. */
      async function afterCheck(domainId: string, checkedBefore: string) {
        for (let waited = 0; waited < 10_000; waited += 50) {
          const row = await find(domainId);
          if (row.checked_at !== checkedBefore) return row;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return assert.fail('the domain was not checked again');
      }

      /** The service looks for due domains when it starts. */
      async function recheck(domainId: string, fields: Updateable<OrganizationDomainsTable> = {}) {
        const { checked_at: before } = await find(domainId);
        await setRow(domainId, { ...fields, next_check_at: 1 });
        await service.restart();
        return afterCheck(domainId, before);
      }

      /**
       * What the public sees of an organization: the same in three responses and on the
       * certificate.
       */
      async function signerOf(account: SigningAccount) {
        const { body: stored } = await service.live.call('POST', '/v1/records', {
          token: account.key,
          body: makeSubmission(account.signer, account.generatorId),
        });
        const { body: status } = await service.live.call('GET', `/v1/verify/status/${stored.token}`);
        const { body: record } = await service.live.call('GET', `/v1/records/${stored.record_id}`);
        const form = makeForm({ content: Buffer.from('any text'), token: stored.token });
        const verified = await (await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: form })).json();
        const { provenance } = verified as { provenance: { signer: object } };
        assert.deepEqual([record.signer, provenance.signer], [status.signer, status.signer]);
        assert.deepEqual((await call('GET', '', account.key)).body.signer, status.signer);
        const certificate = await (await fetch(`${service.live.url}/certificate/${stored.token}`)).text();
        const { domain } = status.signer;
        assert.ok(certificate.includes(domain ? `${domain} ✓` : 'name stated by the signer, not verified'));
        return status.signer;
      }

      test('the response says what to publish, and until then nobody sees the domain', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const { status, body } = await call('POST', '', account.token, { domain: ' Lumen.Example. ' });
        assert.equal(status, 201);
        const { domain_id, created_at, dns, ...rest } = body;
        const [, challenge] = /^content-provenance-verification=([\w-]{43})$/.exec(dns.value)!;
        assert.ok(challenge && created_at);
        assert.deepEqual([dns.type, dns.name], ['TXT', '_content-provenance.lumen.example']);
        assert.deepEqual(rest, {
          domain: 'lumen.example',
          state: 'pending',
          method: null,
          verified_at: null,
          checked_at: null,
          expires_at: null,
          problem: null,
          file: { url: 'https://lumen.example/.well-known/content-provenance.txt', content: dns.value },
        });
        const checked = await check(domain_id, account.key);
        assert.equal(checked.state, 'pending');
        assert.match(
          checked.problem,
          /^We found no TXT record at _content-provenance\.lumen\.example\. https:.*ENOTFOUND/,
        );
        assert.deepEqual(await signerOf(account), unproven(`Organization of ${account.email}`));
        assert.deepEqual((await call('GET', '', account.key)).body.domains, [checked]);
      });

      test('a TXT record proves the domain, and it is shown next to the name at once', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const added = await add(freshName(), account.key);
        names.set(added.dns.name, { TXT: ['v=spf1 -all', `${added.dns.value}x`] });
        assert.match((await check(added.domain_id, account.key)).problem, /^We did not find the value in a TXT record/);
        names.set(added.dns.name, { TXT: ['v=spf1 -all', added.dns.value] });
        const checked = await check(added.domain_id, account.key);
        assert.deepEqual([checked.state, checked.method, checked.problem], ['verified', 'dns', null]);
        assert.deepEqual(await signerOf(account), {
          name: `Organization of ${account.email}`,
          domain: added.domain,
          domain_verified_at: checked.verified_at,
          resembles: null,
        });
        const again = await check(added.domain_id, account.key);
        assert.equal(again.verified_at, checked.verified_at);
        const events = (await listEvents(service, account)).filter(({ type }) => type.startsWith('domain_'));
        const { domain_id, domain } = added;
        assert.deepEqual(events, [
          { type: 'domain_verified', metadata: { domain_id, domain, method: 'dns', actor: account.keyId } },
          { type: 'domain_added', metadata: { domain_id, domain, actor: account.keyId } },
        ]);
      });

      test('a file proves it too, but not a response without the line as plain text', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const added = await add(webDomain, account.key);
        names.set(webDomain, { A: [web.address] });
        const line = added.file.content;
        const problems: [Parameters<WebServer['behave']>[0], RegExp][] = [
          [answering(404, line), /returned 404\./],
          [answering(500, line), /returned 500\./],
          [answering(200, `no ${line}`), /does not contain the line/],
          [answering(200, `${'x'.repeat(5_000)}\n${line}`), /does not contain the line/],
          [(_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(), /redirects/],
          [(_, response) => void response.socket!.destroy(), /ECONNRESET/],
        ];
        for (const [behaviour, problem] of problems) {
          web.behave(behaviour);
          const checked = await check(added.domain_id, account.key);
          assert.equal(checked.state, 'pending');
          assert.match(checked.problem, problem);
        }
        web.behave(answering(200, `# our proofs\r\n${line}\r\n`));
        const checked = await check(added.domain_id, account.key);
        assert.deepEqual([checked.state, checked.method], ['verified', 'file']);
        assert.equal(web.requests.at(-1)!.path, '/.well-known/content-provenance.txt');
        assert.equal((await signerOf(account)).domain, webDomain);
      });

      test('an internationalized domain is stored in punycode', async () => {
        const added = await add('MÜLLER.example');
        assert.equal(added.domain, 'xn--mller-kva.example');
        names.set(added.dns.name, { TXT: [added.dns.value] });
        assert.equal((await check(added.domain_id)).state, 'verified');
      });

      longTest('a lost proof: failing and shown for seven days, an email to the owner, then expired', async () => {
        const account = await makeSigningAccount(service, 'growth');
        org = account;
        const { domain_id, domain, dns, verified_at } = await prove();
        assert.equal((await recheck(domain_id)).state, 'verified', 'the proof is still there');

        names.remove(dns.name);
        const failing = await recheck(domain_id);
        assert.equal(failing.state, 'failing');
        assert.ok(Math.abs(Date.parse(failing.expires_at) - Date.now() - 7 * day) < 60_000);
        assert.match(failing.problem, /^We found no TXT record/);
        assert.deepEqual((await signerOf(account)).domain, domain);
        const mail = await service.outbox.waitForMail(account.email, `We cannot find the proof for ${domain}`);
        assert.match(mail.text, new RegExp(`before ${failing.expires_at.slice(0, 10)}`));

        names.set(dns.name, { TXT: [dns.value] });
        const mended = await recheck(domain_id);
        assert.deepEqual([mended.state, mended.verified_at, mended.expires_at], ['verified', verified_at, null]);

        names.remove(dns.name);
        assert.equal((await recheck(domain_id)).state, 'failing');
        assert.equal((await recheck(domain_id, { failing_since: Date.now() - 7 * day + 60_000 })).state, 'failing');
        const expired = await recheck(domain_id, { failing_since: Date.now() - 7 * day });
        assert.deepEqual([expired.state, expired.verified_at, expired.expires_at], ['expired', null, null]);
        assert.deepEqual(await signerOf(account), unproven(`Organization of ${account.email}`));

        names.set(dns.name, { TXT: [dns.value] });
        const proven = await check(domain_id);
        assert.equal(proven.state, 'verified');
        assert.ok(proven.verified_at > verified_at, 'a new proof has a new time');
        const types = (await listEvents(service, account))
          .map(({ type }) => type)
          .filter((type) => /^domain_/.test(type));
        assert.deepEqual(types.reverse(), [
          'domain_added',
          'domain_verified',
          'domain_failing',
          'domain_verified',
          'domain_failing',
          'domain_expired',
          'domain_verified',
        ]);
      });

      longTest('name servers that fail or stay silent change nothing for seven days', async () => {
        org = await makeSigningAccount(service, 'growth');
        const { domain_id, dns } = await prove();
        for (const [state, code] of [
          ['servfail', 'ESERVFAIL'],
          ['silent', 'ETIMEOUT'],
        ] as const) {
          names.set(dns.name, state);
          const checked = await recheck(domain_id);
          assert.equal(checked.state, 'verified');
          assert.match(checked.problem, new RegExp(`DNS lookup of ${dns.name} failed \\(${code}\\)`));
        }
        names.set(dns.name, 'servfail');
        const failing = await recheck(domain_id, { confirmed_at: Date.now() - 7 * day });
        assert.equal(failing.state, 'failing');
        assert.equal((await recheck(domain_id, { failing_since: Date.now() - 7 * day })).state, 'expired');
      });

      test('a removed domain is no longer shown, and the name is free again', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const { domain_id, domain } = await prove(freshName(), account.key);
        const rename = () =>
          service.live.call('PATCH', '/v1/account/organization', {
            token: org.token,
            body: { name: domain.replace('.example', '') },
          });
        assert.equal((await rename()).status, 400);
        const { status, body } = await call('DELETE', `/${domain_id}`, account.token);
        assert.deepEqual([status, body], [200, { deleted: true }]);
        assert.equal((await signerOf(account)).domain, null);
        assert.equal((await rename()).status, 200);
        assert.equal((await call('DELETE', `/${domain_id}`, account.token)).status, 404);
        assert.equal((await call('POST', `/${domain_id}/check`, account.token)).status, 404);
        const event = (await listEvents(service, account)).find(({ type }) => type.startsWith('domain_'));
        const metadata = { domain_id, domain, state: 'verified', actor: account.userId };
        assert.deepEqual(event, { type: 'domain_removed', metadata });
      });

      test('the first of several proven domains is shown, and two organizations can prove the same one', async () => {
        const [first, second] = [
          await makeSigningAccount(service, 'growth'),
          await makeSigningAccount(service, 'growth'),
        ];
        const shared = freshName();
        const one = await prove(shared, first.key);
        await prove(freshName(), first.key);
        assert.equal((await signerOf(first)).domain, shared);
        const other = await add(shared, second.key);
        assert.notEqual(other.dns.value, one.dns.value);
        assert.equal((await check(other.domain_id, second.key)).state, 'pending', 'the proof of another is none');
        names.set(one.dns.name, { TXT: [one.dns.value, other.dns.value] });
        assert.equal((await check(other.domain_id, second.key)).state, 'verified');
        assert.equal((await signerOf(second)).domain, shared);
        assert.equal((await signerOf(first)).domain, shared);
      });

      test('400: not a public domain name', async () => {
        const refused: Readonly<Record<string, RegExp>> = {
          lumen: /complete domain name/,
          '': /fewer than 1|at least 1|empty/,
          'co.uk': /not only its ending/,
          '127.0.0.1': /IP address/,
          '2130706433': /IP address/,
          '0x7f.1': /IP address/,
          '[::1]': /only a domain name/,
          'https://lumen.example': /only a domain name/,
          'lumen.example/': /only a domain name/,
          'lumen.example:443': /only a domain name/,
          'user@lumen.example': /only a domain name/,
          'lumen%2eexample': /only a domain name/,
          'lu men.example': /only a domain name/,
          'lumen..example': /letters, digits/,
          '-lumen.example': /letters, digits/,
          'lu_men.example': /letters, digits/,
          'xn--a.example': /letters, digits/,
          'lumen.123': /letters, digits/,
          [`${'a'.repeat(64)}.example`]: /letters, digits/,
          [`${'abcdefg.'.repeat(31)}example`]: /letters, digits/,
          'printer.local': /public/,
          'a.localhost': /public/,
          'db.internal': /public/,
        };
        for (const [domain, message] of Object.entries(refused)) {
          const { status, body } = await call('POST', '', org.key, { domain });
          assert.deepEqual([status, body.error], [400, 'validation_error'], domain);
          assert.deepEqual(
            [body.details[0].path, message.test(body.details[0].message)],
            ['domain', true],
            `${domain}: ${body.details[0].message}`,
          );
        }
      });

      test('a domain of the maximum length has no space for the TXT record, and can still be checked', async () => {
        const added = await add(`${'abcdefghi.'.repeat(24)}example`);
        assert.equal(added.domain.length, 247);
        const checked = await check(added.domain_id);
        assert.deepEqual([checked.state, /^We found no TXT record/.test(checked.problem)], ['pending', true]);
      });

      test('409: the same domain again, and an eleventh', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const all = Array.from({ length: 12 }, freshName);
        const statuses = await Promise.all(all.map((domain) => call('POST', '', account.key, { domain })));
        const limited = statuses.filter(({ status }) => status === 409);
        assert.deepEqual([limited.length, limited[0]!.body.error], [2, 'domain_limit_reached']);
        const { domains } = (await call('GET', '', account.key)).body;
        assert.equal(domains.length, 10);
        const { status, body } = await call('POST', '', account.key, { domain: domains[0].domain.toUpperCase() });
        assert.deepEqual([status, body.error], [409, 'domain_already_added']);
      });

      test('members can read, owners and admins with a verified address can change, and others see nothing', async () => {
        const account = await makeSigningAccount(service, 'growth');
        const { domain_id } = await prove(freshName(), account.key);
        const member = await addMember(service, account, 'user');
        assert.equal((await call('GET', '', member.token)).body.domains.length, 1);
        for (const [method, path, body] of [
          ['POST', '', { domain: freshName() }],
          ['POST', `/${domain_id}/check`, undefined],
          ['DELETE', `/${domain_id}`, undefined],
        ] as const) {
          assert.equal((await call(method, path, member.token, body)).body.error, 'forbidden');
          const stranger = await makeAccount(service.live);
          assert.equal((await call(method, path, stranger.token, body)).body.error, 'email_not_verified');
          if (path !== '') assert.equal((await call(method, path, org.key, body)).body.error, 'not_found');
        }
        assert.equal((await find(domain_id, account.key)).state, 'verified');
        assert.equal(await find(domain_id, org.key), undefined);
      });

      test('a name that leads to this machine is refused before anything is sent', async () => {
        const settings = { DNS_SERVERS: names.address };
        const guarded = await startRunningService({ database, settings });
        const account = await makeSigningAccount(guarded, 'growth');
        const send = (path: string, body?: unknown) =>
          guarded.live.call('POST', `/v1/account/domains${path}`, { token: account.key, ...(body ? { body } : {}) });
        const { body: added } = await send('', { domain: webDomain });
        web.behave(answering(200, added.file.content));
        const seen = web.requests.length;
        for (const addresses of [[web.address], ['10.0.0.1'], ['169.254.169.254'], ['8.8.8.8', web.address]]) {
          names.set(webDomain, { A: addresses });
          const { body } = await send(`/${added.domain_id}/check`);
          assert.equal(body.state, 'pending');
          assert.match(body.problem, /The host does not have a public IP address/, addresses.join());
        }
        assert.equal(web.requests.length, seen);
        await guarded.stop();
      });

      if (database === 'postgres') {
        test('one of two nodes checks a due domain', async () => {
          org = await makeSigningAccount(service, 'growth');
          const proven = [await prove(), await prove(), await prove()];
          for (const { domain_id } of proven) await setRow(domain_id, { next_check_at: 1 });
          names.questions.length = 0;
          const start = () => startService(readConfiguration(service.settings), createLog('silent'));
          const nodes = await Promise.all([start(), start()]);
          // A node that stops does not take more domains.
          for (const { domain_id, checked_at } of proven) await afterCheck(domain_id, checked_at);
          await Promise.all(nodes.map((node) => node.stop()));
          for (const { dns } of proven) {
            assert.equal(names.questions.filter((question) => question === `TXT ${dns.name}`).length, 1);
          }
        });
      }
    }),
  ),
);
