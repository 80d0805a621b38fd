// HTML as a template tag: every value is escaped unless it is itself HTML, so that none is
// forgotten. Values go between tags or in quoted attributes. Characters that change the direction
// of text are removed, so that a name cannot rearrange a page.

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes nothing for false, null and undefined, so that a part can be left out in place. */
export type Inset = Html | string | number | false | null | undefined | readonly Inset[];

export function html(parts: TemplateStringsArray, ...insets: readonly Inset[]): Html {
  return new Html(parts.reduce((text, part, index) => text + asText(insets[index - 1]) + part));
}

function asText(inset: Inset): string {
  if (inset === false || inset === null || inset === undefined) return '';
  if (inset instanceof Html) return inset.text;
  if (typeof inset === 'object') return inset.map(asText).join('');
  return escapeHtml(String(inset));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The characters that control Unicode's bidirectional algorithm, and control characters except line
 * ends and tabs.
 */
const rearranging = /(?![\t\n\r])[\p{Bidi_Control}\p{Cc}]/gu;

function escapeHtml(text: string): string {
  return text.replaceAll(rearranging, '').replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
