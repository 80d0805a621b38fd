// What a C2PA manifest says, in lines for a terminal, with the words of the verify page.
import {
  actionInWords,
  stateInWords,
  timeInWords,
  trainingInWords,
  uncheckedInWords,
} from '@content-provenance/engine/verdicts';
import type { VerificationResult } from '../index.ts';
import { asPrintable } from './terminal.ts';

type C2pa = NonNullable<VerificationResult['c2pa']>;
type Row = readonly [name: string, ...lines: string[]];
const nameWidth = 14;
const absence = 'The file has no C2PA manifest.';

interface Ingredient {
  readonly title: string;
  readonly issuer?: string;
  readonly validation_status?: 'valid' | 'invalid';
  readonly ingredients?: readonly Ingredient[];
}

export function describeManifest(c2pa: VerificationResult['c2pa']): string[] {
  if (!c2pa) return [absence];
  if (c2pa.recovered) {
    return [
      absence,
      `The service has a manifest of its record: ${asPrintable(c2pa.manifest_id ?? '')}. Get it with "provenance c2pa resolve".`,
    ];
  }
  return rowsOf(c2pa).flatMap(([name, ...lines]) =>
    lines.map((line, place) => `${(place === 0 ? name : '').padEnd(nameWidth)}${asPrintable(line)}`),
  );
}

function rowsOf(c2pa: C2pa): Row[] {
  const { certificate, timestamp, signed_at, tool, actions = [], ai_training = [], ingredients = [] } = c2pa;
  const { validation_errors = [], unchecked = [], remote_url } = c2pa;
  const time = timestamp?.time ?? signed_at;
  return [
    ['state', stateInWords(c2pa)],
    ['errors', ...validation_errors],
    ['signed by', ...(c2pa.state === 'unreadable' ? [] : [c2pa.signature_issuer || 'not named'])],
    ['certificate', ...(certificate ? [describeCertificate(certificate)] : [])],
    ['program', ...(tool ? [tool] : [])],
    ['signed', ...(time ? [`${timeInWords(time, 'UTC')}${stampOf(timestamp)}`] : [])],
    ['actions', ...actions.map(actionInWords)],
    ['AI training', ...trainingInWords(ai_training)],
    ['made from', ...listIngredients(ingredients)],
    ['address', ...(remote_url ? [`${remote_url} (not opened)`] : [])],
    ['not checked', ...uncheckedInWords(unchecked)],
  ];
}

function describeCertificate({ issuer, not_before, not_after, algorithm }: NonNullable<C2pa['certificate']>): string {
  const validity = [not_before, not_after].map((time) => time.slice(0, 10)).join(' to ');
  return `${algorithm}, issued by ${issuer || 'an unnamed authority'}, valid ${validity}`;
}

function stampOf(timestamp: C2pa['timestamp']): string {
  return timestamp ? ` (time stamp by ${timestamp.authority}${timestamp.trusted ? '' : ', not verified'})` : '';
}

function listIngredients(ingredients: readonly Ingredient[], indent = ''): string[] {
  return ingredients.flatMap(({ title, issuer, validation_status, ingredients: inner = [] }) => {
    const signer = issuer ? ` (${issuer}${validation_status === 'invalid' ? ', not valid' : ''})` : '';
    return [`${indent}${title || 'not named'}${signer}`, ...listIngredients(inner, `${indent}  `)];
  });
}
