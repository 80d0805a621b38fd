// The plans: prices, quotas, seats, request limits, and the features of a plan. Only this file
// names a plan. Everything else asks for a feature or a figure (specification: Limits; decisions:
// section 1).

export const planNames = ['free', 'starter', 'growth', 'scale', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

export const features = [
  'batch_records',
  'c2pa_embed',
  'webhooks',
  'admin_role',
  'branding',
  'record_analytics',
  'audit_export',
  'attestation',
] as const;
export type Feature = (typeof features)[number];

export interface Plan {
  readonly label: string;
  /** USD per month. Null: by agreement. */
  readonly monthlyPrice: number | null;
  readonly annualMonthlyPrice: number | null;
  /** Signatures per month. Null: no quota. */
  readonly includedSignatures: number | null;
  /** USD for each signature beyond the included ones. */
  readonly overageRate: number;
  /** Whether signing stops at the included signatures instead of accruing overage. */
  readonly hardLimit: boolean;
  readonly seats: number | null;
  readonly requestsPerMinute: number | null;
  /**
   * Verifications per minute of callers with credentials, over all their networks. Never less than
   * what a caller without credentials gets (http/pipeline/rate-limit.ts).
   */
  readonly verificationsPerMinute: number | null;
  readonly analyticsDays: number;
  readonly features: ReadonlySet<Feature>;
}

const growthFeatures: readonly Feature[] = features.filter((feature) => feature !== 'attestation');

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: {
    label: 'Free',
    monthlyPrice: 0,
    annualMonthlyPrice: 0,
    includedSignatures: 500,
    overageRate: 0,
    hardLimit: true,
    seats: 1,
    requestsPerMinute: 100,
    verificationsPerMinute: 60,
    analyticsDays: 7,
    features: new Set(),
  },
  starter: {
    label: 'Starter',
    monthlyPrice: 29,
    annualMonthlyPrice: 24,
    includedSignatures: 5_000,
    overageRate: 0.008,
    hardLimit: false,
    seats: 5,
    requestsPerMinute: 500,
    verificationsPerMinute: 300,
    analyticsDays: 30,
    features: new Set(),
  },
  growth: {
    label: 'Growth',
    monthlyPrice: 99,
    annualMonthlyPrice: 82,
    includedSignatures: 25_000,
    overageRate: 0.006,
    hardLimit: false,
    seats: 15,
    requestsPerMinute: 1_000,
    verificationsPerMinute: 600,
    analyticsDays: 90,
    features: new Set(growthFeatures),
  },
  scale: {
    label: 'Scale',
    monthlyPrice: 399,
    annualMonthlyPrice: 332,
    includedSignatures: 150_000,
    overageRate: 0.004,
    hardLimit: false,
    seats: 50,
    requestsPerMinute: 2_000,
    verificationsPerMinute: 1_200,
    analyticsDays: 90,
    features: new Set(growthFeatures),
  },
  enterprise: {
    label: 'Enterprise',
    monthlyPrice: null,
    annualMonthlyPrice: null,
    includedSignatures: null,
    overageRate: 0,
    hardLimit: false,
    seats: null,
    requestsPerMinute: null,
    verificationsPerMinute: null,
    analyticsDays: 365,
    features: new Set(features),
  },
};

/** Plan of a new organization. */
export const firstPlan: PlanName = 'free';
/** Plan of the organization that signs the samples of the service: no quota. */
export const samplesPlan: PlanName = 'enterprise';

export function isPlanName(text: string): text is PlanName {
  return planNames.some((name) => name === text);
}

export function planHas(plan: PlanName, feature: Feature): boolean {
  return plans[plan].features.has(feature);
}

/** The cheapest plan with a feature. Errors name it as required. */
export function cheapestPlanWith(feature: Feature): PlanName {
  const name = planNames.find((each) => planHas(each, feature));
  if (!name) throw new Error(`No plan has the feature ${feature}.`);
  return name;
}

/** The longest period that any plan can look back. */
export const longestAnalyticsDays = Math.max(...planNames.map((name) => plans[name].analyticsDays));

/** The cheapest plan that looks back this far. Undefined if none does. */
export function planWithAnalyticsDays(days: number): PlanName | undefined {
  return planNames.find((name) => plans[name].analyticsDays >= days);
}
