// Records with labels and thumbnails, and the ranges of analytics, for `npm run screenshots`.
import sharp from 'sharp';
import type { AttestedAccount } from '../service/test-support/attested-account.ts';
import type { RunningService } from '../service/test-support/running-service.ts';
import { makeForm } from '../service/test-support/shared-photos.ts';
import type { Shot } from './test-support/shot.ts';

const names = ['Harbor at night.jpg', 'Portrait, third draft.jpg', 'Cover for the autumn issue.jpg'];

export async function listRecordShots(
  { live }: RunningService,
  { token, key, serverGeneratorId }: AttestedAccount,
  empty: string,
): Promise<Record<string, Shot>> {
  const kept = { keeps_labels: true, keeps_thumbnails: true };
  await live.call('PATCH', '/v1/account/record-settings', { token, body: kept });
  let recordId = '';
  for (const [place, name] of names.entries()) {
    const noise = { type: 'gaussian', mean: 90 + 40 * place, sigma: 60 } as const;
    const background = { r: 60 * place, g: 120, b: 200 - 60 * place };
    const content = await sharp({ create: { width: 480, height: 360, channels: 3, background, noise } })
      .blur(12)
      .tint(background)
      .jpeg()
      .toBuffer();
    const form = makeForm({ model: 'painter-2', generator_id: serverGeneratorId });
    form.append('content', new Blob([new Uint8Array(content)]), name);
    const headers = { authorization: `Bearer ${key}` };
    const signed = await fetch(`${live.url}/v1/sign`, { method: 'POST', headers, body: form });
    recordId = signed.headers.get('x-service-record-id') ?? '';
  }
  return {
    'records-kept': { path: '/records', loggedIn: token },
    'records-empty': { path: '/records', loggedIn: empty },
    'records-columns': {
      path: '/records',
      loggedIn: token,
      isOneScreen: true,
      use: (page) => page.locator('summary', { hasText: 'Columns' }).click(),
    },
    'record-kept': { path: `/records/${recordId}`, loggedIn: token },
    'overview-active': { path: '/overview', loggedIn: token },
    'analytics-day': { path: '/analytics?range=day', loggedIn: token },
    'analytics-quarter': { path: '/analytics?range=90-days', loggedIn: token },
    'analytics-gate': { path: '/analytics?range=90-days', loggedIn: empty },
  };
}
