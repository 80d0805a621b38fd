// The neural mark of a sound: whether the caller asked for it and what prevents it. On request,
// compressed sound is decoded, marked and encoded again.
import { decodeSound } from './decode-sound.ts';
import type { MediaFormat, Sound, SoundMarker } from './formats/media-format.ts';
import type { MarkRequest } from './mark-request.ts';
import type { Decoding, Inference } from './ports.ts';
import { NetworksUnavailable } from './watermarks/neural/networks.ts';
import { readSoundMark } from './watermarks/neural/read-sound-mark.ts';
import { markSound } from './watermarks/neural/sound-marking.ts';

/**
 * Samples of all channels together that can be marked within the time limit of a task and fit into
 * memory.
 */
const mostSeconds = 600;
/** Seconds of a file that is encoded again. Any ten carry the mark. */
const triedSeconds = 12;

const none = 'The audio carries no neural watermark:';
const reasons = {
  off: `${none} it is turned off on this service.`,
  absent: `${none} its networks are not installed.`,
  altered: `${none} its network files differ from the released ones.`,
  long: `${none} all channels together are longer than ${mostSeconds} seconds.`,
  unreadable: `${none} the service could not read it back.`,
  coding: `${none} the service cannot write audio in this encoding.`,
  decoder: `${none} the service must decode compressed audio, but the optional media decoder is not installed.`,
} as const;

/** `make`: formats call it to get the marked channels. `missing`: why they did not get them. */
export function neuralSoundMark(
  { kind }: MediaFormat,
  { watermarkId, neural }: MarkRequest,
  { soundNetworks }: Inference,
): { readonly make: SoundMarker | undefined; isMade(): boolean; missing(): readonly string[] } {
  // Absent networks are a note only for callers who asked for the mark.
  const asked = neural === true;
  const none = { make: undefined, isMade: () => false };
  if (kind !== 'audio' || neural === false) return { ...none, missing: () => [] };
  if (!soundNetworks) return { ...none, missing: () => (asked ? [reasons.off] : []) };
  const missing: string[] = [];
  let made = false;
  const make: SoundMarker = async (sound) => {
    if (isLong(sound)) {
      missing.push(reasons.long);
      return null;
    }
    try {
      const marked = await markSound(soundNetworks, sound.channels, sound.sampleRate, watermarkId);
      if (!marked) missing.push(reasons.unreadable);
      made ||= marked !== null;
      return marked;
    } catch (problem) {
      if (!(problem instanceof NetworksUnavailable)) throw problem;
      if (asked || problem.state === 'altered') missing.push(reasons[problem.state]);
      return null;
    }
  };
  return { make, isMade: () => made, missing: () => missing };
}

/** Compressed sound with the mark in it, on request. Without bytes, the file stays as it is. */
export async function encodeAgain(
  format: MediaFormat,
  original: Uint8Array,
  { watermarkId, neural }: MarkRequest,
  mark: SoundMarker | undefined,
  { soundNetworks, decoder }: Inference & Decoding,
): Promise<{ readonly bytes?: Uint8Array; readonly notes: readonly string[] }> {
  if (!neural || !mark || !format.replaceSound) return { notes: [] };
  if (!decoder) return { notes: [reasons.decoder] };
  const sound = await decodeSound(format, original, decoder, mostSeconds + 1);
  const channels = sound && (await mark(sound));
  if (!channels) return { notes: [] };
  const bytes = await format.replaceSound(original, { ...sound, channels }, decoder);
  if (!bytes) return { notes: [reasons.coding] };
  const heard = await decodeSound(format, bytes, decoder, triedSeconds);
  const found = heard && (await readSoundMark(soundNetworks!, heard.channels, heard.sampleRate));
  return found === watermarkId ? { bytes, notes: [] } : { notes: [reasons.unreadable] };
}

function isLong({ channels, sampleRate }: Sound): boolean {
  return ((channels[0]?.length ?? 0) / sampleRate) * channels.length > mostSeconds;
}
