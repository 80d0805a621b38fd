// The list of all attacks on a target, without files that the service itself could have delivered.
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

/** Only different files: if two attacks make the same file, the first one counts. */
export function listForgeries(target: Target): Forgery[] {
  // The attacker's own file is authentic too, in their own name.
  const seen = new Set([...deliverables(target), ...deliverables(target.stranger)].map(keyOf));
  const submitted = {
    client: deliverablesOf(target, 'client').map(keyOf),
    format: deliverablesOf(target, 'format').map(keyOf),
  };
  return attacks
    .flatMap((attack) => [...attack(target)])
    .filter(({ bytes, claims }) => {
      // The delivered file of one record is a forgery if it claims another record.
      if (claims) return !submitted[claims].includes(keyOf(bytes));
      return !seen.has(keyOf(bytes)) && seen.add(keyOf(bytes));
    });
}

/** The files of a record that are authentic. */
export function deliverables({ delivered, canonical, embedded }: SignedFile): Buffer[] {
  return [delivered, canonical, ...(embedded ? [embedded.delivered, embedded.canonical] : [])];
}

/** The same for a record that the victim submitted. */
export function deliverablesOf(target: Target, claims: Claim): Buffer[] {
  const { delivered, canonical, token, formatToken } = target;
  return claims === 'client' ? [canonical] : [canonical, withToken(target, delivered, token, formatToken)];
}

function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}
