import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../lib/platform/index.ts';
import { completeScenario } from '../../../lib/platform/scenario/scenario.ts';
import { withoutErrors } from '../../../lib/simulate/from-store/without-errors.ts';

const service = (name: string, more: object = {}) => ({ name, type: 'pg', plan: 'p', cloud: 'c', ...more });

const scenario: Scenario = {
  organization: { name: 'A' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { c: 'C' },
  plans: [
    { type: 'pg', name: 'p', diskGb: 100, capGb: 500, stepGb: 10 },
    { type: 'pg', name: 'too large', diskGb: 100, capGb: 500, stepGb: 10 },
  ],
  prices: [{ type: 'pg', plan: 'p', cloud: 'c', base: 'free' }],
  projects: [
    {
      name: 'shop',
      services: [service('good'), service('bad', { plan: 'unknown' })],
      endpoints: [
        { name: 'mine', maxAdditionalGb: 10 },
        { name: 'x'.repeat(41), maxAdditionalGb: 10 },
      ],
      integrations: [
        { service: 'good', endpoint: 'mine' },
        { service: 'bad', endpoint: 'mine' },
        { service: 'good', endpoint: 'x'.repeat(41), type: 'other' },
      ],
    },
    { name: 'Not A Name', services: [service('good')] },
  ],
};

describe('a scenario of a real organization', () => {
  it('loses only what a scenario cannot hold, and says what', () => {
    const { scenario: rest, omissions } = withoutErrors(scenario);
    expect(() => completeScenario(rest)).not.toThrow();
    expect(rest).toMatchObject({
      plans: [{ name: 'p' }],
      prices: [],
      projects: [{ services: [{ name: 'good' }], endpoints: [{ name: 'mine' }], integrations: [{ service: 'good' }] }],
    });
    expect(rest.projects[0]?.integrations).toHaveLength(1);
    expect(omissions.map(({ subject }) => subject).sort()).toEqual([
      'Not A Name',
      'plan too large',
      'price of p',
      'shop/bad',
      'shop/bad: integration with mine',
      `shop/good: integration with ${'x'.repeat(41)}`,
      `shop: endpoint ${'x'.repeat(41)}`,
    ]);
    for (const { why } of omissions) expect(why).toMatch(/^a scenario cannot hold it: /);
  });

  it('stays as it is where nothing is wrong', () => {
    const { scenario: rest } = withoutErrors(scenario);
    expect(withoutErrors(rest)).toEqual({ scenario: rest, omissions: [] });
  });
});
