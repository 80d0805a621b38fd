// One operation on the docs page: what it does and who can call it, next to an example and a form
// to try it.
import { cheapestPlanWith, features, plans } from '../../../plans/plans.ts';
import { type Html, html } from '../html.ts';
import { curlOf, exampleJson, isJson } from './examples.ts';
import { contentTables, parameterTable } from './field-table.ts';
import { breakable, prose } from './prose.ts';
import type { Access, Operation } from './read-document.ts';
import { pythonOf, typescriptOf } from './snippets.ts';
import { tryForm } from './try-form.ts';

export function operationArticle(operation: Operation, address: string): Html {
  const { id, method, path, summary, description } = operation;
  const { status, content } = operation.success;
  const answer = content && isJson(content) ? exampleJson(content) : '{}';
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="words">
<h3 id="${id}-title"><a class="plain" href="#${id}">${summary}</a></h3>
<p class="address">${methodBadge(method)} <code>${pathWithMarks(path)}</code></p>
${description && html`<p>${prose(description)}</p>`}
${accessList(operation.access)}
${requestPart(operation)}
${responsePart(operation)}
${errorsPart(operation)}
</div>
<div class="examples">
${example('curl', curlOf(operation, address))}
${foldedExample('TypeScript', typescriptOf(operation, address))}
${foldedExample('Python', pythonOf(operation, address))}
${answer !== '{}' && example(`Response ${status}`, answer)}
${tryForm(operation)}
</div>
</article>
`;
}

export function methodBadge(method: string): Html {
  return html`<span class="method" data-method="${method}">${method}</span>`;
}

function pathWithMarks(path: string): Html {
  return html`${path.split(/(\{\w+\})/).map((part, index) => (index % 2 === 1 ? html`<span class="variable">${part}</span>` : part))}`;
}

function accessList({ caller, role, verified_email: verified, rule, feature, limit }: Access): Html {
  const callers: Readonly<Record<string, string>> = {
    public: rule === null ? 'Anyone, without credentials' : `Only ${rule}`,
    session: 'A session',
    key: 'An API key',
    'key-or-session': 'An API key or a session',
  };
  const limits: Readonly<Record<string, string>> = {
    none: 'No limit',
    organization: 'For each organization, by its plan',
    verify: 'For each network. With credentials: for each organization, by its plan',
  };
  const conditions = [
    callers[caller] ?? caller,
    role && (role === 'owner' ? 'role owner' : `role ${role} or above`),
    verified && 'verified email address',
    feature && planWords(feature),
    caller !== 'public' && rule,
  ].filter(Boolean);
  return html`<dl class="access">
<div><dt>Access</dt><dd>${conditions.join('; ')}</dd></div>
<div><dt>Rate limit</dt><dd>${limits[limit] ?? html`For each IPv4 address or IPv6 /64, class <code>${limit}</code>`}</dd></div>
</dl>`;
}

function planWords(name: string): string {
  const feature = features.find((each) => each === name);
  return feature ? `plan ${plans[cheapestPlanWith(feature)].label} or above` : name;
}

function requestPart({ id, parameters, body }: Operation): Html {
  const titles = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' };
  const groups = Object.entries(titles).map(([place, title]) => ({
    place,
    title,
    group: parameters.filter((each) => each.in === place),
  }));
  return html`${groups
    .filter(({ group }) => group.length > 0)
    .map(
      ({ place, title, group }) => html`<h4 id="${id}-${place}-title">${title}</h4>
${parameterTable(group, `${id}-${place}-title`)}`,
    )}${
    body &&
    html`<h4 id="${id}-body-title">Body <span class="content-type">${body.type}</span></h4>
${contentTables(body, `${id}-body-title`, true)}`
  }`;
}

function responsePart({ id, success: { status, content, headers } }: Operation): Html {
  return html`<h4 id="${id}-response-title">Response ${statusBadge(status)}</h4>
${content ? contentTables(content, `${id}-response-title`, false) : html`<p>No body.</p>`}${
  headers.length > 0 &&
  html`<h4 id="${id}-response-headers-title">Response headers</h4>
${parameterTable(headers, `${id}-response-headers-title`, false)}`
}`;
}

function errorsPart({ id, errors }: Operation): Html | undefined {
  if (errors.length === 0) return undefined;
  const rows = errors.map(
    ({ status, code, sentence }) =>
      html`<tr><th scope="row">${statusBadge(status)}<code>${breakable(code)}</code></th>
<td>${prose(sentence)}</td></tr>
`,
  );
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return html`<details class="errors">
<summary><h4 id="${id}-errors-title">Errors</h4> ${statuses.map(statusBadge)}</summary>
<table aria-labelledby="${id}-errors-title">
<thead><tr><th scope="col">Status and code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows}</tbody></table>
</details>`;
}

function statusBadge(status: string): Html {
  return html`<span class="status" data-kind="${status[0]}">${status}</span> `;
}

export function example(title: string, text: string): Html {
  return html`<figure class="example"><figcaption>${title}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;
}

function foldedExample(title: string, text: string): Html {
  return html`<details class="example"><summary>${title}</summary><pre tabindex="0"><code>${text}</code></pre></details>`;
}
