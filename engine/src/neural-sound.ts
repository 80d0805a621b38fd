// The neural mark of a sound within the recipe of signing: who asked for it, what stands in its way, and compressed sound, which is
// decoded, marked and encoded again where the caller asks for that.
import { decodeSound } from './decode-sound.ts';
import type { Marking, MediaFormat, Sound, SoundMarker } from './formats/media-format.ts';
import type { Decoding, Inference } from './ports.ts';
import { NetworksUnavailable } from './watermarks/neural/networks.ts';
import { readSoundMark } from './watermarks/neural/read-sound-mark.ts';
import { markSound } from './watermarks/neural/sound-marking.ts';

/** Of all channels together: what marks within the time that a task has, and fits into memory. */
const mostSeconds = 600;
/** Of a file encoded again: any ten carry the mark. */
const triedSeconds = 12;

const none = 'The sound carries no neural watermark:';
const reasons = {
  off: `${none} it is turned off here.`,
  absent: `${none} its networks are not installed.`,
  altered: `${none} the files of its networks are not the ones that were released.`,
  long: `${none} its channels together last more than ${mostSeconds} seconds.`,
  unreadable: `${none} none could be read back from it.`,
  coding: `${none} sound of this coding is not written here.`,
  decoder: `${none} compressed sound must be decoded for it, and the optional media decoder is not installed.`,
} as const;

/** asked: absent networks are told to whoever asked for the mark, and to nobody else. */
export function soundMarker(
  id: string,
  asked: boolean,
  { soundNetworks }: Inference,
  notes: string[],
): SoundMarker | undefined {
  if (!soundNetworks) {
    if (asked) notes.push(reasons.off);
    return undefined;
  }
  return async ({ channels, sampleRate }) => {
    if (isLong({ channels, sampleRate })) {
      notes.push(reasons.long);
      return null;
    }
    try {
      const marked = await markSound(soundNetworks, channels, sampleRate, id);
      if (!marked) notes.push(reasons.unreadable);
      return marked;
    } catch (problem) {
      if (!(problem instanceof NetworksUnavailable)) throw problem;
      if (asked || problem.state === 'altered') notes.push(reasons[problem.state]);
      return null;
    }
  };
}

/** The file with the mark in its sound; null where it stays as it is, which the notes explain. */
export async function markCompressed(
  format: MediaFormat,
  bytes: Uint8Array,
  id: string,
  marker: SoundMarker,
  { soundNetworks, decoder }: Inference & Decoding,
  notes: string[],
): Promise<Marking | null> {
  if (!decoder) {
    notes.push(reasons.decoder);
    return null;
  }
  const sound = await decodeSound(format, bytes, decoder, mostSeconds + 1);
  const channels = sound && (await marker(sound));
  if (!channels) return null;
  const marked = await format.replaceSound!(bytes, { ...sound, channels }, decoder);
  if (!marked) {
    notes.push(reasons.coding);
    return null;
  }
  const heard = await decodeSound(format, marked, decoder, triedSeconds);
  if (heard && (await readSoundMark(soundNetworks!, heard.channels, heard.sampleRate)) === id) return { bytes: marked };
  notes.push(reasons.unreadable);
  return null;
}

function isLong({ channels, sampleRate }: Sound): boolean {
  return ((channels[0]?.length ?? 0) / sampleRate) * channels.length > mostSeconds;
}
