import { describe, expect, it } from 'vitest';
import { anonymized } from '../../lib/capture/anonymize.ts';
import { endpointName, isOurs } from '../../lib/core/service/endpoint-name.ts';
import { completeScenario, type Scenario } from '../../lib/emulator/scenario/scenario.ts';

const service = (name: string, tags: Record<string, string>) => ({ name, type: 'pg', plan: 'p', cloud: 'c', tags });

const scenario: Scenario = {
  organization: { id: 'orgcanary', name: 'Canary Retail' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { c: 'C' },
  plans: [{ type: 'pg', name: 'p', diskGb: 100, capGb: 500, stepGb: 10 }],
  projects: [
    {
      name: 'canary-prod',
      tags: { env: 'canary', team: 'canary-orders' },
      services: [
        service('canary-orders-pg', {
          team: 'canary-orders',
          'disk-autoscaler': 'on',
          'disk-autoscaler-max-gb': '200',
        }),
        service('canary-other', {
          team: 'canary-web',
          'disk-autoscaler': 'canary',
          'disk-autoscaler-until': '2026-09-01',
          'disk-autoscaler-managed-by': 'Headroom',
        }),
      ],
      endpoints: [
        { name: 'headroom-canary-orders-pg', maxAdditionalGb: 10 },
        { name: 'headroom-canary-gone', maxAdditionalGb: 10 },
        { name: 'canary-by-hand', maxAdditionalGb: 10 },
      ],
      integrations: [
        { service: 'canary-orders-pg', endpoint: 'headroom-canary-orders-pg' },
        { service: 'canary-other', endpoint: 'canary-by-hand' },
      ],
    },
    { name: 'other', services: [service('canary-orders-pg', { team: 'canary-orders' })] },
  ],
  captured: {
    at: '2026-03-02T08:00:00Z',
    from: 'platform',
    days: 30,
    omissions: [{ place: 'canary-dev', why: "not read: project 'canary-dev' does not exist" }],
    known: {
      enforced: true,
      grants: [
        {
          project: 'canary-prod',
          service: 'canary-other',
          maxGb: 50,
          through: '2026-03-09',
          by: 'canary',
          at: '2026-03-02T08:00:00Z',
        },
      ],
      projects: {
        'canary-prod': {
          history: {
            days: [20_514],
            services: [
              { name: 'canary-other', lastDay: 20_514, provisioned: [], used: [[20_514, 9]], measuredDay: null },
            ],
          },
          adopted: [{ service: 'canary-other', endpointName: 'canary-by-hand', kind: 'additional' }],
        },
      },
    },
  },
};

const secret = Buffer.from('a secret of one capture');
const result = anonymized(scenario, secret, 'disk-autoscaler');
const [prod, other] = result.projects;

describe('an anonymized capture', () => {
  it('keeps what the store knows, under the same hashes', () => {
    const { known } = result.captured ?? {};
    const place = { project: prod?.name ?? '', service: prod?.services?.[1]?.name ?? '' };
    expect(known?.grants).toMatchObject([{ ...place, maxGb: 50 }]);
    expect(known?.projects[place.project]).toMatchObject({
      history: { services: [{ name: place.service, used: [[20_514, 9]] }] },
      adopted: [{ service: place.service, endpointName: prod?.endpoints?.[2]?.name }],
    });
  });

  it('names nothing of the organization any more, and is still a scenario', () => {
    expect(JSON.stringify(result)).not.toMatch(/canary/i);
    expect(() => completeScenario(result)).not.toThrow();
    expect(result.captured).toMatchObject({ anonymized: true, omissions: [{ why: 'not read' }] });
  });

  it('keeps equal values equal and others apart, so that rules by tag select the same services', () => {
    const [orders, second] = prod?.services ?? [];
    expect(orders?.tags?.team).toBe(prod?.tags?.team);
    expect(orders?.tags?.team).toBe(other?.services?.[0]?.tags?.team);
    expect(orders?.tags?.team).not.toBe(second?.tags?.team);
    expect(Object.keys(prod?.tags ?? {})).toEqual(['env', 'team']);
  });

  it('keeps what Headroom reads from tags, but no misspelt value, which may be anything', () => {
    const [orders, second] = prod?.services ?? [];
    expect(orders?.tags).toMatchObject({ 'disk-autoscaler': 'on', 'disk-autoscaler-max-gb': '200' });
    expect(second?.tags).toMatchObject({
      'disk-autoscaler-until': '2026-09-01',
      'disk-autoscaler-managed-by': 'Headroom',
    });
    expect(second?.tags?.['disk-autoscaler']).toMatch(/^value-/);
  });

  it('keeps the endpoints that Headroom made for its services, and those it left behind', () => {
    const names = prod?.endpoints?.map(({ name }) => name) ?? [];
    expect(names[0]).toBe(endpointName(prod?.services?.[0]?.name ?? ''));
    expect(names.map(isOurs)).toEqual([true, true, false]);
    expect(prod?.integrations?.map(({ endpoint }) => endpoint)).toEqual([names[0], names[2]]);
  });

  it('has other hashes with another secret, so that no list of guesses finds a name', () => {
    const again = anonymized(scenario, Buffer.from('another secret'), 'disk-autoscaler');
    expect(again.projects[0]?.name).not.toBe(prod?.name);
    expect(anonymized(scenario, secret, 'disk-autoscaler')).toEqual(result);
  });
});
