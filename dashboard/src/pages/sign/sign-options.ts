// How files are signed, and what this browser remembers of it for each environment and
// organization: the generator, the models, the options.
import type { SignInput } from '@content-provenance/client';
import { pageSetting } from '../../page-setting.ts';
import { signOptionTexts as texts } from '../../texts/sign.ts';

export interface SignOptions {
  readonly watermark: keyof typeof texts.watermark.choices;
  readonly neural: keyof typeof texts.neural.choices;
  readonly inBand: boolean;
  readonly manifest: keyof typeof texts.manifest.choices;
}

export interface SignSettings {
  readonly generatorId: string;
  /** The newest first. */
  readonly models: readonly string[];
  readonly options: SignOptions;
}

export const usualOptions: SignOptions = { watermark: 'default', neural: 'default', inBand: false, manifest: 'none' };
const mostModels = 20;
const neuralValues = { default: undefined, always: true, never: false };

export function countChanged(options: SignOptions): number {
  return Object.entries(usualOptions).filter(([name, value]) => options[name as keyof SignOptions] !== value).length;
}

/** The fields of POST /v1/sign. A new manifest is embedded afterwards. */
export function signFields({ watermark, neural, inBand, manifest }: SignOptions): Partial<SignInput> {
  const asked = neuralValues[neural];
  const isMarked = watermark !== 'none';
  return {
    ...(watermark !== 'default' && { watermark }),
    ...(isMarked && asked !== undefined && { neural: asked }),
    ...(isMarked && inBand && { inBand }),
    ...(manifest === 'keep' && { c2pa: 'keep' as const }),
  };
}

export function readSettings(orgId: string): SignSettings {
  const kept = readKept(orgId);
  const models = Array.isArray(kept.models) ? kept.models.filter((each) => typeof each === 'string') : [];
  const { watermark, neural, inBand, manifest } = { ...usualOptions, ...kept.options };
  return {
    generatorId: typeof kept.generatorId === 'string' ? kept.generatorId : '',
    models,
    options: {
      watermark: watermark in texts.watermark.choices ? watermark : usualOptions.watermark,
      neural: neural in texts.neural.choices ? neural : usualOptions.neural,
      inBand: inBand === true,
      manifest: manifest in texts.manifest.choices ? manifest : usualOptions.manifest,
    },
  };
}

export function keepSettings(orgId: string, { generatorId, models, options }: SignSettings): void {
  const distinct = [...new Set(models)].slice(0, mostModels);
  try {
    localStorage.setItem(placeOf(orgId), JSON.stringify({ generatorId, models: distinct, options }));
  } catch {
    // Full, or turned off. Signing works without it.
  }
}

function readKept(orgId: string): Partial<SignSettings> {
  try {
    return (JSON.parse(localStorage.getItem(placeOf(orgId)) ?? '{}') ?? {}) as Partial<SignSettings>;
  } catch {
    return {};
  }
}

const placeOf = (orgId: string) => `sign-settings:${pageSetting.environment}:${orgId}`;
