// What a check of a log proof found, in one line. It claims no more than the check did.
import { timeInWords } from '@content-provenance/engine/verdicts';
import type { LogFindings } from '../signing.ts';

export function describeLog(log: LogFindings | null): string {
  if (!log) return 'the bundle proves no entry in a transparency log';
  const { index, key_known, witnesses, timestamped_at } = log;
  const parts = [`entry ${index}`];
  if (key_known === null) parts.push('under the key that the proof names (compare it with --policy)');
  else parts.push(witnesses.length > 0 ? `cosigned by ${witnesses.join(', ')}` : 'under a key of your policy');
  if (timestamped_at !== null) {
    parts.push(`time stamp of ${timeInWords(timestamped_at, 'UTC')} (its signer is not checked)`);
  }
  return parts.join(' · ');
}
