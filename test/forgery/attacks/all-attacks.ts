// The only list of attacks: what they make of a target, without what the service itself could have
// delivered.
import type { Attack, Claim, Forgery, SignedFile, Target } from '../forgery.ts';
import { withToken } from '../tokens.ts';
import { anyFileAttacks } from './any-file.ts';
import { embeddedAttacks } from './embedded.ts';
import { flacAttacks } from './flac.ts';
import { htmlAttacks } from './html.ts';
import { jpegAttacks } from './jpeg.ts';
import { matroskaAttacks } from './matroska.ts';
import { id3Attacks } from './mp3-id3.ts';
import { mp4Attacks } from './mp4.ts';
import { pdfAttacks } from './pdf.ts';
import { plainTextAttacks } from './plain-text.ts';
import { pngAttacks } from './png.ts';
import { pageInFront } from './polyglots.ts';
import { wavAttacks } from './riff-wav.ts';
import { structureAttacks } from './structure.ts';
import { webpAttacks } from './webp.ts';
import { xmpAttacks } from './xmp.ts';

const attacks: readonly Attack[] = [
  structureAttacks,
  xmpAttacks,
  pageInFront,
  htmlAttacks,
  jpegAttacks,
  pngAttacks,
  webpAttacks,
  wavAttacks,
  id3Attacks,
  flacAttacks,
  mp4Attacks,
  matroskaAttacks,
  pdfAttacks,
  plainTextAttacks,
  embeddedAttacks,
  anyFileAttacks,
];

/** Different files alone: where two attacks make the same, the first has it. */
export function listForgeries(target: Target): Forgery[] {
  // A file of the attacker's own is authentic too, in their own name.
  const seen = new Set([...deliverables(target), ...deliverables(target.stranger)].map(keyOf));
  const submitted = {
    client: deliverablesOf(target, 'client').map(keyOf),
    format: deliverablesOf(target, 'format').map(keyOf),
  };
  return attacks
    .flatMap((attack) => [...attack(target)])
    .filter(({ bytes, claims }) => {
      // The delivered file of one record is a forgery where another record is claimed.
      if (claims) return !submitted[claims].includes(keyOf(bytes));
      return !seen.has(keyOf(bytes)) && seen.add(keyOf(bytes));
    });
}

/** The files of a record that are authentic. */
export function deliverables({ delivered, canonical, embedded }: SignedFile): Buffer[] {
  return [delivered, canonical, ...(embedded ? [embedded.delivered, embedded.canonical] : [])];
}

/** The same of a record that the victim submitted. */
export function deliverablesOf(target: Target, claims: Claim): Buffer[] {
  const { delivered, canonical, token, formatToken } = target;
  return claims === 'client' ? [canonical] : [canonical, withToken(target, delivered, token, formatToken)];
}

function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}
