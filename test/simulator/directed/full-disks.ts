import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import { growth } from '../../../lib/platform/scenario/growth-schema.ts';
import { noFaults } from '../engine/faults.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { fullDisksReported, fullDisksStayReported, runawaysNamed } from '../laws/full-disks.ts';
import type { Interference } from '../life.ts';
import { enabled, enforced, life, many, pg, rule, type ScenarioService, withProjects } from './parts.ts';

/** Disks that become full and cannot grow. The plan of these services has 80 GB and allows 400 GB. */

const startTime = '2026-03-02T08:00:00Z';

/** One service has no autoscaler yet, so that the first pass writes. */
const withNew = (name: string, services: ScenarioService[], maxAdditionalGb?: number) => {
  const project = enabled(name, services, maxAdditionalGb);
  return { ...project, services: [...services, pg('new')] };
};

/** The autoscalers of all services but the new one never evaluate again, as during maintenance. */
const neverEvaluated = ({ state, clock }: Edge): void => {
  for (const { integrations } of state.projects.values()) {
    for (const [id, integration] of integrations) {
      if (integration.service === 'new' || integration.createdMs > clock.nowMs()) continue;
      integrations.set(id, { ...integration, createdMs: clock.nowMs() + 365 * dayMs });
    }
  }
};

const stuck: Interference = (_request, edge) => {
  neverEvaluated(edge);
  return undefined;
};

const afterStart = (hours: number): number => Date.parse(startTime) + hours * hourMs;

/** Two months of 40 GB, and from the second day on 9, 14 and 19 GB a day. */
const runningAway = (n: number): Partial<ScenarioService> => ({
  usedGb: 40,
  usedGbBefore: Array.from({ length: 60 }, (_, day) => 39 + (day % 7) / 10),
  growth: growth.parse({ kind: 'steady', gbPerDay: 0, pieces: [{ day: 1, gbPerDay: 9 + 5 * n }] }),
});

/** The project refuses every request from some minutes after a pass that wrote until the third day ends. */
const refusesLater: Interference = ({ path }, _edge, time) =>
  path.includes('/project/p0-prod/') && time.now() > afterStart(24 + 6.1) && time.now() < afterStart(3 * 24)
    ? Promise.resolve({ status: 403, headers: {}, text: JSON.stringify(errorBody(403, 'injected_fault', ['no'])) })
    : undefined;

export const fullDisks = [
  life('the plan of services allows less than their maximum, and their disks reach it', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [
      withNew(
        'p0-prod',
        many(3, (n) => ({ diskGb: 390, usedGb: 300 + 20 * n, growthGbPerDay: 30 + 10 * n })),
        500,
      ),
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 500 })]),
    weather: 'quiet',
    days: 3,
  })),
  life('services opted out, are exempt or match no rule, and their disks fill up', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [
      {
        name: 'p0-prod',
        services: [
          pg('new'),
          pg('off', { usedGb: 60, growthGbPerDay: 15, tags: { 'disk-autoscaler': 'off' } }),
          pg('exempt', { usedGb: 79, tags: { 'disk-autoscaler-exempt': '2099-12-31' } }),
        ],
      },
      { name: 'p1-dev', services: [pg('unmatched', { usedGb: 65, growthGbPerDay: 10 })] },
    ]),
    policyOf: () => enforced([rule({ projects: ['p0-prod'] })]),
    weather: 'quiet',
    days: 3,
  })),
  life('data that was quiet for months runs away, far below its maximum', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [withNew('p0-prod', many(3, runningAway), 300)]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 300 })]),
    weather: 'quiet',
    laws: [...lawsUnderFaults, fullDisksReported, runawaysNamed(40)],
    days: 7,
  })),
  life('autoscalers do not act, below every maximum', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [
      withNew(
        'p0-prod',
        many(3, (n) => ({ usedGb: 40 + 10 * n, growthGbPerDay: 12 })),
      ),
    ]),
    policyOf: () => enforced([rule({})]),
    weather: 'quiet',
    interfere: stuck,
    days: 3,
  })),
  life('disks grow twice between two maintenances, and fill up while they wait for the next one', (seed) => ({
    rates: noFaults,
    scenario: {
      ...withProjects(
        seed,
        [
          withNew(
            'p0-prod',
            many(3, (n) => ({ usedGb: 60 + 3 * n, growthGbPerDay: 9 })),
            300,
          ),
        ],
        // A Thursday: the weekly maintenance is on Sunday at 03:00.
        '2026-03-05T08:00:00Z',
      ),
      behaviour: { growthsBetweenMaintenance: 2, maintenanceSeconds: 2 * 3600 },
    },
    policyOf: () => enforced([rule({ maxAdditionalGb: 300 })]),
    weather: 'quiet',
    days: 5,
  })),
  life('a project cannot be read for a day after its disks are full', (seed) => ({
    rates: noFaults,
    scenario: withProjects(
      seed,
      [
        withNew(
          'p0-prod',
          many(2, () => ({ diskGb: 90, usedGb: 89, growthGbPerDay: 4 })),
          10,
        ),
        enabled('p1-prod', many(2)),
      ],
      startTime,
    ),
    policyOf: (version) =>
      enforced([
        rule({ name: 'full', projects: ['p0-prod'], maxAdditionalGb: 10 }),
        rule({ maxAdditionalGb: 100 + 10 * version, priority: 2 }),
      ]),
    policyEveryDay: true,
    weather: 'quiet',
    interfere: refusesLater,
    laws: [...lawsUnderFaults, fullDisksStayReported],
    days: 3,
  })),
];
