// Branding while it is being edited: texts as they were typed, '' for nothing.
import type { brandingTexts } from '../../texts/branding.ts';

export type FieldName = keyof typeof brandingTexts.fields;
export type BrandingDraft = Readonly<Record<FieldName, string>>;

/** #rrggbb: what the service takes, and what a style may safely hold. */
export function isWholeColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}
