import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../lib/core/plan/plan.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { lawsFor } from '../../laws.ts';
import { organization } from '../../reference/drawn.ts';
import { additional, aService, planOf } from '../organization.ts';

const nothing = { project: 'elsewhere', tags: {}, services: [], endpoints: [] };

/** A plan that no plan before it had a part in: the one before was of another organization. */
const planAnew = (input: PlanInput) => {
  planOf([nothing]);
  return makePlan(input);
};

/** Some members of a second organization take the place of those of a first one. */
const step = fc.record({
  before: organization,
  other: organization,
  taken: fc.array(fc.nat(40), { maxLength: 2 }),
});

const mixed = (before: PlanInput, other: PlanInput, taken: readonly number[]): PlanInput => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(other)])] as (keyof PlanInput)[];
  const replaced = taken.map((place) => names[place % names.length] as keyof PlanInput);
  return { ...before, ...Object.fromEntries(replaced.map((name) => [name, other[name]])) };
};

const textOf = ({ plan, needs, priceNeeds, starved, toMeasure, drifted }: ReturnType<typeof makePlan>) =>
  JSON.stringify({ plan, needs, priceNeeds, starved, toMeasure, drifted }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );

describe('a plan after another plan', () => {
  it('is the plan that is made from nothing, whatever changed between them', () => {
    lawsFor(
      step,
      200,
    )(({ before, other, taken }) => {
      const after = mixed(before, other, taken);
      planAnew(before);
      const then = textOf(makePlan(after));
      expect(then).toBe(textOf(planAnew(after)));
    });
  });

  it('counts the minutes of an alert anew, which go on while nothing else changes', () => {
    const read = (readAt: string) => ({
      project: 'shop',
      tags: {},
      services: [aService({ name: 'orders', integrations: [{ id: 't', endpointId: 'e' }] })],
      endpoints: [{ id: 'e', name: 'headroom-orders', maximum: additional(100) }],
      alerts: [{ service: 'orders', isCritical: true, since: '2030-06-15T09:59:00Z' }],
      readAt,
    });
    const codes = (readAt: string) =>
      planOf([read(readAt)], { now: readAt, today: '2030-06-15' }).plan.findings.map(({ code }) => code);
    expect(codes('2030-06-15T10:00:00Z')).not.toContain('autoscaler-stuck');
    expect(codes('2030-06-15T12:00:00Z')).toContain('autoscaler-stuck');
  });
});
