// The plans are those of the specification (Limits) and of the decisions (section 1).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cheapestPlanWith, features, firstPlan, isPlanName, planHas, planNames, plans } from './plans.ts';

test('prices, included signatures, overage, seats, requests and verifications per minute and days of analytics match', () => {
  const table = planNames.map((name) => {
    const plan = plans[name];
    return [
      name,
      plan.monthlyPrice,
      plan.annualMonthlyPrice,
      plan.includedSignatures,
      plan.overageRate,
      plan.seats,
      plan.requestsPerMinute,
      plan.verificationsPerMinute,
      plan.analyticsDays,
    ];
  });
  assert.deepEqual(table, [
    ['free', 0, 0, 500, 0, 1, 100, 60, 7],
    ['starter', 29, 24, 5_000, 0.008, 5, 500, 300, 30],
    ['growth', 99, 82, 25_000, 0.006, 15, 1_000, 600, 90],
    ['scale', 399, 332, 150_000, 0.004, 50, 2_000, 1_200, 90],
    ['enterprise', null, null, null, 0, null, null, null, 365],
  ]);
});

test('only the free plan stops at its included signatures', () => {
  assert.deepEqual(
    planNames.filter((name) => plans[name].hardLimit),
    ['free'],
  );
});

test('features start with Growth, and attestation with Enterprise', () => {
  for (const feature of features) {
    assert.ok(!planHas('free', feature) && !planHas('starter', feature), feature);
    assert.equal(cheapestPlanWith(feature), feature === 'attestation' ? 'enterprise' : 'growth');
    assert.ok(planHas('enterprise', feature));
    assert.equal(planHas('scale', feature), feature !== 'attestation');
  }
});

test('a new organization is on the free plan, and only known names are plans', () => {
  assert.equal(firstPlan, 'free');
  assert.ok(isPlanName('scale'));
  assert.ok(!isPlanName('gold') && !isPlanName('constructor') && !isPlanName(''));
});
