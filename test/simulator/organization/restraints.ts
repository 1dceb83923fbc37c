import { dayMs } from '../../../lib/core/model/durations.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import type { SimulatedFreeze, SimulatedWindow } from './freeze.ts';
import type { DiskChange, SimulatedApproval, SimulatedBaseline, SimulatedPolicy } from './policy.ts';

/** What restrains a drawn policy besides its rules: freezes, approvals and baselines of search services. */

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;

const weekend = (draws: Draws): SimulatedWindow => ({
  name: 'weekend',
  timeZone: draws.one(zones),
  on: { days: ['sat', 'sun'], from: '00:00', to: '24:00' },
});

const nights = (draws: Draws): SimulatedWindow => ({
  name: 'nights',
  timeZone: draws.one(zones),
  on: { days: ['mon', 'wed', 'fri'], from: '19:30', to: draws.one(['02:30', '06:00']) },
});

/** Begins on the day of the policy or soon after it, at a full or half hour. */
const changeFreeze = (draws: Draws, fromMs: number): SimulatedWindow => {
  const startMs = fromMs + draws.between(0, 4) * dayMs;
  const moment = (ms: number, time: string) => `${new Date(ms).toISOString().slice(0, 10)}T${time}`;
  const start = moment(startMs, draws.one(['08:00', '13:30', '17:00']));
  const end = moment(startMs + draws.between(1, 3) * dayMs, draws.one(['07:30', '18:00']));
  return { name: 'change freeze', timeZone: draws.one(zones), on: { start, end } };
};

const freezeOf = (draws: Draws, fromMs: number): SimulatedFreeze => {
  const windows = [draws.one([weekend, nights])(draws), ...(draws.chance(0.5) ? [changeFreeze(draws, fromMs)] : [])];
  return { windows, allow: draws.one([[], ['raise'], ['enable', 'raise']]) };
};

const approvalOf = (draws: Draws): SimulatedApproval => {
  const kinds = (['enable', 'raise', 'lower', 'disable'] as const satisfies readonly DiskChange[]).filter(() =>
    draws.chance(0.4),
  );
  return { kinds, hours: draws.one([2, 24, 72]), firstRun: draws.chance(0.3) };
};

const baselineOf = (draws: Draws, projects: readonly string[]): SimulatedBaseline => ({
  name: 'search services are safe',
  projects,
  options: {
    'engine.action_destructive_requires_name': draws.chance(0.8),
    'engine.cluster_max_shards_per_node': draws.one([1000, 2000]),
    ...(draws.chance(0.5) ? { service_log: true } : {}),
  },
});

/** Adds what a version of the policy restrains, drawn apart from its rules, so that these stay the same. */
export const withRestraints = (
  seed: number,
  version: number,
  startMs: number,
  projects: readonly string[],
  policy: SimulatedPolicy,
): SimulatedPolicy => {
  const draws = drawsOf(seed, 'restraints', version);
  return {
    ...policy,
    ...(draws.chance(0.35) ? { freeze: freezeOf(draws, startMs + Math.max(0, version) * dayMs) } : {}),
    ...(draws.chance(0.15) ? { approval: approvalOf(draws) } : {}),
    ...(draws.chance(0.4) ? { baselines: [baselineOf(draws, projects)] } : {}),
  };
};
