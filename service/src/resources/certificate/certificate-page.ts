// The certificate as one printable page without a script, in the words of the table of verdicts.
// The organization's branding adds a name, a color, a picture and an address for questions. The
// verdict keeps its own colors.
import { describeVerdict, nameSigner, type SignerName, timeInWords } from '@content-provenance/engine/verdicts';
import { type Html, html, Html as RawHtml } from '../../http/documents/html.ts';
import { createPageFrame, readBeside } from '../../http/documents/html-page.ts';
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
  const { record, branding, token, address, logIndex } = certificate;
  const proof = `${publicUrl}/v1/records/${record.record_id}/proof`;
  const state = stateOf(certificate);
  const provenance = { ...record, org: record.org_name, revoked_at: certificate.revokedAt };
  const verdict = describeVerdict({ verdict: verdicts[state], provenance }, 'UTC');
  const { name } = nameSigner({ org: branding?.display_name ?? record.org_name });
  const colour = branding?.primary_color ? `:root{--brand:${branding.primary_color}}` : '';
  // Addresses from before the rule are left out if they break it.
  const [logo, support] = [branding?.logo_url, branding?.support_url].map((address) =>
    address && isShownAddress(address) ? address : undefined,
  );
  const frame = createPageFrame(style + colour, '', logo === undefined ? [] : [logo]);
  const facts: readonly (readonly [string, Html | string])[] = [
    [words.facts.format, record.format],
    [words.facts.hash, html`<code>${record.content_hash}</code>`],
    [words.facts.algorithm, words.algorithm],
    [words.facts.generator, html`<code>${record.generator_id}</code>`],
    [words.facts.record, html`<code>${record.record_id}</code>`],
    [words.facts.token, html`<code>${token}</code>`],
    ...(logIndex === null
      ? []
      : [[words.facts.log, html`${words.logEntry(logIndex)} <a href="${proof}">${words.logProof}</a>`] as const]),
  ];
  const links: readonly (readonly [string, string])[] = [
    ['/verify', words.checks.verify],
    [`/v1/records/${record.record_id}/bundle`, words.checks.bundle],
    [`/v1/records/${record.record_id}`, words.checks.record],
    [`/v1/keys/${record.generator_id}`, words.checks.keys],
  ];
  const title = `${words.title}: ${verdict.headline} · ${words.service}`;
  const page = frame.layOut(
    title,
    html`<header class="band">
${logo ? html`<img class="logo" src="${logo}" alt="" referrerpolicy="no-referrer">` : seal}
<p>${name} <small>${verdict.signer!.proof ?? verdict.signer!.remark}</small></p>
</header>
<main class="certificate ${state}">
<h1>${words.title}</h1>
<section class="state" aria-labelledby="state">
<h2 id="state">${verdict.headline}</h2>
<p>${verdict.sentence}</p>
</section>
<div class="columns">
<section>
<h2>${words.timeline}</h2>
${timeline(certificate, verdict.signer!)}
</section>
<figure>${qrCode(address, words.qr)}<figcaption><a href="${address}">${words.qrNote}</a></figcaption></figure>
</div>
<section>
<h2>${words.meaning}</h2>
<p>${words.issued(publicUrl)}</p>
<ul>${words.meanings.map((sentence) => html`<li>${sentence}</li>`)}</ul>
</section>
<section class="technical">
<h2>${words.technical}</h2>
<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>
<section class="checks">
<h2>${words.check}</h2>
<p>${links.map(([path, label], place) => html`${place > 0 && ' · '}<a href="${publicUrl}${path}">${label}</a>`)}${support && html` · <a href="${support}" rel="noopener noreferrer">${words.support}</a>`}</p>
</section>
</main>
<script type="application/ld+json">${linkedData(certificate, state)}</script>`,
    { description: verdict.sentence, address },
  );
  return { page, policy: frame.policy };
}

function timeline({ record, revokedAt, checkedAt, isSigned }: Certificate, signer: SignerName): Html {
  const { name, proof, remark, warning } = signer;
  const who = html`<strong>${proof ?? name}</strong> <span class="remark">${proof ? `${name}, ${remark}` : remark}</span>${warning && html` <strong class="warning">${warning}</strong>`}`;
  const holds = isSigned && revokedAt === null;
  return html`<ol class="timeline">
<li><h3>${words.signed}</h3>${timeOf(record.signed_at)}
<dl><div><dt>${words.by}</dt><dd>${who}</dd></div><div><dt>${words.model}</dt><dd>${record.model}</dd></div><div><dt>${words.key}</dt><dd><code>${record.kid}</code></dd></div></dl></li>
${revokedAt && html`<li class="bad"><h3>${words.revoked}</h3>${timeOf(revokedAt)}<p>${words.revokedNote}</p></li>`}
<li class="${holds ? 'good' : 'bad'}"><h3>${words.checked}</h3>${timeOf(new Date(checkedAt).toISOString())}<p>${words.checkedNote[holds ? 'valid' : 'invalid']}</p></li>
</ol>`;
}

function timeOf(time: string): Html {
  return html`<time datetime="${time}">${timeInWords(time, 'UTC')}</time>`;
}

const plainFrame = createPageFrame(style);

/** What to do if there is no certificate. */
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

const verdicts = { valid: 'signed_record', revoked: 'revoked', invalid: 'invalid_record' } as const;

function stateOf({ record, isSigned }: Certificate): keyof typeof verdicts {
  if (record.generator_status === 'revoked') return 'revoked';
  return isSigned ? 'valid' : 'invalid';
}

/**
 * schema.org data for programs that read pages. `<` is escaped, so that no text can end the block.
 */
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
