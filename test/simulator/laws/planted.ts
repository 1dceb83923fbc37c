import type { SimulatedPolicy } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import type { Circumstances, PassSeen, WriteSeen } from './law.ts';

/** One service of one project under a plain policy, for planting a violation of each law. */

export const policy: SimulatedPolicy = {
  mode: 'enforce',
  needsApproval: false,
  rules: [
    {
      name: 'all',
      projects: ['shop'],
      types: null,
      effect: 'enable',
      maxAdditionalGb: 100,
      priority: 1,
      weight: 1,
    },
  ],
  budgets: [{ name: 'storage', projects: ['shop'], monthly: 15 }],
};

export const autoscaler = (gb: number, name = 'headroom-orders') => ({ endpoint: name, endpointId: name, gb });

/** A service of project shop; a GB costs 0.14965 a month. */
export const orders = (more: Partial<ServiceTruth> = {}): ServiceTruth => ({
  project: 'shop',
  service: {
    name: 'orders',
    type: 'pg',
    tags: {},
    updatedMs: 0,
    diskMb: 80 * 1024,
    state: 'RUNNING',
  } as unknown as ServiceTruth['service'],
  provisionedGb: 0,
  eligible: true,
  capGb: 320,
  ours: [],
  others: [],
  limitMb: 80 * 1024,
  nearlyFullSinceMs: null,
  autoscaledSinceMs: null,
  nanosPerGbHour: 205_000n,
  ...more,
});

export const at = (gb: number, more: Partial<ServiceTruth> = {}) => orders({ ours: [autoscaler(gb)], ...more });

export const write = (before: ServiceTruth, after: ServiceTruth, more: Partial<WriteSeen> = {}): WriteSeen => ({
  atMs: 10_000_000,
  request: { method: 'PUT', path: '/v1/project/shop/integration_endpoint/e', headers: {}, body: '{}' },
  status: 200,
  project: 'shop',
  before: [before],
  after: [after],
  endpointName: () => undefined,
  ...more,
});

export const circumstances: Circumstances = {
  policy,
  run: { policy, services: [] },
  writingForbiddenSinceMs: null,
  today: '2026-03-02',
};

/** What a pass stores of its report and its plan, with other members. */
export const storedReport = (more: object = {}, ofPlan: object = {}): PassSeen['stored'] => {
  const protection = {
    protectedByUs: 0,
    protectedByOthers: 0,
    impossible: 0,
    exempt: 0,
    optedOut: 0,
    eligibleNotYet: 0,
  };
  const report = {
    startedAt: '2026-03-02T08:00:00.000Z',
    outcome: 'nothing',
    unread: [],
    results: [],
    coverage: { listed: 1, protection },
    plan: 'd',
    ...more,
  };
  const disks = { known: 0, unknown: 0, nearlyFull: 0 };
  const plan = { digest: 'd', changes: [], decisions: [], budgets: [], findings: [], disks, ...ofPlan };
  return new Map([
    ['runs/r/report.json', JSON.stringify(report)],
    ['runs/r/plan/plan.json', JSON.stringify(plan)],
  ]);
};

/** A pass that wrote nothing, and says so everywhere. */
export const pass: PassSeen = {
  atMs: 10_000_000,
  outcome: 'nothing',
  isDisturbed: false,
  quietMs: Number.POSITIVE_INFINITY,
  services: [],
  writes: [],
  events: [],
  stored: storedReport(),
  tokens: ['old-secret', 'new-secret'],
  calls: [],
  metrics: { RunsEnded: 1 },
  status: [
    { subject: 'mode', verdict: 'ok', says: 'enforce: applies plans', remedy: '' },
    { subject: 'last run', verdict: 'ok', says: 'nothing, 0 seconds ago (r)', remedy: '' },
    { subject: 'lease', verdict: 'ok', says: 'free; never taken', remedy: '' },
  ],
  mode: 'enforce',
  projects: 1,
};
