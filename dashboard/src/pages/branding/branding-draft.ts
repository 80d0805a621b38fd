// Branding during editing: texts as typed, '' for nothing.
import type { brandingTexts } from '../../texts/branding.ts';

export type FieldName = keyof typeof brandingTexts.fields;
export type BrandingDraft = Readonly<Record<FieldName, string>>;

/** #rrggbb: the format that the service accepts and that is safe in a style. */
export function isWholeColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}
