import { describe, expect, it } from 'vitest';
import { at, integrationWith } from '../one-service.ts';
import { aService, pricedAt } from '../organization.ts';
import { aRecord, at100, at200, endpointAt, lowered, raised, undo } from './undone-run.ts';

const budget = {
  name: 'storage',
  match: { project: ['*'] },
  basis: 'run-rate' as const,
  rest: 'share' as const,
  deadBandGb: 0,
  warnPercent: 0,
};
const given = (monthly: string) => ({ budgets: [{ ...budget, monthly }], prices: pricedAt('0.10') });

/** The other services of the budget: one keeps what it has, and one has nothing. */
const others = [aService({ name: 'held', integrations: [integrationWith('e2')] }), aService({ name: 'without' })];

describe('a plan that undoes a run', () => {
  it('needs approval when a budget does not pay for what is brought back', () => {
    expect(undo(lowered, at100, given('20.00')).violations).toEqual([]);
    expect(undo(lowered, at100, given('19.99')).violations).toEqual([
      expect.objectContaining({
        guardrail: 'budget',
        limit: '19.99',
        message: expect.stringContaining('"storage" would cost'),
      }),
    ]);
    expect(undo(raised, at200, given('1.00')).violations).toEqual([]);
  });

  it('counts the other services with what they have, and those without an autoscaler with nothing', () => {
    const shared = {
      ...at100,
      services: [...at100.services, ...others],
      endpoints: [...at100.endpoints, at('e2', 50, 'headroom-held')],
    };
    expect(undo(lowered, shared, given('25.00')).violations).toEqual([]);
    expect(undo(lowered, shared, given('24.99')).violations).toMatchObject([{ actual: '25.00' }]);
  });

  it('gets no money from the autoscaler of a disk that has grown: without it the disk costs the same', () => {
    const held = { endpointName: 'headroom-held', endpointId: 'e2', service: 'held' };
    const heldAttached = { kind: 'integration', integrationId: 'integration-e2', endpointId: 'e2' } as const;
    const both = [
      ...lowered,
      aRecord('create-endpoint', null, endpointAt(200), held),
      aRecord('create-integration', null, heldAttached, held),
    ];
    const heldAt = (gb: number) => ({
      ...at100,
      services: [
        ...at100.services,
        aService({ name: 'held', integrations: [integrationWith('e2')], diskMb: (80 + gb) * 1024 }),
      ],
      endpoints: [...at100.endpoints, at('e2', 200, 'headroom-held')],
    });
    expect(undo(both, heldAt(0), given('20.00')).violations).toEqual([]);
    expect(undo(both, heldAt(200), given('20.00')).violations).toMatchObject([{ actual: '40.00' }]);
  });
});
