import { newService } from '../../../lib/platform/autoscaler/transitions.ts';
import { logEvent } from '../../../lib/platform/state/state.ts';
import { enabled, enforced, many, pg, rule, type ScenarioProject } from '../directed/parts.ts';
import type { Life } from '../life.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import type { Passes } from '../passes.ts';

/** A life in which a pass is about to begin, or has died. */
export interface Stage {
  readonly life: Life;
  readonly passes: Passes;
  /** Kills the next run at a step of a task, counted from 1. */
  readonly killAt: (task: string, step: number) => void;
}

/** A pass that changes something, in a small organization in which nothing else happens. */
export interface PassKind {
  readonly name: string;
  readonly projects: ScenarioProject[];
  readonly policy: SimulatedPolicy;
  /** What happens before the pass. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  /** Input of the pass that dies. */
  readonly input?: (stage: Stage) => Promise<unknown>;
  /** What is done after it, undisturbed, instead of the next scheduled pass; a second time it must find nothing to do. */
  readonly next?: (stage: Stage) => Promise<unknown>;
  /** The platform in the end: services with their maximums, and search options that are set. */
  readonly becomes: readonly string[];
  /** The same where the lease of a dead run expires first, hours later, if what was measured meanwhile decides otherwise. */
  readonly becomesLater?: readonly string[];
}

export const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };
const manual = { trigger: { kind: 'manual', by: 'a person' } };

const enable = (maxAdditionalGb: number) => enforced([rule({ maxAdditionalGb })]);

const two = (maximum?: number): ScenarioProject[] =>
  ['p0', 'p1'].map((name) => (maximum === undefined ? { name, services: many(2) } : enabled(name, many(2), maximum)));

const all = (gb: number | string) => ['p0/s0', 'p0/s1', 'p1/s0', 'p1/s1'].map((name) => `${name} ${gb}`);

/** A budget over both projects, p1 first. 45.00 a month are 300 GB at 0.14965 each. */
const cutBudget = enforced(
  [rule({ name: 'first', projects: ['p1'], maxAdditionalGb: 110 }), rule({ maxAdditionalGb: 100, priority: 2 })],
  [{ name: 'storage', projects: ['p0', 'p1'], monthly: 45 }],
);

const disableP0: SimulatedPolicy = {
  ...enforced([rule({ name: 'off', projects: ['p0'], effect: 'disable' }), rule({})]),
  needsApproval: true,
};

const undo = { ...manual, undo: 'run-000001' };

/** A service that appears with its line in the log of events. */
const appear = async ({ life: { platform } }: Stage): Promise<void> => {
  const { state, clock } = platform.edge;
  const project = state.projects.get('p1');
  const nowMs = clock.nowMs();
  const { name, type, plan, cloud } = pg('new');
  const fresh = { name, type, plan, cloud, tags: {}, userConfig: {}, terminationProtection: false };
  if (project === undefined) return;
  project.services.set(name, newService(state, fresh, nowMs));
  logEvent(project, { atMs: nowMs, actor: 'a person', type: 'service_create', description: '', service: name });
};

const created = [{ 'detail-type': 'ServiceCreated', detail: { project: 'p1', service: 'new' } }];

/** Approves the plan that the last pass left waiting; a scheduled run if it left none. */
const approval = async ({ passes }: Stage) => {
  const approvedDigest = passes.waiting();
  return approvedDigest === undefined ? scheduled : { ...manual, approvedDigest };
};

const search = { type: 'engine', plan: 'startup-4' };
const baselines: SimulatedPolicy['baselines'] = [
  { name: 'protect', projects: ['p0', 'p1'], options: { 'engine.action_destructive_requires_name': true } },
];
const protectedBy = JSON.stringify({ engine: { action_destructive_requires_name: true } });

/** From before the life begins until long after it ends; maximums may be raised in it. */
const freeze: SimulatedPolicy['freeze'] = {
  windows: [{ name: 'launch', timeZone: 'UTC', on: { start: '2026-01-01T00:00', end: '2029-01-01T00:00' } }],
  allow: ['raise'],
};

export const passKinds: readonly PassKind[] = [
  { name: 'the first enforcement', projects: two(), policy: enable(100), becomes: all(100) },
  { name: 'a raise', projects: two(100), policy: enable(150), becomes: all(150) },
  { name: 'a lower', projects: two(100), policy: enable(60), becomes: all(60) },
  {
    name: 'the division of a cut budget',
    projects: two(100),
    policy: cutBudget,
    becomes: ['p0/s0 93', 'p0/s1 7', 'p1/s0 100', 'p1/s1 100'],
    // A second day of disks that do not grow: the need of the first is as small as it can be.
    becomesLater: ['p0/s0 96', 'p0/s1 4', 'p1/s0 100', 'p1/s1 100'],
  },
  {
    name: 'disabling everything',
    projects: two(100),
    policy: enforced([rule({ effect: 'disable' })]),
    becomes: all('none'),
  },
  {
    name: 'a baseline of search options',
    projects: ['p0', 'p1'].map((name) => ({ name, services: many(2, () => search) })),
    policy: { ...enforced([rule({ effect: 'ignore' })]), baselines },
    becomes: all(`none ${protectedBy}`),
  },
  {
    name: 'an undo',
    projects: two(100),
    policy: enable(150),
    prepare: ({ passes }) => passes.pass(scheduled),
    input: async () => undo,
    next: ({ passes }) => passes.pass(undo),
    becomes: all(100),
  },
  {
    name: 'an event of a new service',
    projects: two(100),
    policy: enable(100),
    prepare: async (stage) => {
      await stage.passes.pass(scheduled);
      await appear(stage);
    },
    input: async () => created,
    becomes: [...all(100), 'p1/new 100'],
  },
  {
    name: 'the enforcement after one that died',
    projects: two(),
    policy: enable(100),
    prepare: async ({ passes, killAt }) => {
      killAt('apply', 30);
      await passes.pass(scheduled);
    },
    becomes: all(100),
  },
  {
    name: 'an approved plan',
    projects: two(100),
    policy: disableP0,
    prepare: ({ passes }) => passes.pass(scheduled),
    input: approval,
    next: async (stage) => {
      await stage.passes.pass(scheduled);
      await stage.passes.pass(await approval(stage));
    },
    becomes: ['p0/s0 none', 'p0/s1 none', 'p1/s0 100', 'p1/s1 100'],
  },
  {
    name: 'raises and lowers under a freeze that admits raises',
    projects: [enabled('p0', many(2), 100), enabled('p1', many(2), 100)],
    policy: {
      ...enforced([rule({ name: 'less', projects: ['p0'], maxAdditionalGb: 60 }), rule({ maxAdditionalGb: 150 })]),
      freeze,
    },
    becomes: ['p0/s0 100', 'p0/s1 100', 'p1/s0 150', 'p1/s1 150'],
  },
  {
    name: 'the removal of what nothing uses',
    projects: two(100).map((project) => ({
      ...project,
      endpoints: [...(project.endpoints ?? []), { name: 'headroom-gone', maxAdditionalGb: 10 }],
    })),
    policy: enable(100),
    becomes: all(100),
  },
];
