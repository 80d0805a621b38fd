// The form to try an operation from the page. It is hidden until the page's script shows it,
// because it does nothing without the script.
import { type Html, html } from '../html.ts';
import { exampleJson, exampleOf, isForm, isJson, isRaw } from './examples.ts';
import { isFile } from './field-table.ts';
import type { Operation, Schema } from './read-document.ts';

interface Input {
  /** Where its value goes: path, query, header, form, or raw: it is the body itself. */
  readonly place: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export function tryForm(operation: Operation): Html {
  const { id, method, path, access, parameters, body, summary } = operation;
  const inputs: Input[] = [
    ...parameters.map(({ in: place, name, required = false, schema }) => ({ place, name, required, schema })),
    ...(body && isForm(body) ? formInputs(body.schema) : []),
    ...(body && isRaw(body) ? [{ place: 'raw', name: 'file', required: true, schema: body.schema }] : []),
  ];
  // A range, such as image/*, leaves the type to the file.
  const fixedType = body && isRaw(body) && !body.type.includes('*') && body.type;
  const takesCredential = access.caller !== 'public' || access.rule !== null;
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method}" data-path="${path}"${takesCredential && html` data-credential`}${fixedType && html` data-type="${fixedType}"`} aria-label="Try: ${summary}">
${takesCredential && html`<p class="note">Uses the <a href="#credential">credential</a> at the top of the page.</p>`}
${inputs.map((input) => inputField(input, id))}
${body && isJson(body) && jsonField(id, exampleJson(body))}
<button>Send request</button>
</form>
<div class="answer" role="status" aria-label="Response"></div>
</details>`;
}

function formInputs({ properties = {}, required = [] }: Schema): Input[] {
  return Object.entries(properties).map(([name, schema]) => ({
    place: 'form',
    name,
    required: required.includes(name),
    schema,
  }));
}

function inputField({ place, name, required, schema }: Input, operationId: string): Html {
  const id = `${operationId}-${place}-${name}`;
  const mark = required ? html` <span class="required">required</span>` : html` <span class="optional">optional</span>`;
  const attributes = html`id="${id}" name="${name}" data-place="${place}"${required && html` required`}`;
  return html`<p class="field"><label for="${id}"><code>${name}</code>${mark}</label>${control(schema, name, required, attributes)}</p>
`;
}

function control(schema: Schema, name: string, required: boolean, attributes: Html): Html {
  if (isFile(schema)) return html`<input type="file" ${attributes}>`;
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  if (!choices) {
    const placeholder = schema.default ?? exampleOf(schema, name);
    return html`<input type="text" ${attributes} placeholder="${String(placeholder)}" autocomplete="off" spellcheck="false">`;
  }
  const options = choices.map((choice) => html`<option>${String(choice)}</option>`);
  return html`<select ${attributes}>${!required && html`<option value="">not sent</option>`}${options}</select>`;
}

function jsonField(operationId: string, text: string): Html {
  const id = `${operationId}-body`;
  const rows = Math.min(text.split('\n').length, 16);
  return html`<p class="field"><label for="${id}">Body</label><textarea id="${id}" data-place="body" rows="${rows}" spellcheck="false" autocomplete="off">${text}</textarea></p>
`;
}
