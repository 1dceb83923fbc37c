import type { Scenario } from '../../lib/platform/scenario/scenario.ts';

/** What the hostile requests are about: project `shop` with service `orders`, some plans, an endpoint in use. */
export const hostileScenario: Scenario = {
  organization: { id: 'orgtest', name: 'Test' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { 'cloud-a': 'Cloud A' },
  plans: [
    { type: 'pg', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 },
    { type: 'engine', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 },
  ],
  prices: [{ type: 'pg', plan: 'startup-4', cloud: 'cloud-a', base: '0.15', additionalGb: '0.000205' }],
  projects: [
    {
      name: 'shop',
      services: [
        { name: 'orders', type: 'pg', plan: 'startup-4', cloud: 'cloud-a', usedGb: 50 },
        { name: 'logs', type: 'engine', plan: 'startup-4', cloud: 'cloud-a' },
      ],
      endpoints: [{ name: 'grow', maxAdditionalGb: 100 }],
      integrations: [{ service: 'orders', endpoint: 'grow' }],
    },
  ],
};
