// The files from which a manifest says its file was made, as a tree. Depth and total number are
// bounded: a store in which manifests share ingredients could otherwise grow into millions of
// entries.
import type { StatedIngredient } from './manifest-findings.ts';
import { plainText } from './plain-text.ts';
import type { Manifests, ReportedIngredient, ReportedManifest } from './reported-manifest.ts';
import type { ReportedStatus, ValidationResults } from './reported-status.ts';
import { isHarmless } from './unchecked-parts.ts';

const mostInAll = 100;
const mostSiblings = 20;
const deepest = 3;

export function ingredientTree(
  manifest: ReportedManifest,
  manifests: Manifests,
  results: ValidationResults | null,
): StatedIngredient[] {
  const failures = (results?.ingredientDeltas ?? []).flatMap((each) => each.validationDeltas?.failure ?? []);
  let left = mostInAll;
  const list = ({ ingredients = [] }: ReportedManifest, depth: number): StatedIngredient[] => {
    const siblings = ingredients.slice(0, Math.min(mostSiblings, left));
    left -= siblings.length;
    return siblings.map((each) => describe(each, depth));
  };
  const describe = (each: ReportedIngredient, depth: number): StatedIngredient => {
    const label = each.active_manifest ?? '';
    const own = Object.hasOwn(manifests, label) ? manifests[label] : undefined;
    const issuer = plainText(own?.signature_info?.issuer);
    const inner = own && depth < deepest ? list(own, depth + 1) : [];
    return {
      title: plainText(each.title),
      relationship: plainText(each.relationship),
      ...(issuer && { issuer }),
      ...(own && results && { validation_status: isSound(each, label, failures) ? 'valid' : 'invalid' }),
      thumbnail: Boolean(each.thumbnail),
      ...(inner.length > 0 && { ingredients: inner }),
    };
  };
  return list(manifest, 1);
}

/** Uses what the signer recorded when the ingredient was added, and what c2pa-rs finds now. */
function isSound(ingredient: ReportedIngredient, label: string, failures: readonly ReportedStatus[]): boolean {
  const recorded = [
    ...(ingredient.validation_status ?? []),
    ...(ingredient.validation_results?.activeManifest?.failure ?? []),
  ];
  return [...recorded, ...failures.filter(({ url = '' }) => url.includes(`/${label}/`))].every(isHarmless);
}
