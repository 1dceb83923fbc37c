import { expect, it } from 'vitest';
import { startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';

const project = 'shop';
const manual = { trigger: { kind: 'manual', by: 'a test' } };
/** 160 GB at 0.365 a GB and month; 120 are in force. */
const policy = `
version: 1
mode: enforce
rules:
  - { name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: 500 }
budgets:
  - { name: all, match: { project: '*' }, monthly: "58.40" }
guardrails: { firstRun: apply, maxChangePercent: 100 }
`;

it('storage that a person adds is paid by the slack of another disk in one run, the lower before the growth', async () => {
  const names = ['most', 'less'];
  const headroom = await startHeadroom(
    organizationOf([
      {
        name: project,
        services: [pg('grows', { usedGb: 20 }), ...names.map((name) => pg(name, { usedGb: 20 }))],
        endpoints: names.map((name, at) => ({ name: `headroom-${name}`, maxAdditionalGb: 80 - 40 * at })),
        integrations: names.map((service) => ({ service, endpoint: `headroom-${service}` })),
      },
    ]),
    policy,
  );
  const grow = { project, service: 'grows', gb: 60 };
  const { outcome, results } = await headroom.reconcile({ input: { ...manual, projects: [project], grow } });
  expect([outcome, results.map(({ service, kind, status }) => [service, kind, status])]).toEqual([
    'applied',
    [
      ['most', 'update-endpoint', 'confirmed'],
      ['grows', 'resize-disk', 'confirmed'],
    ],
  ]);
});
