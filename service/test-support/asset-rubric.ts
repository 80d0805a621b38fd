// The asset rubric of the C2PA conformance program (0.2 for specification 2.4, in the repository
// c2pa-org/conformance-public, folder asset-rubrics), as our own code: 31 rules over the detailed
// report of c2pa-rs on the active manifest. Rules about assertions that the service never writes
// (ratings, external references, alternative representations, TIFF) are one rule here: such
// assertions are absent.

export interface DetailedReport {
  readonly manifests: readonly DetailedManifest[];
}

interface DetailedManifest {
  readonly label: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another program, of which each rule reads another part.
  readonly assertions: Readonly<Record<string, any>>;
  readonly 'claim.v2'?: {
    readonly specVersion?: unknown;
    // biome-ignore lint/suspicious/noExplicitAny: an object, or a list of them.
    readonly claim_generator_info: any;
    readonly created_assertions: readonly { readonly url: string }[];
  };
  readonly validationResults?: { readonly failure?: readonly { readonly code: string }[] };
}

interface Action {
  readonly action: string;
  readonly digitalSourceType?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const specificationVersion = /^2\.4(\.|$)/;
/** Everything that the service writes; all of it is in the rubric's list of allowed labels. */
const writtenAssertions = /^(c2pa\.(actions\.v2|hash\.data|hash\.bmff\.v3|soft-binding|ingredient\.v3)|service\..+)$/;
const writtenActions = ['c2pa.created', 'c2pa.opened', 'c2pa.watermarked.bound'];
/** About the signer's certificate or its algorithm, which the rubric does not judge. */
const aboutSigner = /^(signingCredential\..+|algorithm\.unsupported|claimSignature\.mismatch)$/;

/** The rules that a manifest breaks. */
export function breaksOf({ manifests: [active] }: DetailedReport): string[] {
  const { label, assertions, 'claim.v2': claim, validationResults } = active!;
  const info = [claim?.claim_generator_info].flat()[0];
  const lists = Object.values(assertions).filter((each) => each?.actions);
  const actions: Action[] = lists.flatMap((each) => each.actions);
  const ingredients = Object.values(assertions).filter((each) => each?.relationship);
  const rules: Readonly<Record<string, boolean>> = {
    mandatory_spec_version: specificationVersion.test(info?.specVersion),
    no_deprecated_claim_fields: claim !== undefined && claim.specVersion === undefined,
    mandatory_all_actions_included: lists.every((each) => typeof each.allActionsIncluded === 'boolean'),
    all_actions_included_opened: actions.length > 1 || lists.every((each) => each.allActionsIncluded === true),
    no_dst_for_opened_action: every(actions, 'c2pa.opened', (each) => each.digitalSourceType === undefined),
    mandatory_dst_for_created_action: every(actions, 'c2pa.created', (each) => Boolean(each.digitalSourceType)),
    opened_action_ingredient_reference: every(actions, 'c2pa.opened', (each) => countOf(each.parameters) === 1),
    inception_action_position:
      Boolean(
        claim?.created_assertions.find(({ url }) => url.includes('c2pa.actions'))?.url.endsWith('c2pa.actions.v2'),
      ) && ['c2pa.created', 'c2pa.opened'].includes(actions[0]?.action ?? ''),
    no_unsupported_actions: actions.every(({ action }) => writtenActions.includes(action)),
    no_unrecognized_custom_action_parameters: actions.every(({ parameters = {} }) =>
      Object.keys(parameters).every((name) => name === 'ingredients' || name.includes('.')),
    ),
    no_unsupported_assertions: Object.keys(assertions).every((each) => writtenAssertions.test(each.split('__')[0]!)),
    active_manifest_urn: label.startsWith('urn:c2pa:'),
    ingredient_validation_results: ingredients.every(
      (each) => Boolean(each.activeManifest) === Boolean(each.validationResults),
    ),
    ingredient_relationship_values: ingredients.every((each) =>
      ['parentOf', 'inputTo', 'componentOf'].includes(each.relationship),
    ),
    ingredient_v3_choice: ingredients.every((each) => !each.activeManifest || !each.digitalSourceType),
    no_url_in_hashes: ['c2pa.hash.data', 'c2pa.hash.bmff.v3'].every((each) => !assertions[each]?.url),
    well_formed_and_valid:
      validationResults !== undefined && (validationResults.failure ?? []).every(({ code }) => aboutSigner.test(code)),
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}

function every(actions: readonly Action[], name: string, rule: (action: Action) => boolean): boolean {
  return actions.filter(({ action }) => action === name).every(rule);
}

function countOf(parameters: Action['parameters'] = {}): number {
  return Array.isArray(parameters.ingredients) ? parameters.ingredients.length : 0;
}
