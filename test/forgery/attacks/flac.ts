// Attacks on the metadata blocks of a FLAC: our comment in other blocks, under other names, and
// fields that only a lenient reader accepts as ours.
import { flacContainer, makeBlock, makeComment } from '../containers/flac.ts';
import type { Forgery, Target } from '../forgery.ts';

const comment = 4;
const vendor = 'content-provenance-service';

export function* flacAttacks(target: Target): Generator<Forgery> {
  if (target.format !== 'flac') return;
  const { token, stranger, delivered, canonical } = target;
  const field = (name: string, value = token) => `${name}=${value}`;
  const own = field('PROVENANCE_TOKEN');
  const comments: [string, Buffer][] = [
    ['of ours', makeComment(vendor, own)],
    ['of ours with an artist', makeComment(vendor, own, 'ARTIST=Forged')],
    ['of another vendor', makeComment('Forged', own)],
    ['with our field twice', makeComment(vendor, own, own)],
    ['with another token', makeComment(vendor, field('PROVENANCE_TOKEN', stranger.token))],
    ['with our second field', makeComment(vendor, field('PROVENANCE_TOKEN_2'))],
    ['with both our fields', makeComment(vendor, own, field('PROVENANCE_TOKEN_2'))],
    ['with our field in small letters', makeComment(vendor, field('provenance_token'))],
    ['with bytes behind our field', Buffer.concat([makeComment(vendor, own), Buffer.from('Forged')])],
    ['that is empty', makeComment(vendor)],
  ];
  for (const [base, file] of Object.entries({ delivered, canonical })) {
    const pieces = flacContainer.split(file);
    const first = pieces.findIndex(({ name }) => name === 'STREAMINFO');
    const frames = pieces.length - 1;
    for (const [name, content] of comments) {
      const block = makeBlock(comment, content);
      yield {
        name: `adds a comment ${name} to the ${base} file`,
        bytes: flacContainer.join(pieces.toSpliced(first + 1, 0, block)),
      };
      yield {
        name: `adds a comment ${name} behind all blocks of the ${base} file`,
        bytes: flacContainer.join(pieces.toSpliced(frames, 0, block)),
      };
    }
    yield {
      name: `writes our comment as an application of the ${base} file`,
      bytes: flacContainer.join(pieces.toSpliced(first + 1, 0, makeBlock(2, makeComment(vendor, own)))),
    };
  }
}
