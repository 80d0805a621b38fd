// Tokens of an attacker: invented, or in the place of another.
import { containerOf, type Target } from './forgery.ts';

/** In the right form, but not from any service. */
export const madeUpToken = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;

/** The file with another token in every place where it has its own. Checksums are updated. */
export function withToken(target: Pick<Target, 'format'>, file: Buffer, from: string, to: string): Buffer {
  const [little, newLittle] = [Buffer.from(from, 'utf16le'), Buffer.from(to, 'utf16le')];
  const forms: [Buffer, Buffer][] = [
    [Buffer.from(from), Buffer.from(to)],
    [little, newLittle],
    [Buffer.from(little).swap16(), Buffer.from(newLittle).swap16()],
  ];
  const copy = Buffer.from(file);
  for (const [old, replacement] of forms) {
    for (let at = copy.indexOf(old); at >= 0; at = copy.indexOf(old, at + 1)) replacement.copy(copy, at);
  }
  const container = containerOf(target);
  return container ? container.join(container.split(copy)) : copy;
}
