// What a manifest states about its file, from the report of c2pa-rs: tool, time, actions and
// ingredients. The statements are those of the signer. Their number, depth and length are bounded,
// because anyone can write a manifest.
import type { ManifestFindings, StatedAction, StatedIngredient } from './manifest-findings.ts';

/** The parts of a manifest in c2pa-rs's JSON that are read here. */
export interface ReportedManifest {
  readonly assertions?: readonly { readonly label: string; readonly data?: unknown }[];
  readonly signature_info?: { readonly issuer?: string | null; readonly time?: string | null } | null;
  readonly claim_generator?: string | null;
  readonly claim_generator_info?: readonly { readonly name?: unknown; readonly version?: unknown }[] | null;
  readonly ingredients?: readonly ReportedIngredient[];
}

interface ReportedIngredient {
  readonly title?: string | null;
  readonly relationship?: string | null;
  readonly active_manifest?: string | null;
}

type Manifests = Readonly<Record<string, ReportedManifest>>;
type Statements = Pick<ManifestFindings, 'tool' | 'signed_at' | 'actions' | 'ingredients'>;

const longestText = 200;
const mostActions = 50;
const mostIngredients = 20;
const deepest = 3;

export function statementsOf(manifest: ReportedManifest, manifests: Manifests): Statements {
  const tool = toolOf(manifest);
  const time = Date.parse(manifest.signature_info?.time ?? '');
  const actions = actionsOf(manifest);
  const ingredients = ingredientsOf(manifest, manifests, deepest);
  return {
    ...(tool && { tool }),
    ...(!Number.isNaN(time) && { signed_at: new Date(time).toISOString() }),
    ...(actions.length > 0 && { actions }),
    ...(ingredients.length > 0 && { ingredients }),
  };
}

function toolOf({ claim_generator, claim_generator_info }: ReportedManifest): string {
  const [info] = claim_generator_info ?? [];
  const named = [info?.name, info?.version].filter((part) => typeof part === 'string').join(' ');
  // Of "make_test_images/0.16.1 c2pa-rs/0.16.1" the first is the program, the others are libraries.
  return clip(named || (claim_generator?.split(' ')[0] ?? '').replace('/', ' '));
}

function actionsOf({ assertions = [] }: ReportedManifest): StatedAction[] {
  return assertions
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => listIn(data, 'actions'))
    .filter((each) => typeof each.action === 'string')
    .slice(0, mostActions)
    .map(({ action, digitalSourceType }) => ({
      action: clip(action as string),
      ...(typeof digitalSourceType === 'string' && { source_type: clip(digitalSourceType.split('/').at(-1)!) }),
    }));
}

function listIn(data: unknown, name: string): Record<string, unknown>[] {
  const list = (data as Record<string, unknown> | null | undefined)?.[name];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}

function ingredientsOf(
  { ingredients = [] }: ReportedManifest,
  manifests: Manifests,
  depth: number,
): StatedIngredient[] {
  return ingredients.slice(0, mostIngredients).map(({ title, relationship, active_manifest }) => {
    const own = active_manifest ? manifests[active_manifest] : undefined;
    const issuer = own?.signature_info?.issuer;
    const inner = own && depth > 1 ? ingredientsOf(own, manifests, depth - 1) : [];
    return {
      title: clip(title ?? ''),
      relationship: clip(relationship ?? ''),
      ...(issuer && { issuer: clip(issuer) }),
      ...(inner.length > 0 && { ingredients: inner }),
    };
  });
}

function clip(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}
