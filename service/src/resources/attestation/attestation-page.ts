// An attestation as a separate document: no script, no external resources, for A4 paper and for
// screens. It says what the JSON says.
import { createHash } from 'node:crypto';
import { mlDsa65 } from '@content-provenance/engine';
import { Html, html } from '../../http/documents/html.ts';
import { readBeside } from '../../http/documents/html-page.ts';
import type { SignedAttestation } from './attestation-document.ts';
import type { AttestedGenerator } from './attestation-facts.ts';

const style = readBeside(import.meta.url, './attestation-page.css');
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export function layOutAttestation(attestation: SignedAttestation): string {
  const { org, period, environment } = attestation;
  const title = `Attestation for ${org.name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}, ${day(period.from)} to ${day(period.to)}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<p class="service">Content Provenance Service${environment === 'sandbox' && ' · Sandbox: test data only'}</p>
<h1>${title}</h1>
${aboutTable(attestation)}
</header>
<p class="disclaimer">${attestation.disclaimer}</p>
${summary(attestation)}
${articleFifty(attestation)}
${codeOfPractice(attestation)}
${counts(attestation)}
${generators(attestation)}
${howToCheck(attestation)}
</body>
</html>
`.text;
}

function aboutTable({ attestation_id, org, period, generated_at }: SignedAttestation): Html {
  const rows: [string, Html | string][] = [
    ['Organization', html`${org.name} (<code>${org.org_id}</code>), plan ${org.plan}`],
    ['Period', `${moment(period.from)} to ${moment(period.to)}, both included`],
    ['Created', moment(generated_at)],
    ['Attestation', html`<code>${attestation_id}</code>`],
  ];
  return html`<table class="about"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>`;
}

function summary({
  summary: { records_signed, content_verified, tamper_events, generators_active, formats },
}: SignedAttestation): Html {
  const figures: [string, number][] = [
    ['Records signed', records_signed],
    ['Content verified', content_verified],
    ['Tamper events', tamper_events],
    ['Generators active', generators_active],
  ];
  return html`<h2>Summary</h2>
<dl class="figures">
${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>\n`)}</dl>
<p>Formats signed: ${formats.length > 0 ? formats.join(', ') : 'none'}. “Content verified” counts public verifications that found a record of the organization. A tamper event is such a verification of content that was not what was signed. Generators are counted at the end of the period.</p>`;
}

function articleFifty({ eu_ai_act_article_50: article }: SignedAttestation): Html {
  return html`<h2>EU AI Act, Article 50</h2>
<p>${article.transparency_obligation}</p>
${table(
  [['Paragraph', 'paragraph'], ['Obligation', 'half'], ['Mechanism of the service'], ['Recorded', 'number narrow']],
  article.mapping.map((each) => [
    each.paragraph,
    each.obligation,
    each.service_mechanism,
    'records_covered' in each
      ? html`${number(each.records_covered!)}<br>records`
      : html`${number(each.verifications_recorded!)}<br>verifications`,
  ]),
)}
<h2>Not covered</h2>
${table(
  [['Paragraph', 'paragraph'], ['Obligation', 'half'], ['Why']],
  article.not_covered.map(({ paragraph, obligation, reason }) => [paragraph, obligation, reason]),
)}`;
}

function codeOfPractice({ code_of_practice: { title, measures } }: SignedAttestation): Html {
  return html`<h2>Code of Practice</h2>
<p>${title}. Measures for providers, next to what was recorded in the period.</p>
${table(
  [['Measure', 'half'], ['Mechanism of the service and facts']],
  measures.map(({ measure, service_mechanism, facts }) => [
    measure,
    html`${service_mechanism}<ul class="facts">${facts.map(({ fact, count }) => html`<li>${fact}: <strong>${number(count)}</strong></li>`)}</ul>`,
  ]),
)}`;
}

function counts({ records_by_format, verifications_by_source }: SignedAttestation): Html {
  const part = (heading: string, column: string, rows: readonly { fact: string; count: number }[]) =>
    html`<h2>${heading}</h2>
${
  rows.length > 0
    ? table(
        [[column], ['Number', 'number narrow']],
        rows.map(({ fact, count }) => [fact, number(count)]),
      )
    : html`<p>None in the period.</p>`
}`;
  return html`${part('Records by format', 'Format', records_by_format)}
${part('Verifications by how the record was found', 'Found by', verifications_by_source)}`;
}

function generators({ generators: all }: SignedAttestation): Html {
  return html`<h2>Generators and their keys</h2>
<p>Every signing key (${mlDsa65.algorithm}) up to the end of the period, with its rotation and revocation. Content that a retired key signed stays valid. All signatures of a revoked generator are invalid.</p>
${
  all.length > 0
    ? table(
        [['Generator and key'], ['Status', 'narrow'], ['Created', 'time'], ['Retired or revoked', 'time']],
        all.flatMap(generatorRows),
      )
    : html`<p>None.</p>`
}`;
}

function generatorRows(generator: AttestedGenerator): Row[] {
  const holder = generator.mode === 'server' ? 'keys managed by the service' : 'keys managed by the organization';
  return [
    [
      html`<strong>${generator.name}</strong>, ${holder}<br><code>${generator.generator_id}</code>`,
      generator.status,
      moment(generator.created_at),
      generator.revoked_at === null ? '' : `${moment(generator.revoked_at)} (revoked)`,
    ],
    ...generator.keys.map(
      (key): Row => [
        html`<div class="key"><code>${key.kid}</code></div>`,
        // An active key is worthless once its generator is revoked.
        key.status === 'active' ? generator.status : key.status,
        moment(key.created_at),
        key.retired_at === null ? '' : `${moment(key.retired_at)} (retired)`,
      ],
    ),
  ];
}

function howToCheck({ signature }: SignedAttestation): Html {
  const { kid, signature_url, public_key_url, algorithm } = signature;
  return html`<section class="whole"><h2>How to check this document</h2>
<p>The service signed ${signature.covers} with ${algorithm} and the key <code>${kid}</code>. If one byte changes, the signature is no longer valid. You cannot check a printed copy, so keep the file. Use a URL of the service that you know, not only the ones below.</p>
<table class="about"><tbody>
<tr><th scope="row">Signature</th><td><code>${signature_url}</code></td></tr>
<tr><th scope="row">Public key</th><td><code>${public_key_url}</code></td></tr>
</tbody></table></section>`;
}

type Row = readonly (Html | string)[];
type Column = readonly [heading: string, style?: string];

function table(columns: readonly Column[], rows: readonly Row[]): Html {
  const classOf = (index: number) => {
    const names = columns[index]![1];
    return names && html` class="${names}"`;
  };
  return html`<table>
<thead><tr>${columns.map(([heading], index) => html`<th scope="col"${classOf(index)}>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, index) => html`<td${classOf(index)}>${cell}</td>`)}</tr>\n`)}</tbody></table>`;
}

/** 2026-11-16 08:15 UTC */
function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function day(iso: string): string {
  return iso.slice(0, 10);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
