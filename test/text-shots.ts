// Matching words of a text on the verify page, for `npm run screenshots`.
import type { ServedPages } from './test-support/served-pages.ts';
import type { Shot } from './test-support/shot.ts';
import type { SignedPicture } from './test-support/signed-picture.ts';
import { garden, harbor, rights, signText } from './test-support/signed-texts.ts';

export async function listTextShots(
  { url }: Pick<ServedPages, 'url'>,
  { account: { token }, generatorId }: SignedPicture,
): Promise<Record<string, Shot>> {
  for (const text of [harbor, garden, rights]) await signText(url, { token, generatorId }, text);
  const edited = harbor
    .replace('eleven crates of herring', 'forty barrels of herring')
    .replace('By evening', 'Before the evening bell of the chapel rang, and long before the lamps were lit, by evening')
    .replace('oldest of the captains', 'youngest of the captains');
  const article = `${'Readers keep sending us stories about the sea, and we print the best of them each week. '.repeat(30)}
As one of them wrote: ${harbor.slice(harbor.indexOf('An engineer'), harbor.indexOf('Nobody asked'))}
Others sent us guides. ${garden.slice(0, 260)}
${'More letters from our readers follow on the next pages, with pictures of harbors and of gardens. '.repeat(30)}`;
  const texts = {
    'text-identical': harbor.replaceAll(/\s+/g, ' '),
    'text-edited': edited,
    'text-quotes': article,
    'text-directions': rights.replace('جميع', 'كل').replace('בתבונה', 'בשכל'),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]): [string, Shot] => [
      name,
      {
        path: '/verify',
        async use(page) {
          await page
            .locator('input[type=file]')
            .first()
            .setInputFiles({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) });
          await page.getByRole('heading', { name: 'Matching words' }).waitFor();
        },
      },
    ]),
  );
}
