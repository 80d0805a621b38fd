// Our `meta` element in an attacker's spellings: as we write it, in other spellings, or around a
// page that only escapes of ISO-2022-JP (RFC 1468) hide from a reader that supports them.
import type { Row } from '../forgery.ts';
import { forgedPage, storeType } from '../stores.ts';

export interface ForgedMeta {
  readonly name: string;
  readonly text: string;
  readonly row?: Row;
}

export const exactMeta = (token: string) => `<meta name="content-provenance" content="${token}" />\n`;

const hidden = storeType.toString('latin1');
const page = forgedPage.replace('<!doctype html>', '');
/** Detection looks for a PDF in the first kilobyte. */
const filler = '<p>Forged</p>'.repeat(100);

/**
 * Pages before other content: each ends in an element that swallows what follows. all: or only the
 * first two.
 */
export function maskedPages(token: string, all = true): ForgedMeta[] {
  const masked = (start: string, opening = '\x1b$B', closing = '\x1b(B') =>
    `${start} x="iso-2022-jp ${opening}">${page}${filler}<plaintext hidden y="${closing}">`;
  const meta = `<meta name="content-provenance" content="${token}"`;
  const row = 'maskedPage' as const;
  const pages: ForgedMeta[] = [
    { name: 'masks a page with ESC $ B', text: masked(meta), row },
    { name: 'masks a page with ESC $ @ and ESC ( J', text: masked(meta, '\x1b$@', '\x1b(J'), row },
    { name: 'masks a page behind a first token', text: exactMeta(token) + masked(meta), row },
    { name: 'masks a page before a second token', text: masked(meta) + exactMeta(token), row },
    { name: 'masks a page in a tag with charset=utf-8', text: masked(`<meta charset="utf-8"${meta.slice(5)}`), row },
    { name: 'masks a page in a tag with charset=windows-1252', text: masked(`${meta} charset="windows-1252"`), row },
    { name: 'masks a page in single quotes', text: masked(meta.replaceAll('"', "'")), row },
    { name: 'masks a page beside the UUID of a store', text: masked(`${meta} z="${hidden}"`), row: 'storeType' },
  ];
  return all ? pages : pages.slice(0, 2);
}

/** Elements that a lenient reader accepts as ours. */
export function respelledMetas(token: string, all = true): ForgedMeta[] {
  const meta = (attributes: string, row?: Row) => ({
    name: `spells our element <meta ${printable(attributes)}>`,
    text: `<meta ${attributes}>`,
    ...(row && { row }),
  });
  const metas = [
    meta(`name="content-provenance" content="${token}"`),
    meta(`name='content-provenance' content='${token}'`),
    meta(`name=content-provenance content=${token}`),
    meta(`content="${token}" name="content-provenance"`),
    meta(`name="content-provenance" content="${token}" charset="utf-7"`),
    meta(`name="content-provenance" content="${token}" charset="utf-16"`),
    meta(`name="content-provenance" content="${token}" http-equiv="Content-Security-Policy"`),
    meta(`name="content-provenance" content="${token}" http-equiv="refresh"`),
    meta(`name="content-provenance" content="${token}" content="0;url=https://example.org"`),
    meta(`name="content-provenance" name="robots" content="${token}"`),
    meta(`name="content-provenance" content="${token}" x="${hidden}"`, 'storeType'),
    meta(`name="content-provenance" content="${token}" x="<script>document.title=1</script>"`),
    meta(`name="content-provenance"\ncontent="${token}"\n`),
    { name: 'spells our element in capitals', text: `<META NAME="content-provenance" CONTENT="${token}">` },
    { name: 'leaves out the line end of our element', text: exactMeta(token).trimEnd() },
    { name: 'ends our element with CR LF', text: exactMeta(token).replace('\n', '\r\n') },
    { name: 'repeats our element until the charset comes too late', text: exactMeta(token).repeat(12) },
    { name: 'closes our element', text: `${exactMeta(token).trimEnd()}</meta>` },
  ];
  return all ? metas : metas.slice(0, 2);
}

function printable(text: string): string {
  return text.replaceAll(/[^ -~]+/g, '…').replace(/svc_[\w-]{47}/, 'svc_…');
}
