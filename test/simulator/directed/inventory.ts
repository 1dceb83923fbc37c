import { newService } from '../../../lib/platform/autoscaler/transitions.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import { logEvent } from '../../../lib/platform/state/state.ts';
import { noFaults } from '../engine/faults.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { metricsAreTrue, statusIsTrue } from '../laws/measured.ts';
import type { Interference } from '../life.ts';
import { applyChange } from '../organization/apply-change.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import { enabled, enforced, life, many, pg, rule, withProjects } from './parts.ts';

const startTime = '2026-03-02T08:00:00Z';
const hour = (hours: number) => Date.parse(startTime) + hours * 3_600_000;

const names = ['p0-prod', 'p1-prod', 'p2-prod'] as const;

/** A budget over all projects: 60.00 a month are 400 GB. */
const budgets = [{ name: 'storage', projects: names, monthly: 60 }];

/** Each project in its turn wants much and has the first call on the money. */
const inTurns = (version: number): SimulatedPolicy => {
  const first = names[(version + names.length) % names.length] ?? names[0];
  return enforced(
    [rule({ name: 'first', projects: [first], maxAdditionalGb: 150 }), rule({ maxAdditionalGb: 40, priority: 2 })],
    budgets,
  );
};

/** The first project refuses every request from some minutes after it was given much until the third day ends. */
const refusesForDays: Interference = ({ path }, _edge, time) =>
  path.includes(`/project/${names[0]}/`) && time.now() > hour(24 + 6.1) && time.now() < hour(3 * 24)
    ? Promise.resolve({ status: 403, headers: {}, text: JSON.stringify(errorBody(403, 'injected_fault', ['no'])) })
    : undefined;

/** Reports speak of the projects that a run reads; a change that is blocked because a person was there ends as partial. */
const laws = [...lawsUnderFaults, metricsAreTrue, statusIsTrue];

/** Does something when the log of a project is read, which is long after one pass and long before the next. */
const betweenPasses =
  (act: (edge: Edge, project: string, nowMs: number) => void): Interference =>
  ({ path }, edge) => {
    const project = /\/project\/([^/]+)\/events/.exec(path)?.[1];
    if (project !== undefined) act(edge, project, edge.clock.nowMs());
    return undefined;
  };

/** A person takes services out of Headroom's hands, and gives them back, a day later, in all projects. */
const byHand = betweenPasses((edge, project, nowMs) => {
  const day = Math.floor((nowMs - hour(0)) / (24 * 3_600_000));
  const tags: Record<string, string> = day % 2 === 0 ? { 'disk-autoscaler': 'off' } : {};
  applyChange(edge, nowMs, { kind: 'service-retagged', project, service: 's0', tags });
  const exempt: Record<string, string> = day % 2 === 0 ? {} : { 'disk-autoscaler-exempt': '2026-12-31' };
  applyChange(edge, nowMs, { kind: 'service-retagged', project, service: 's1', tags: exempt });
});

/** Names of new services differ by the moment. */
const appear = betweenPasses(({ state }, name, nowMs) => {
  const project = state.projects.get(name);
  if (project === undefined || name !== names[1]) return;
  const { name: service, type, plan, cloud } = pg(`n${Math.floor((nowMs - hour(0)) / 3_600_000)}`);
  const fresh = { name: service, type, plan, cloud, tags: {}, userConfig: {}, terminationProtection: false };
  project.services.set(service, newService(state, fresh, nowMs));
  logEvent(project, { atMs: nowMs, actor: 'a person', type: 'service_create', description: '', service });
});

const three = (seed: number) =>
  withProjects(
    seed,
    names.map((name, place) =>
      enabled(
        name,
        many(2, () => ({ growthGbPerDay: place * 4 })),
        50,
      ),
    ),
    startTime,
  );

/**
 * Nobody else is at work: a person who raises a maximum by hand after the last reading takes a budget above its money, and
 * no run can know of it.
 */
export const inventory = [
  life('a project of a budget cannot be read for days while the others grow', (seed) => ({
    rates: noFaults,
    scenario: three(seed),
    policyOf: (version) => inTurns(version - 1),
    policyEveryDay: true,
    weather: 'quiet',
    interfere: refusesForDays,
    days: 3,
  })),
  life('a person takes services back between an old reading and the write', (seed) => ({
    rates: noFaults,
    scenario: three(seed),
    policyOf: (version) => enforced([rule({ maxAdditionalGb: 60 + 20 * version })]),
    policyEveryDay: true,
    weather: 'quiet',
    passEveryHours: 4,
    reads: 1,
    laws,
    interfere: byHand,
    days: 2,
  })),
  life('runs for events divide a budget beside projects with old records, and runs die', (seed) => ({
    rates: { 'crash-before': 0.001, 'crash-after': 0.001 },
    scenario: three(seed),
    policyOf: inTurns,
    policyEveryDay: true,
    weather: 'quiet',
    passEveryHours: 4,
    reads: 1,
    laws,
    interfere: appear,
    days: 2,
  })),
];
