// Clips × attacks for the neural mark of sounds: added alone, and as in signing with both marks,
// cut to ten seconds at a random sample, attacked with real codecs, and read back by the readers
// that verification uses. Fails if a wrong id is read. Usage: npm run bench --
// robustness/neural-sounds [folder or file …] [--attacks=a,b] [--most=clips of a file, default 8]
// Default: ../shared/media/audio, sounds that were never used for training. MINUTES=… sets the
// duration (default 8).

import { markAudio } from '../../engine/src/watermarks/dct-audio/dct-audio.ts';
import { detect } from '../../engine/src/watermarks/dct-audio/detect.ts';
import { openSoundNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readSoundMark } from '../../engine/src/watermarks/neural/read-sound-mark.ts';
import { markSound } from '../../engine/src/watermarks/neural/sound-marking.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { ATTACKS } from './audio-attacks.ts';
import { clipsOf, cutByChance, idByChance, soundFiles, written } from './sound-clips.ts';
import { type Sound, scaleInvariantRatio } from './sounds.ts';

const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const chosen = option('attacks')?.split(',') ?? Object.keys(ATTACKS);
const clips = clipsOf(soundFiles(), Number(option('most') ?? 8));
const until = Date.now() + Number(process.env.MINUTES ?? 8) * 60_000;
const networks = openSoundNetworks();

type Reader = (sound: Sound) => Promise<string | null>;
const neural: Reader = ({ channels, rate }) => readSoundMark(networks, channels, rate);
const dct: Reader = async ({ channels, rate }) => detect(channels, rate)?.id ?? null;
const columns = {
  'neural, alone': { read: neural, ids: {} as Record<string, number> },
  'neural, signed': { read: neural, ids: {} as Record<string, number> },
  'DCT, signed': { read: dct, ids: {} as Record<string, number> },
};
const ratios = { alone: [] as number[], signed: [] as number[] };
const unmarked: string[] = [];
let wrong = 0;

for (const { name, sound } of clips) {
  if (Date.now() > until) break;
  const id = idByChance();
  const alone = await markSound(networks, sound.channels, sound.rate, id);
  if (!alone) {
    console.log(`${name}: cannot carry a mark that could be read`);
    unmarked.push(name);
    continue;
  }
  const signed = markAudio(alone, sound.rate, id) ?? alone;
  const [one, both] = [alone, signed].map((channels) => ({ channels: written(channels), rate: sound.rate }));
  ratios.alone.push(scaleInvariantRatio(sound.channels, one!.channels));
  ratios.signed.push(scaleInvariantRatio(sound.channels, both!.channels));
  const cuts = [cutByChance(one!), cutByChance(both!)];
  const lost: string[] = [];
  for (const attack of chosen) {
    const [attackedOne, attackedBoth] = cuts.map(ATTACKS[attack]!.apply);
    const heard = [attackedOne!, attackedBoth!, attackedBoth!];
    for (const [i, [column, { read, ids }]] of Object.entries(columns).entries()) {
      const found = await read(heard[i]!);
      if (found === id) ids[attack] = (ids[attack] ?? 0) + 1;
      else lost.push(`${attack} (${column})`);
      if (found !== null && found !== id) wrong++;
    }
  }
  const quality = `${ratios.alone.at(-1)!.toFixed(2)} dB alone, ${ratios.signed.at(-1)!.toFixed(2)} dB signed`;
  console.log(`${name}: ${quality}, ${lost.length ? `lost: ${lost.join(', ')}` : 'all read'}`);
}
report();

function report(): void {
  const count = ratios.alone.length;
  const rows = chosen.map((attack) => {
    const { neuralBar } = ATTACKS[attack]!;
    const shares = Object.values(columns).map(({ ids }) => (ids[attack] ?? 0) / count);
    const missed = neuralBar && shares[0]! < neuralBar ? ': missed' : '';
    return [
      attack,
      ...shares.map((share) => `${(100 * share).toFixed(1)}%`),
      neuralBar ? `${100 * neuralBar}%${missed}` : '',
    ];
  });
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ratio = (name: string, of: (values: readonly number[]) => number) => [
    `SI-SNR, ${name}`,
    ...[ratios.alone, ratios.signed].map((values) => `${of(values).toFixed(2)} dB`),
    '',
    '26 dB alone',
  ];
  console.log(
    `${count} clips of ${clips.length}; ${unmarked.length} could not carry the mark; wrong ids read: ${wrong}`,
  );
  console.log(
    formatTable([
      ['id read after', ...Object.keys(columns), 'bar'],
      ...rows,
      ratio('mean', mean),
      ratio('least', (values) => Math.min(...values)),
    ]),
  );
  console.log(keepFigures('neural-sounds', { count, unmarked, wrong, columns, ratios }));
  if (wrong > 0) process.exitCode = 1;
}
