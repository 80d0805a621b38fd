import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { createLog } from '../../log.ts';
import { type Service, startService } from '../../service.ts';

interface LogLine {
  readonly to?: string;
  readonly subject?: string;
  readonly linkOrCode?: string;
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'provenance-pages-'));
const lines: LogLine[] = [];
const publicUrl = 'https://provenance.example/service';
let service: Service;

before(async () => {
  const configuration = readConfiguration({
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: dataDirectory,
    PUBLIC_URL: publicUrl,
  });
  service = await startService(
    configuration,
    createLog('info', { write: (line) => void lines.push(JSON.parse(line) as LogLine) }),
  );
});

after(async () => {
  await service?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(service.live.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Without a mail server the log says the link. */
async function linkMailedTo(email: string, subject: string): Promise<URL> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const line = lines.find((each) => each.to === email && each.subject === subject);
    if (line) return new URL(line.linkOrCode!);
  }
  throw new Error(`No mail "${subject}" came to ${email}.`);
}

/** Opens the page a link leads to, as a browser does: what stands behind the # is not sent. */
async function openPage(link: URL): Promise<{ response: Response; page: string }> {
  assert.ok(link.href.startsWith(`${publicUrl}/`));
  const response = await fetch(service.live.url + link.href.slice(publicUrl.length).split('#')[0]);
  return { response, page: await response.text() };
}

/** The paths that the forms of a page post to. */
function pathsOf(page: string): string[] {
  return [...page.matchAll(/data-post="([^"]*)"/g)].map((match) => match[1]!);
}

describe('the pages behind the links in the mails', () => {
  const email = 'ada@example.org';
  const password = 'correct horse';

  test('opening the verification link spends nothing; its form verifies the address, once', async () => {
    assert.equal((await post('/v1/auth/register', { org_name: 'Engines', email, password })).status, 201);
    const link = await linkMailedTo(email, 'Verify your e-mail address');
    await openPage(link);
    const { response, page } = await openPage(link);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');

    const [verify, resend] = pathsOf(page);
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    assert.equal((await post(verify!, { token })).status, 200);
    assert.equal((await post(verify!, { token })).status, 400);
    assert.equal((await post(resend!, { email })).status, 200);
  });

  test('the form behind the reset link sets the new password', async () => {
    await post('/v1/auth/forgot-password', { email });
    const link = await linkMailedTo(email, 'Set a new password');
    const { page } = await openPage(link);
    assert.match(page, /<input id="password" name="password" type="password" required minlength="8"/);

    const [reset, again] = pathsOf(page);
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    assert.equal((await post(reset!, { token, password: 'another horse' })).status, 200);
    assert.equal((await post('/v1/auth/login', { email, password: 'another horse' })).status, 200);
    assert.equal((await post(again!, { email })).status, 200);
  });

  test('the form behind an invite posts to the invite of the link, and says what is offered', async () => {
    const { page } = await openPage(new URL(`${publicUrl}/accept-invite#token=x`));
    assert.deepEqual(pathsOf(page), ['/v1/team/invites/{token}/accept']);
    assert.match(page, /data-preview="\/v1\/team\/invites\/\{token\}\/preview"/);
    assert.match(page, /name="password" type="password" required minlength="8" maxlength="128"/);
    assert.ok(page.includes(`curl &quot;${publicUrl}/v1/team/invites/&lt;token&gt;/accept&quot;`));
  });

  for (const path of ['/verify-email', '/reset-password', '/accept-invite']) {
    test(`${path}: the policy allows exactly the page's own style and script`, async () => {
      const { response, page } = await openPage(new URL(publicUrl + path));
      const policy = response.headers.get('content-security-policy')!;
      for (const element of ['style', 'script']) {
        const blocks = [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map((match) => match[1]!);
        assert.equal(blocks.length, 1);
        assert.ok(
          policy.includes(`${element}-src 'sha256-${createHash('sha256').update(blocks[0]!).digest('base64')}'`),
        );
      }
      assert.ok(policy.startsWith("default-src 'none';"));
      assert.ok(policy.includes("frame-ancestors 'none'"));
      assert.doesNotMatch(page, /<[^>]*\s(?:style|on\w+)=/);
    });
  }

  for (const path of ['/verify-email', '/reset-password']) {
    test(`${path}: without JavaScript it says the curl line`, async () => {
      const { page } = await openPage(new URL(publicUrl + path));
      const words = /<noscript>(.*?)<\/noscript>/s.exec(page)![1]!;
      assert.ok(words.includes(`curl &quot;${publicUrl}/v1/auth${path}&quot;`));
      assert.ok(words.includes('{&quot;token&quot;:&quot;&lt;token&gt;&quot;'));
    });
  }
});
