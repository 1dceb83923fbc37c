import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { noFaults } from '../engine/faults.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { spentOnce } from '../laws/budgets.ts';
import type { Interference } from '../life.ts';
import { applyChange } from '../organization/apply-change.ts';
import type { SimulatedRule } from '../organization/policy.ts';
import { enabled, enforced, life, many, rule, withProjects } from './parts.ts';

/** Money moves from one project to the other and back, while disks grow between any two calls. */

const names = ['p0-prod', 'p1-prod'] as const;

/** 45.00 a month are 300 GB: the maximums of one project. */
const budgets = [{ name: 'storage', projects: names, monthly: 45 }];

/** Longer than the autoscaler takes to look again, so that what fills up at one call has grown by the next. */
const latencyMs = 31_000;

/** Fills a disk to its threshold as a request arrives: it has grown when the next one does. */
const fillingUp =
  (fills: (path: string) => boolean, isMeant: (path: string, service: string) => boolean) =>
  (draws: Draws): Interference =>
  ({ path }, { state, clock }) => {
    if (!fills(path) || !draws.chance(0.3)) return undefined;
    const services = [...state.projects.values()].flatMap((project) => [...project.services.values()]);
    const meant = services.filter(({ name }) => isMeant(path, name));
    if (meant.length === 0) return undefined;
    const service = draws.one(meant);
    service.usage = { mb: Math.floor(service.diskMb * 0.95), sinceMs: clock.nowMs() };
    return undefined;
  };

const atAnyCall = fillingUp(
  () => true,
  () => true,
);

/** Right after the last look at a service, before its maximum is lowered. */
const afterItsLook = fillingUp(
  (path) => /\/service\/[^/]+$/.test(path),
  (path, service) => path.endsWith(`/${service}`),
);

/**
 * A person moves a service to another cloud, or edits its maximum, as a run reads its project for its plan, or again before its
 * first grant. What happens later no run can know.
 */
const takenWhileRead = (draws: Draws): Interference => {
  const reads = new Map<string, { readonly times: number; readonly atMs: number }>();
  let beganMs: number | undefined;
  /** How often the project was read since an hour without a reading. */
  const timesOf = (project: string, atMs: number) => {
    const last = reads.get(project);
    const times = last !== undefined && atMs - last.atMs < hourMs ? last.times + 1 : 1;
    reads.set(project, { times, atMs });
    return times;
  };
  return ({ method, path }, edge) => {
    const project = /\/project\/([^/]+)\/service$/.exec(path)?.[1] ?? '';
    const services = [...(edge.state.projects.get(project)?.services.values() ?? [])];
    if (method !== 'GET' || services.length === 0) return undefined;
    const atMs = edge.clock.nowMs();
    beganMs ??= atMs;
    if (timesOf(project, atMs) > 2 || atMs - beganMs > 3 * dayMs || !draws.chance(0.7)) return undefined;
    const service = draws.one(services);
    if (draws.chance(0.5)) service.cloud = service.cloud === 'cloud-a' ? 'cloud-b' : 'cloud-a';
    else applyChange(edge, atMs, { kind: 'maximum-edited', project, service: service.name, gb: draws.between(0, 250) });
    return undefined;
  };
};

const moving = (name: string, giver: Partial<SimulatedRule>, growing: (draws: Draws) => Interference) =>
  life(name, (seed) => ({
    rates: noFaults,
    weather: 'quiet',
    scenario: withProjects(seed, [enabled(names[0], many(3)), { name: names[1], services: many(3) }]),
    policyOf: (version) => {
      const gives = names[(version + 1) % 2] ?? names[0];
      return enforced([rule({ name: 'gives', projects: [gives], ...giver }), rule({ priority: 2 })], budgets);
    },
    policyEveryDay: true,
    interfere: growing(drawsOf(seed, 'disks that fill up')),
    latencyMs,
    laws: [...lawsUnderFaults, spentOnce],
    days: 4,
  }));

export const freedMoney = [
  moving(
    'a budget gets money back from disabled services whose disks grow at any moment',
    { effect: 'disable' },
    atAnyCall,
  ),
  moving(
    'a budget gets money back from lowered maximums whose disks grow after the last look',
    { maxAdditionalGb: 20 },
    afterItsLook,
  ),
  moving(
    'a person moves services of a budget to dearer clouds and raises maximums while a run reads it',
    { maxAdditionalGb: 20 },
    takenWhileRead,
  ),
];
