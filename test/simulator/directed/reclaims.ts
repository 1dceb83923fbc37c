import { hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { noFaults } from '../engine/faults.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { neverTooSmall } from '../laws/maximums.ts';
import { onlyApprovedSizes } from '../laws/restraints.ts';
import type { Interference } from '../life.ts';
import { policyText, type SimulatedPolicy } from '../organization/policy.ts';
import { enabled, enforced, life, many, pg, rule, withProjects } from './parts.ts';

/**
 * Disks of 200 GB on a plan of 80 GB whose use fell to 40 GB, and people who reclaim what they no longer need.
 */

const startTime = '2026-03-02T08:00:00Z';
const mbPerGb = 1024;

const documentOf = (policy: SimulatedPolicy): string =>
  JSON.stringify({ ...JSON.parse(policyText(policy)), reclaim: { enabled: true } });

/** One service has no autoscaler yet, so that the first pass writes whatever becomes of the reclaims. */
const scenario = (seed: number) => {
  const project = enabled(
    'p0-prod',
    many(4, () => ({ diskGb: 200, growthGbPerDay: 0.1 })),
    200,
  );
  const projects = [{ ...project, services: [...(project.services ?? []), pg('new')] }];
  return { ...withProjects(seed, projects, startTime), historyDays: 60 };
};

const base = (seed: number) => ({
  rates: noFaults,
  scenario: scenario(seed),
  policyOf: () => enforced([rule({ maxAdditionalGb: 200 })]),
  documentOf,
  weather: 'quiet' as const,
  reclaimsEveryDay: true,
  laws: [...lawsUnderFaults, neverTooSmall, onlyApprovedSizes],
  days: 2,
});

/** Minutes before a person approves the reclaim, half of the disks fill up: the plan does not know. */
const useGrows: Interference = (_request, edge, time) => {
  const approvedMs = Date.parse(startTime) + 10 * hourMs;
  if (time.now() < approvedMs || time.now() > approvedMs + hourMs) return undefined;
  const [project] = edge.state.projects.values();
  for (const name of ['s1', 's3']) {
    const service = project?.services.get(name);
    if (service !== undefined && service.usage.mb < 70 * mbPerGb)
      service.usage = { mb: 78 * mbPerGb, sinceMs: approvedMs - 5 * minuteMs };
  }
  return undefined;
};

export const reclaims = [
  life('use grows between the plan of a reclaim and its write', (seed) => ({ ...base(seed), interfere: useGrows })),
  life('storage is reclaimed while runs die', (seed) => ({
    ...base(seed),
    rates: { 'crash-before': 0.001, 'crash-after': 0.001, 'task-twice': 0.05, 'answer-lost-after': 0.05 },
    days: 4,
  })),
  life('a freeze begins between the plan of a reclaim and its approval', (seed) => ({
    ...base(seed),
    policyOf: () => ({
      ...enforced([rule({ maxAdditionalGb: 200 })]),
      freeze: {
        windows: [{ name: 'sale', timeZone: 'UTC', on: { days: ['mon', 'tue'], from: '17:00', to: '19:30' } }],
        allow: ['enable', 'raise'],
      },
    }),
  })),
];
