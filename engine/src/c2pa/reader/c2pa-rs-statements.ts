// The statements of a manifest about its file, from the report of c2pa-rs: tool, time, source,
// actions, ingredients and AI training. They are claims of the signer. Their number, depth and
// length are bounded, because anyone can write a manifest.
import { ingredientTree } from './ingredient-tree.ts';
import type { ManifestFindings, StatedAction, TrainingPermission } from './manifest-findings.ts';
import { plainText, timeText } from './plain-text.ts';
import type { Manifests, ReportedManifest } from './reported-manifest.ts';
import type { ValidationResults } from './reported-status.ts';

export type Statements = Pick<
  ManifestFindings,
  'tool' | 'signed_at' | 'digital_source_type' | 'thumbnail' | 'ai_training' | 'actions' | 'ingredients'
>;

const mostActions = 50;
const mostPermissions = 10;
const permissions: readonly unknown[] = ['allowed', 'notAllowed', 'constrained'];

/** results: null if the manifests of ingredients were not validated. */
export function statementsOf(
  manifest: ReportedManifest,
  manifests: Manifests,
  results: ValidationResults | null,
): Statements {
  const tool = toolOf(manifest);
  const time = timeText(manifest.signature_info?.time);
  const actions = actionsOf(manifest);
  const source = actions.find(({ source_type }) => source_type)?.source_type;
  const training = trainingOf(manifest);
  const ingredients = ingredientTree(manifest, manifests, results);
  return {
    ...(tool && { tool }),
    ...(time && { signed_at: time }),
    ...(source && { digital_source_type: source }),
    thumbnail: Boolean(manifest.thumbnail),
    ...(training.length > 0 && { ai_training: training }),
    ...(actions.length > 0 && { actions }),
    ...(ingredients.length > 0 && { ingredients }),
  };
}

function toolOf({ claim_generator, claim_generator_info }: ReportedManifest): string {
  const [info] = claim_generator_info ?? [];
  const named = [info?.name, info?.version].filter((part) => typeof part === 'string').join(' ');
  // In "make_test_images/0.16.1 c2pa-rs/0.16.1" the first is the program, the others are libraries.
  return plainText(named || (claim_generator?.split(' ')[0] ?? '').replace('/', ' '));
}

function actionsOf({ assertions = [] }: ReportedManifest): StatedAction[] {
  return assertions
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => listIn(data, 'actions'))
    .filter((each) => typeof each.action === 'string')
    .slice(0, mostActions)
    .map(({ action, digitalSourceType, when }) => {
      const source = typeof digitalSourceType === 'string' ? plainText(digitalSourceType.split('/').at(-1)) : '';
      const time = timeText(when);
      return { action: plainText(action), ...(source && { source_type: source }), ...(time && { when: time }) };
    });
}

/** `c2pa.training-mining` and its successor `cawg.training-mining`. */
function trainingOf({ assertions = [] }: ReportedManifest): TrainingPermission[] {
  return assertions
    .filter(({ label }) => /^(c2pa|cawg)\.training-mining/.test(label))
    .flatMap(({ data }) => Object.entries(objectIn(objectIn(data).entries)))
    .map(([name, entry]) => ({ use: plainText(name.replace(/^(c2pa|cawg)\./, '')), permission: objectIn(entry).use }))
    .filter((each): each is TrainingPermission => permissions.includes(each.permission))
    .slice(0, mostPermissions);
}

function listIn(data: unknown, name: string): Record<string, unknown>[] {
  const list = objectIn(data)[name];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}

function objectIn(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}
