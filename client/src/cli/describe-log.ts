// What a check of a log proof found, in one line. It claims no more than the check did.
import { timeInWords } from '@content-provenance/engine/verdicts';
import type { LogFindings } from '../signing.ts';

const sources: Readonly<Record<LogFindings['key_from'], string>> = {
  policy: 'under a key of your policy',
  keys: 'under a key that you saved at login',
  bundle: 'under a key that the service names in this bundle (compare it with --policy)',
  proof: 'under a key that only the proof names',
};

/** `keysFrom` says where keys come from that were not saved at login. */
export function describeLog(log: LogFindings | null, keysFrom?: string): string {
  if (!log) return 'the bundle proves no entry in a transparency log';
  const { index, key_from, witnesses, timestamp } = log;
  const parts = [`entry ${index}`, (key_from === 'keys' && keysFrom) || sources[key_from]];
  if (witnesses.length > 0) parts.push(`cosigned by ${witnesses.join(', ')}`);
  if (timestamp !== null) {
    const time = timeInWords(timestamp.states, 'UTC');
    parts.push(`has a time stamp that states ${time}. Its signer was not checked`);
  }
  return parts.join(' · ');
}
