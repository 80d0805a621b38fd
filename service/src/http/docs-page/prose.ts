// Sentences of the document as HTML: words between backticks become code.
import { type Html, html } from '../html.ts';

export function prose(text: string): Html {
  return html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
