// Test support: small files of every kind that a format must support, by their special feature.
import { samplesOf as picturesOf, type Samples } from './sample-pictures.ts';
import { sampleSounds } from './sample-sounds.ts';
import { sampleTexts } from './sample-texts.ts';
import { sampleVideos } from './sample-videos.ts';

/** scale: of pictures. With 1 they are too small for a mark. */
export async function samplesOf(format: string, scale = 1): Promise<Samples> {
  const make = sampleTexts[format] ?? sampleSounds[format] ?? sampleVideos[format];
  return make?.() ?? picturesOf(format, scale);
}
