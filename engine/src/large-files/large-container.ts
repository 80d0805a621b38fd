// The token in a file that is too large for memory. The same rules as in canonical-content.ts: the
// container counts as ours only if writing it again gives the same file, byte for byte.
import { absentIfRefused } from '../containers/broken-media.ts';
import { readFromSource } from '../containers/reading.ts';
import { AssembledSource, flatten, isWhole } from './assembled-source.ts';
import type { ContentSource } from './content-source.ts';
import { detectLargeFormat, type LargeFormat } from './large-format.ts';

/** The canonical content, and the token that the container carries, as in canonical-content.ts. */
export async function readCanonicalSource(
  { tokenPlace, name }: LargeFormat,
  file: ContentSource,
  signal: AbortSignal,
): Promise<{ readonly content: ContentSource; readonly token: string | null }> {
  const whole = { content: file, token: null };
  try {
    const token = await readFromSource(file, tokenPlace.readToken(file.size), signal);
    if (token === null) return whole;
    const parts = await readFromSource(file, tokenPlace.removeToken(file.size), signal);
    const content = new AssembledSource(file, parts);
    const again = await readFromSource(content, tokenPlace.writeToken(content.size, token), signal);
    const isExact = (await detectLargeFormat(content))?.name === name && (await isWhole(file, flatten(content, again)));
    return isExact ? { content, token } : whole;
  } catch (error) {
    return absentIfRefused(error) ?? whole;
  }
}

/** A file ready to be signed: without any token of ours. */
export async function withoutTokensIn(
  { tokenPlace }: LargeFormat,
  file: ContentSource,
  signal: AbortSignal,
): Promise<ContentSource> {
  if ((await readFromSource(file, tokenPlace.readToken(file.size), signal)) === null) return file;
  return new AssembledSource(file, await readFromSource(file, tokenPlace.removeToken(file.size), signal));
}

/** The file to deliver. Null if verification would not recognize it. */
export async function withToken(
  { tokenPlace, name }: LargeFormat,
  content: ContentSource,
  token: string,
  signal: AbortSignal,
): Promise<ContentSource | null> {
  const file = new AssembledSource(
    content,
    await readFromSource(content, tokenPlace.writeToken(content.size, token), signal),
  );
  const back = await readFromSource(file, tokenPlace.removeToken(file.size), signal);
  const isReadBack =
    (await detectLargeFormat(file))?.name === name &&
    (await detectLargeFormat(content))?.name === name &&
    (await readFromSource(file, tokenPlace.readToken(file.size), signal)) === token &&
    (await isWhole(content, flatten(file, back)));
  return isReadBack ? file : null;
}
