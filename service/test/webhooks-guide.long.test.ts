// docs/use/webhooks.md: its receivers run as written, behind the test's own TLS proxy, and get real
// deliveries, copies, forgeries and old ones.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { webhookEvents } from '../src/resources/webhooks/webhook-catalogue.ts';
import {
  type Certificates,
  makeCertificates,
  trustInThisProcess,
  withOpenssl,
} from '../test-support/https-receiver.ts';
import { endProgram, findProgram, takeFreePort, untilItAnswers } from '../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../test-support/signing-client.ts';

const guide = readFileSync(fileURLToPath(new URL('../../docs/use/webhooks.md', import.meta.url)), 'utf8');
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)![1]!;

const receivers = [
  { language: 'js', file: 'receiver.mjs', program: process.execPath },
  { language: 'python', file: 'receiver.py', program: findProgram('python3') },
];

test('the guide names every event', () => {
  for (const event of webhookEvents) assert.ok(guide.includes(`| \`${event}\` |`), event);
});

withOpenssl(() => {
  let certificates: Certificates;
  let service: RunningService;
  let org: SigningAccount;
  let folder: string;
  before(async () => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
    folder = mkdtempSync(join(tmpdir(), 'provenance-guide-'));
    service = await startRunningService({ settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    org = await makeSigningAccount(service, 'growth');
  });
  after(async () => {
    await service.stop();
    certificates.remove();
    rmSync(folder, { recursive: true });
  });

  for (const { language, file, program } of receivers) {
    test(`the receiver in ${language} accepts only what is signed`, async (t) => {
      if (!program) {
        assert.notEqual(process.env.CI, 'true', `${language} is not here`);
        return t.skip(`${language} is not here`);
      }
      writeFileSync(join(folder, file), blockOf(language));
      const port = await takeFreePort();
      const proxy = await startTlsProxy(certificates, port);
      const { port: proxyPort } = proxy.address() as { port: number };
      const created = await service.live.call('POST', '/v1/webhooks', {
        token: org.key,
        body: { url: `https://127.0.0.1:${proxyPort}/`, events: ['record.created'] },
      });
      const { secret, webhook_id } = created.body;
      const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
      const child = spawn(program, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = linesOf(child);
      const send = (headers: Record<string, string>, body: string) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status);
      try {
        await untilItAnswers(() => send({}, '{}'));
        const { body } = await service.live.call('POST', '/v1/records', {
          token: org.key,
          body: makeSubmission(org.signer, org.generatorId),
        });
        const path = `/v1/webhooks/${webhook_id}/deliveries`;
        const [delivery] = (await service.live.call('GET', path, { token: org.key })).body.deliveries;
        assert.deepEqual([delivery.status, delivery.status_code], ['delivered', 204]);
        await untilItAnswers(async () => assert.equal(lines.length, 1));
        assert.match(lines[0]!, new RegExp(`^record\\.created \\{"record_id":"${body.record_id}",`));

        const envelope = JSON.stringify({ id: randomUUID(), event: 'quota.warning', data: { plan: 'growth' } });
        const now = Math.floor(Date.now() / 1_000);
        const signed = (t: number, text = envelope, key = secret) => ({
          'x-service-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${text}`).digest('hex')}`,
        });
        assert.equal(await send(signed(now), envelope), 204);
        assert.equal(await send(signed(now - 290), envelope), 204);
        for (const headers of [
          {},
          { 'x-service-signature': 'nonsense' },
          { 'x-service-signature': `t=${now},v1=${'0'.repeat(64)}` },
          signed(now, `${envelope} `),
          signed(now, envelope, 'whsec_other'),
          signed(now - 310),
          signed(now + 310),
        ]) {
          assert.equal(await send(headers as Record<string, string>, envelope), 400, JSON.stringify(headers));
        }
        await untilItAnswers(async () => assert.equal(lines.length, 2));
        assert.equal(lines[1], 'quota.warning {"plan":"growth"}');
      } finally {
        await endProgram(child, 'SIGKILL');
        proxy.close();
      }
    });
  }
});

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => lines.push(...text.trimEnd().split('\n')));
  return lines;
}

async function startTlsProxy({ key, certificate }: Certificates, port: number): Promise<Server> {
  const proxy = createServer({ key, cert: certificate }, (outside) => {
    const inside = connect(port, '127.0.0.1');
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
    outside.pipe(inside).pipe(outside);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
