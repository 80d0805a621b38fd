// A separate entry with texts and pure functions. Pages load it in browsers, where the rest of the
// engine cannot run.
export { type Check, type CheckName, checkNames, checkWords } from './check-words.ts';
export { actionInWords, stateInWords, trainingInWords, uncheckedInWords } from './credential-words.ts';
export { type DescribedVerdict, describeVerdict, summarize } from './describe-verdict.ts';
export { nameSigner, type Signer, type SignerName, signerInWords } from './signer-name.ts';
export { shareInWords, textMatchInWords } from './text-match-words.ts';
export { timeInWords } from './time-words.ts';
export { nameVerdict, type VerdictFindings, type VerdictName, verdictNames } from './verdict-name.ts';
export { type Shown, type Tone, type VerdictFacts, type VerdictRow, verdictTable } from './verdict-table.ts';
