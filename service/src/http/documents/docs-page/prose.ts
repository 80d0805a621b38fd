// Sentences of the document as HTML: text between backticks, and `POST /v1/…` anywhere, becomes
// code.
import { type Html, html } from '../html.ts';

const codes = /`([^`]+)`|((?:GET|POST|PUT|PATCH|DELETE) \/[\w\-/:{}.]*[\w}])/;

export function prose(text: string): Html {
  return html`${text.split(codes).map((part, index) => (index % 3 === 0 ? part : part && html`<code>${part}</code>`))}`;
}

/** A name that can break at its joints. */
export function breakable(name: string): Html {
  return html`${name.split(/(?<=[._])/).map((part) => html`${part}<wbr>`)}`;
}
