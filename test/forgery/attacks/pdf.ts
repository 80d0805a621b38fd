// Attacks on PDF: our update repeated, altered, with other objects in it, under other offsets, and
// further updates before and after it, which replace what the page shows.
import type { Forgery, Target } from '../forgery.ts';
import { foreignStore } from '../stores.ts';
import { createdPacket } from './xmp.ts';

const forgedPage = 'BT /F1 24 Tf 20 100 Td (Forged words) Tj ET';

export function* pdfAttacks(target: Target): Generator<Forgery> {
  if (target.format !== 'pdf') return;
  const { delivered, canonical, token, stranger } = target;
  const update = delivered.subarray(canonical.length).toString('latin1');
  const behind = (text: string, base = canonical) => Buffer.concat([base, Buffer.from(text, 'latin1')]);
  const changed = (from: string | RegExp, to: string) => behind(update.replace(from, to));
  yield { name: 'appends our update again', bytes: behind(update, delivered) };
  yield {
    name: 'appends our update again, its offsets moved',
    bytes: behind(movedUpdate(update, delivered.length - canonical.length), delivered),
  };
  yield { name: 'says another length before the update', bytes: changed(/(provenance: )\d+/, '$10') };
  yield { name: 'says the length of the file itself', bytes: changed(/(provenance: )\d+/, `$1${delivered.length}`) };
  yield { name: 'cuts the last line end', bytes: behind(update.slice(0, -1)) };
  yield { name: 'ends the update with CR LF', bytes: behind(update.replace(/\n$/, '\r\n')) };
  yield { name: 'puts spaces into the packet', bytes: changed('<?xpacket end', ' <?xpacket end') };
  yield { name: 'puts a comment into the update', bytes: changed('endobj\n', 'endobj\n%Forged\n') };
  yield { name: 'spells our property with another prefix', bytes: changed(/provenance:Token/g, 'provenancf:Token') };
  yield {
    name: 'writes another packet of ours',
    bytes: changed(/<\?xpacket begin.*<\?xpacket end="w"\?>/s, createdPacket(token, 'XMP flag')),
  };
  yield { name: 'names another size of the file', bytes: changed(/\/Size \d+/, '/Size 9999') };
  yield { name: 'names another section before', bytes: changed(/\/Prev \d+/, '/Prev 0') };
  yield { name: 'names another catalog', bytes: changed(/\/Root \d+/, '/Root 2') };
  for (const [place, base] of [
    ['before', canonical],
    ['behind', delivered],
  ] as const) {
    const forged = pageUpdate(base);
    const then = place === 'before' ? movedUpdate(update, forged.length) : '';
    yield { name: `replaces the page by an update ${place} ours`, bytes: behind(forged + then, base) };
  }
  yield {
    name: 'puts a forged object into our update',
    bytes: changed(/^\n?/, `\n4 0 obj\n<< /Length ${forgedPage.length} >>\nstream\n${forgedPage}\nendstream\nendobj\n`),
  };
  yield {
    name: 'puts a store into our update',
    bytes: changed('endobj\n', `endobj\n${foreignStore.toString('latin1')}\n`),
  };
  yield { name: 'puts another document before our update', bytes: behind(update, stranger.canonical) };
  yield {
    name: 'calls it PDF 2.0',
    bytes: Buffer.from(delivered.toString('latin1').replace(/%PDF-1\.\d/, '%PDF-2.0'), 'latin1'),
  };
}

/** With every place that the update names after itself. */
function movedUpdate(update: string, by: number): string {
  const plus = (_: string, before: string, number: string, after = '') =>
    `${before}${String(Number(number) + by).padStart(number.length, '0')}${after}`;
  return update
    .replaceAll(/(^|\n)(\d{10})( \d{5} n)/g, plus)
    .replace(/(startxref\n)(\d+)/, plus)
    .replace(/(provenance: )(\d+)/, plus);
}

/** An incremental update that replaces the contents of the page. */
function pageUpdate(file: Buffer): string {
  const object = `4 0 obj\n<< /Length ${forgedPage.length} >>\nstream\n${forgedPage}\nendstream\nendobj\n`;
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1] ?? '0';
  const at = file.length + object.length;
  return (
    `${object}xref\n4 1\n${String(file.length).padStart(10, '0')} 00000 n \n` +
    `trailer\n<< /Size 20 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`
  );
}
