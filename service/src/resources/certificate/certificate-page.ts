// The certificate as one printable page without a script. The organization's branding gives it a name, a colour, a picture
// and an address for questions; the verdict keeps its own colours.
import { type Html, html, Html as RawHtml } from '../../http/html.ts';
import { createPageFrame, readBeside } from '../../http/html-page.ts';
import { isShownAddress } from '../../http/https-address.ts';
import type { Certificate } from './certificate.service.ts';
import { words } from './certificate-words.ts';
import { qrCode } from './qr-code.ts';

export interface CertificatePage {
  readonly page: string;
  readonly policy: string;
}

const style = readBeside(import.meta.url, './certificate.css');
const seal = new RawHtml(
  '<svg class="seal" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#115e59"/><circle cx="16" cy="16" r="8.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-dasharray="40 14" transform="rotate(-60 16 16)"/><path d="M12 16.4l3 3 6.5-7" fill="none" stroke="#f2c879" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

export function certificatePage(certificate: Certificate, publicUrl: string): CertificatePage {
  const { record, branding, token, address } = certificate;
  const state = stateOf(certificate);
  const name = branding?.display_name ?? record.org_name;
  const colour = branding?.primary_color ? `:root{--brand:${branding.primary_color}}` : '';
  // Those stored before the rule for addresses are left out where they break it.
  const [logo, support] = [branding?.logo_url, branding?.support_url].map((address) =>
    address && isShownAddress(address) ? address : undefined,
  );
  const frame = createPageFrame(style + colour, '', logo === undefined ? [] : [logo]);
  const facts: readonly (readonly [string, Html | string])[] = [
    [words.facts.org, html`<strong>${record.org_name}</strong>`],
    [words.facts.model, record.model],
    [words.facts.format, record.format],
    [words.facts.signedAt, html`<time datetime="${record.signed_at}">${readable(record.signed_at)}</time>`],
    [words.facts.hash, html`<code>${record.content_hash}</code>`],
    [words.facts.algorithm, words.algorithm],
    [words.facts.generator, html`<code>${record.generator_id}</code>`],
    [words.facts.key, html`<code>${record.kid}</code>`],
    [words.facts.record, html`<code>${record.record_id}</code>`],
    [words.facts.token, html`<code>${token}</code>`],
  ];
  const page = frame.layOut(
    `${words.title}: ${words.states[state].title} · ${words.service}`,
    html`<header class="band">
${logo ? html`<img class="logo" src="${logo}" alt="" referrerpolicy="no-referrer">` : seal}
<p>${name}</p>
</header>
<main class="certificate ${state}">
<h1>${words.title}</h1>
<section class="state" aria-labelledby="state">
<h2 id="state">${words.states[state].title}</h2>
<p>${words.states[state].lead}</p>
</section>
<div class="columns">
<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<figure>${qrCode(address, words.qr)}<figcaption><a href="${address}">${words.qrNote}</a></figcaption></figure>
</div>
<section>
<h2>${words.meaning}</h2>
<ul>${words.meanings.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</section>
<section class="checks">
<h2>${words.check}</h2>
<p><a href="${publicUrl}/verify">${words.checks.verify}</a> · <a href="${publicUrl}/v1/records/${record.record_id}">${words.checks.record}</a> · <a href="${publicUrl}/v1/keys/${record.generator_id}">${words.checks.keys}</a>${support && html` · <a href="${support}" rel="noopener noreferrer">${words.support}</a>`}</p>
</section>
</main>
<script type="application/ld+json">${linkedData(certificate, state)}</script>`,
  );
  return { page, policy: frame.policy };
}

const plainFrame = createPageFrame(style);

/** What to do where there is no certificate. */
export function refusalPage(code: string, publicUrl: string): CertificatePage {
  const { title, lead } = words.refusals[code === 'record_not_found' ? code : 'invalid_token'];
  const page = plainFrame.layOut(
    `${title} · ${words.service}`,
    html`<header class="band">${seal}<p>${words.service}</p></header>
<main class="certificate">
<h1>${title}</h1>
<p>${lead}</p>
<p><a href="${publicUrl}/verify">${words.checks.verify}</a></p>
</main>`,
  );
  return { page, policy: plainFrame.policy };
}

function stateOf({ record, isSigned }: Certificate): keyof typeof words.states {
  if (record.generator_status === 'revoked') return 'revoked';
  return isSigned ? 'valid' : 'invalid';
}

// Kept: to make one takes longer than the rest of the page.
const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

function readable(timestamp: string): string {
  return `${inWords.format(new Date(timestamp))} UTC`;
}

/** schema.org, for programs that read pages. `<` is escaped, so that no text ends the block. */
function linkedData({ record, address, token }: Certificate, state: string): Html {
  const property = (propertyID: string, value: string) => ({ '@type': 'PropertyValue', propertyID, value });
  const data = {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': address,
    url: address,
    name: words.title,
    creativeWorkStatus: state,
    sourceOrganization: { '@type': 'Organization', identifier: record.org_id, name: record.org_name },
    datePublished: record.signed_at,
    identifier: [
      property('record_id', record.record_id),
      property('token', token),
      property('content_hash', record.content_hash),
      property('generator_id', record.generator_id),
      property('kid', record.kid),
      property('signature_algorithm', record.algorithm),
      property('model', record.model),
    ],
    disambiguatingDescription: words.meanings.join(' '),
  };
  return new RawHtml(JSON.stringify(data).replaceAll('<', '\\u003c'));
}
