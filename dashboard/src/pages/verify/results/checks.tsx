// The checks that ran on a file, in words for everyone.
import { type Check, checkWords } from '@content-provenance/engine/verdicts';
import { resultTexts as texts } from '../../../texts/verify.ts';

interface ChecksProps {
  readonly checks: readonly Check[];
  /** For a record that only resembles the file, the signature says nothing about the file. */
  readonly hidesSignature: boolean;
}

export function Checks({ checks, hidesSignature }: ChecksProps) {
  const shown = checks.filter(({ name }) => !hidesSignature || (name !== 'signature' && name !== 'content'));
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>{texts.checks}</h3>
      <ul className="checks">
        {shown.map(({ name, passed }) => (
          <li key={name} data-passed={passed}>
            {checkWords[name][passed ? 'passed' : 'failed']}
          </li>
        ))}
      </ul>
    </section>
  );
}
