import { describe, expect, it } from 'vitest';
import { type Given, gb, planned, reasonsOf, sizeAfter } from './planned-preparations.ts';

describe('what is not prepared', () => {
  it.each<[string, Given, string]>([
    ['was never measured', { usedGb: null }, 'the use of its disk is not measured yet'],
    ['was measured days ago', { measuredDaysAgo: 2 }, 'the use of its disk was last measured 2 days ago'],
    ['has no size', { service: { diskMb: null } }, 'the platform does not report its disk size'],
    ['has a plan without known steps', { planStepMb: new Map() }, 'the store has no step of disk sizes for plan'],
    ['is not running', { service: { state: 'REBUILDING' } }, 'the service is in state REBUILDING'],
    [
      'is managed elsewhere',
      { service: { tags: { 'disk-autoscaler-managed-by': 'terraform' } } },
      'the service is managed by terraform',
    ],
    ['has an invalid record', { service: { unusable: 'no plan' } }, "the platform's record of the service is invalid"],
    [
      'has no autoscaler',
      { service: { integrations: [] } },
      'its disk of 100 GB cannot grow: no autoscaler is attached to it',
    ],
    ['is at its maximum', { maximumGb: 20 }, 'its disk of 100 GB cannot grow: the maximum of its autoscaler'],
  ])('offers nothing for a service that %s, and says why', (_, given, why) => {
    expect(sizeAfter(given)).toBeUndefined();
    expect(planned(given).plan.findings).toMatchObject([{ code: 'not-prepared', service: 'orders' }]);
    expect(reasonsOf(given)[0]).toContain(`Not prepared: ${why}`);
  });

  it('is silent about services without a load or with the space, unless a person names them', () => {
    expect([reasonsOf({ entries: [] }), reasonsOf({ entries: [], named: true })]).toEqual([
      [],
      ['Not prepared: no entry of prepare is due for the service.'],
    ]);
    const roomy = { usedGb: 60, service: { diskMb: 200 * gb } };
    expect([reasonsOf(roomy), reasonsOf({ ...roomy, named: true })]).toEqual([
      [],
      ['Not prepared: 140 GB of its disk are free.'],
    ]);
    expect(reasonsOf({ service: { tags: { 'disk-autoscaler-exempt': '2030-12-31' } } })).toEqual([]);
    expect(reasonsOf({ prepare: [{ project: 'shop-prod', service: 'none' }] })).toEqual([
      'Not prepared: there is no such service, or its project could not be read.',
    ]);
  });
});
