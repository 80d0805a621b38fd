// What is in the fields of the form, not yet saved.
import type { brandingTexts } from '../../texts/branding.ts';

export type FieldName = keyof typeof brandingTexts.fields;
export type BrandingDraft = Readonly<Record<FieldName, string>>;

export function isWholeColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}
