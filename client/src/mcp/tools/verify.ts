// The tool `verify`: where content comes from, and whether it is what was signed.
import { checkNames, checkWords, textMatchInWords } from '@content-provenance/engine/verdicts';
import { describeLocalization } from '../../cli/describe-localization.ts';
import { describeManifest } from '../../cli/describe-manifest.ts';
import type { Client, TextMatch, VerificationResult } from '../../index.ts';
import type { AllowedFolders } from '../allowed-folders.ts';
import { limits } from '../claims.ts';
import { pathProperty, readInput, textProperty } from '../content-input.ts';
import type { Fields } from '../json-rpc.ts';
import {
  certificateField,
  flag,
  limitsField,
  list,
  number,
  object,
  objectOrNull,
  pathField,
  signerField,
  text,
  textOrNull,
  texts,
  verdictFields,
} from '../output-schema.ts';
import { asData, certificateUrl, describeForAgent, signerForAgent } from '../present.ts';
import type { Tool } from '../tool.ts';

/** More lines would only fill the context of a model. */
const mostLines = 50;
const mostMatches = 5;
const mostPassages = 20;
const longestPassage = 100;

export function verifyTool(client: Client, folders: AllowedFolders, serviceUrl: string): Tool {
  return {
    name: 'verify',
    title: 'Verify content',
    description: `Finds out where a file or text comes from and whether it is what was signed. The content is sent to the service at ${new URL(serviceUrl).host}, which does not store it. Only the verdict "authentic" means that the content is exactly what was signed. A watermark alone never establishes provenance. If nothing is found, this does not imply human origin.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: pathProperty,
        text: textProperty,
        token: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'A token (svc_…), if it is not in the content. The service then searches for nothing else',
        },
        localize: {
          type: 'boolean',
          description: 'Also show where the content no longer carries the watermark of its record. Takes longer',
        },
      },
      additionalProperties: false,
    },
    outputSchema: object({
      path: pathField,
      verdict: text('The verdict in one word. "authentic" is the only one that confirms the content'),
      ...verdictFields,
      authentic: flag('Whether the content is exactly what was signed'),
      tampered: flag('Whether the content differs from what its record says'),
      confidence: text('Confidence in the identification, not in the integrity: high, medium, low or none'),
      found_by: textOrNull(
        'What led to the record: provided, xmp, watermark, neural_watermark, text_fingerprint, phash, fingerprint',
      ),
      signer: signerField,
      record: objectOrNull(
        {
          record_id: text('ID of the record'),
          model: text('AI model, as the signer states it'),
          signed_at: text('ISO 8601, UTC'),
          revoked_at: textOrNull('When the generator was revoked. If set, do not rely on the record'),
          certificate_url: certificateField,
        },
        'The record that was found. Unless the verdict is "authentic", it does not say who made the content',
      ),
      checks: list(
        object({ name: text('Check'), passed: flag('Whether it passed'), meaning: text('What that means') }),
        'The checks that ran',
      ),
      content_credentials: texts('What a C2PA manifest in the file says, as the file states it. Empty without one'),
      text_matches: list(
        object({
          record_id: text('ID of the record'),
          signer: signerField,
          signed_at: text('ISO 8601, UTC'),
          certificate_url: certificateField,
          visible_text: text('identical: only white space and invisible characters can differ. Otherwise different'),
          upload_share: number('How much of the given text is in the record, from 0 to 1'),
          record_share: number('How much of the record is in the given text, from 0 to 1'),
          meaning: text('The same in a sentence'),
          changed: texts('Words of the given text for which the record has other words, shortened, the first 20'),
          added: texts('Words of the given text for which the record has nothing, shortened, the first 20'),
        }),
        'Records whose text the given text contains, completely or in part, the best five. A match never says who wrote the text',
      ),
      changed_parts: texts('Only with localize: parts without the watermark, and what an empty list does not mean'),
      notes: texts('Remarks of the service'),
      limits: limitsField,
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    async call(input, { signal, onProgress }) {
      const { path, content } = await readInput(folders, input);
      const token = input.text('token');
      const localize = input.flag('localize');
      const given = { content: new Blob([content]), fileName: 'content', localize, showText: true };
      const options = { signal, ...(onProgress && { onProgress }) };
      const result = await client.verify.content({ ...given, ...(token !== undefined && { token }) }, options);
      return { path, ...present(result, serviceUrl) };
    },
  };
}

function present(result: VerificationResult, serviceUrl: string): Fields {
  const { verdict, authentic, tampered, confidence, token_source, provenance, checks, c2pa, notes = [] } = result;
  const { headline, sentence, shows } = describeForAgent(result);
  // A look or a sound never names a source. The sentence about shared words names the record.
  const isNamed = shows.includes('source') || shows.includes('record') || shows.includes('words');
  const source = isNamed ? provenance : null;
  return {
    verdict,
    headline,
    sentence,
    authentic,
    tampered,
    confidence,
    found_by: token_source,
    signer: source && signerForAgent(source),
    record: source && {
      record_id: source.record_id,
      model: asData(source.model),
      signed_at: source.signed_at,
      revoked_at: source.revoked_at,
      certificate_url: certificateUrl(serviceUrl, source.record_id),
    },
    checks: checks.flatMap(({ name, passed }) =>
      checkNames.includes(name) ? [{ name, passed, meaning: checkWords[name][passed ? 'passed' : 'failed'] }] : [],
    ),
    content_credentials: c2pa ? asLines(describeManifest(c2pa)) : [],
    text_matches: (result.text_matches ?? [])
      .slice(0, mostMatches)
      .map((match) => presentTextMatch(match, result.visible_text ?? '', serviceUrl)),
    changed_parts: asLines(describeLocalization(result.localization)),
    notes: asLines(notes),
    limits,
  };
}

function presentTextMatch(match: TextMatch, visibleText: string, serviceUrl: string): Fields {
  const { record_id, signer, signed_at, visible_text, upload_share, record_share, parts } = match;
  const wordsOf = (state: 'changed' | 'added') =>
    parts
      .filter((part) => part.state === state)
      .slice(0, mostPassages)
      .map(({ start, end }) => asData(visibleText.slice(start, end), longestPassage));
  return {
    record_id,
    signer: signerForAgent({ org: signer.name, signer }),
    signed_at,
    certificate_url: certificateUrl(serviceUrl, record_id),
    visible_text,
    upload_share,
    record_share,
    meaning: textMatchInWords(match),
    changed: wordsOf('changed'),
    added: wordsOf('added'),
  };
}

function asLines(lines: readonly string[]): string[] {
  return lines.slice(0, mostLines).map((line) => asData(line, 300));
}
