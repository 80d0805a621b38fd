// Test support: small files of every kind that a format must carry, by what is special about each.
import { samplesOf as picturesOf, type Samples } from './sample-pictures.ts';
import { sampleSounds } from './sample-sounds.ts';
import { sampleTexts } from './sample-texts.ts';

/** scale: of pictures; with 1 they are too small for a mark. */
export async function samplesOf(format: string, scale = 1): Promise<Samples> {
  return sampleTexts[format]?.() ?? sampleSounds[format]?.() ?? picturesOf(format, scale);
}
