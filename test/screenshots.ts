// `npm run screenshots`: every page in light, dark and on a phone, as PNG files in screenshots/,
// for people to inspect. Words after it choose pages whose name contains one of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setPlan } from '../service/test-support/account.ts';
import { listJobShots } from './job-shots.ts';
import { listOrganizationShots } from './organization-shots.ts';
import { type EditedPicture, editSigned } from './test-support/edited-picture.ts';
import { startServedPages } from './test-support/served-pages.ts';
import type { Shot } from './test-support/shot.ts';
import { type SignedPicture, signPicture } from './test-support/signed-picture.ts';
import { makeVerdictFiles, type VerdictFiles } from './test-support/verdict-files.ts';
import { watchPage } from './test-support/watched-page.ts';
import { listTextShots } from './text-shots.ts';

const build = join(import.meta.dirname, '../dashboard/build.ts');
execFileSync(process.execPath, [build, '--when-stale'], { stdio: 'inherit' });

const folder = join(import.meta.dirname, '../screenshots');
const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

const served = await startServedPages({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const browser = await watchPage(served.browser, [served.url, served.sandboxUrl]);
try {
  const signed = await signPicture(served);
  // The pictures need more requests per minute than the Free plan has.
  await setPlan(served.service, signed.account.orgId, 'growth');
  const shots = Object.entries({
    ...listShots(signed, await editSigned(served, signed)),
    ...listVerdictShots(await makeVerdictFiles(served, signed)),
    ...(await listOrganizationShots(served)),
    ...(await listJobShots(served)),
    ...(await listTextShots(served, signed)),
  });
  const words = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  for (const [name, shot] of shots) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    for (const look of Object.keys(looks) as (keyof typeof looks)[]) await take(name, shot, look, signed.account.token);
  }
} finally {
  await served.stop();
}
console.log(`Pictures are in ${folder}.`);

async function take(
  name: string,
  { path, loggedIn, isOneScreen = false, use }: Shot,
  look: keyof typeof looks,
  owner: string,
): Promise<void> {
  const token = loggedIn === true ? owner : loggedIn || undefined;
  const { page } = await browser.receive({ ...(token && { token }) });
  await page.setViewportSize(looks[look].viewport);
  await page.emulateMedia({ colorScheme: looks[look].colorScheme });
  await page.goto(path, { waitUntil: 'networkidle' });
  // On a busy machine, the network can be idle before the page has drawn its data.
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await use?.(page);
  await page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: !isOneScreen });
}

/** What a visitor sees of each verdict without scrolling. */
function listVerdictShots(files: VerdictFiles): Readonly<Record<string, Shot>> {
  const shots = Object.entries(files).map(([verdict, buffer]): [string, Shot] => [
    `verdict-${verdict.replaceAll('_', '-')}`,
    {
      path: '/verify',
      isOneScreen: true,
      async use(page) {
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles(
            verdict.endsWith('_text')
              ? { name: `${verdict}.txt`, mimeType: 'text/plain', buffer }
              : { name: `${verdict}.jpg`, mimeType: 'image/jpeg', buffer },
          );
        await page.getByRole('heading', { name: /^1 file: / }).waitFor();
      },
    },
  ]);
  return Object.fromEntries(shots);
}

function listShots(signed: SignedPicture, { edited }: EditedPicture): Readonly<Record<string, Shot>> {
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  const files = [
    file('sunrise.jpg', signed.picture),
    file('sunrise-brighter.jpg', signed.changed),
    file('portrait.jpg', signed.framed),
    file('holiday.jpg', signed.unsigned),
  ];
  return {
    home: { path: '/' },
    verify: { path: '/verify' },
    'verify-results': {
      path: '/verify',
      async use(page) {
        await page.locator('input[type=file]').first().setInputFiles(files);
        await page.getByRole('heading', { name: /^4 files: / }).waitFor();
      },
    },
    'verify-changed': {
      path: '/verify',
      async use(page) {
        await page.locator('input[type=file]').first().setInputFiles(file('sunrise-edited.jpg', edited));
        await page.getByText('Where it changed').waitFor();
        await page.locator('.changed-picture img').waitFor();
      },
    },
    'verify-token': {
      path: '/verify',
      async use(page) {
        await page.getByRole('button', { name: 'Token', exact: true }).click();
        await page.getByRole('textbox', { name: 'Token' }).fill(signed.token);
        await page.getByRole('button', { name: 'Look up' }).click();
        await page.getByRole('article').waitFor();
      },
    },
    receipt: { path: '/receipt' },
    'receipt-valid': {
      path: '/verify',
      async use(page) {
        await page.locator('input[type=file]').first().setInputFiles(file('sunrise.jpg', signed.picture));
        await page.getByRole('button', { name: 'Get a receipt' }).click();
        await page.getByText('The receipt is for this file').waitFor();
      },
    },
    'receipt-refused': {
      path: `/receipt#sha3-256:${'0'.repeat(64)}`,
      async use(page) {
        const forged = `eyJhbGciOiJub25lIn0.e30.${'A'.repeat(40)}`;
        await page.getByRole('textbox', { name: 'Text of a receipt' }).fill(forged);
        await page.getByRole('button', { name: 'Check receipt' }).click();
        await page.getByRole('article').waitFor();
      },
    },
    certificate: { path: `/certificate/${signed.token}` },
    'certificate-missing': { path: '/certificate/svc_wrong' },
    register: { path: '/register' },
    login: { path: '/login' },
    'login-refused': {
      path: '/login',
      async use(page) {
        await page.getByLabel('Email address').fill('nobody@example.org');
        await page.getByLabel('Password', { exact: true }).fill('wrong horse');
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    'forgot-password': { path: '/forgot-password' },
    'verify-email': { path: '/verify-email#token=x' },
    'reset-password': { path: '/reset-password#token=x' },
    'link-broken': { path: '/reset-password' },
    menu: {
      path: '/overview',
      loggedIn: true,
      async use(page) {
        const button = page.getByRole('button', { name: 'Menu' });
        if ((page.viewportSize()?.width ?? 0) < 768) await button.click();
      },
    },
    'menu-account': {
      path: '/overview',
      loggedIn: true,
      isOneScreen: true,
      use: (page) => page.getByRole('button', { name: 'account and organization' }).click(),
    },
    palette: {
      path: '/overview',
      loggedIn: true,
      isOneScreen: true,
      async use(page) {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Page, action or record' }).waitFor();
      },
    },
    sandbox: {
      path: '/records',
      loggedIn: true,
      isOneScreen: true,
      async use(page) {
        await page.getByRole('link', { name: 'Sandbox' }).click();
        await page.getByText('Nothing signed yet').waitFor();
      },
    },
    generators: { path: '/generators', loggedIn: true },
    generator: { path: `/generators/${signed.generatorId}`, loggedIn: true },
    'generator-revoke': {
      path: `/generators/${signed.generatorId}`,
      loggedIn: true,
      use: (page) => page.getByRole('button', { name: 'Revoke generator' }).click(),
    },
    'generator-missing': { path: '/generators/gen_nowhere', loggedIn: true },
    'generator-new': {
      path: '/generators/new',
      loggedIn: true,
      use: (page) => page.getByRole('radio', { name: 'You' }).check(),
    },
    sign: { path: '/sign', loggedIn: true },
    'sign-results': {
      path: '/sign',
      loggedIn: true,
      async use(page) {
        await page.getByLabel('AI model').fill('picture-model-1');
        await page
          .locator('input[type=file]')
          .setInputFiles([
            file('holiday.jpg', signed.unsigned),
            { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') },
            { name: 'program.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255, 254]) },
          ]);
        await page.getByRole('button', { name: 'Sign 3 files' }).click();
        await page.getByRole('article', { name: 'holiday.jpg: Signed' }).waitFor();
        await page.getByRole('article', { name: 'note.txt: Signed' }).waitFor();
        await page.getByText('The service cannot sign this format').waitFor();
      },
    },
    records: { path: '/records', loggedIn: true },
    'records-none': { path: '/records?format=video', loggedIn: true },
    record: { path: `/records/${signed.recordId}`, loggedIn: true },
    'api-keys': {
      path: '/api-keys',
      loggedIn: true,
      async use(page) {
        await page.getByLabel('Key name').fill('nightly build');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('heading', { name: 'Your new key' }).waitFor();
      },
    },
    'api-keys-advanced': {
      path: '/api-keys',
      loggedIn: true,
      async use(page) {
        await page.getByLabel('Key name').fill('CI of the studio');
        await page.getByText('Advanced').first().click();
        await page.getByRole('checkbox', { name: 'sign', exact: true }).first().check();
        await page.getByLabel('Expiry').first().selectOption('In 90 days');
        await page.getByLabel('Addresses').first().fill('192.0.2.0/24');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('heading', { name: 'Your new key' }).waitFor();
        await page.getByRole('button', { name: 'I saved the key' }).click();
        await page.getByText('Advanced').first().click();
      },
    },
    'api-keys-change': {
      path: '/api-keys',
      loggedIn: true,
      isOneScreen: true,
      async use(page) {
        await page
          .getByRole('button', { name: /^Change key CI of the studio/ })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('checkbox', { name: 'verify', exact: true }).check();
        await dialog.getByLabel('Requests per minute').fill('60');
        await dialog.getByText('What will change').scrollIntoViewIfNeeded();
      },
    },
    'not-found': { path: '/nowhere' },
  };
}
