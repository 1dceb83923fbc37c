import { parsePolicy } from '../../lib/documents/documents.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { live } from '../../lib/simulate/live.ts';
import { createPasses } from '../../lib/simulate/passes.ts';
import { openSimulatedPlatform } from '../../lib/simulate/platform.ts';
import { organizationOf, pg } from '../workflow/scenarios.ts';
import { policyOf } from './organization.ts';

const dayMs = 24 * 3_600_000;
const days = 45;

/** Numbers from 0 to 1 that follow from a seed. */
const drawnFrom = (seed: number) => {
  let state = seed * 2_654_435_761;
  return (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

/** Disks of 80 GB that grow, and change their pace once or twice within the days. */
const organization = (seed: number): Scenario => {
  const drawn = drawnFrom(seed);
  const paced = (name: string) => {
    const rate = () => Math.round(drawn() ** 2 * 30) / 10;
    const turn = 8 + Math.floor(drawn() * 15);
    const pieces = [
      { day: turn, gbPerDay: rate() },
      { day: turn + 5 + Math.floor(drawn() * 15), gbPerDay: rate() },
    ];
    return pg(name, { usedGb: 30 + Math.floor(drawn() * 40), growth: { gbPerDay: rate(), pieces } });
  };
  const services = (many: number) => Array.from({ length: many }, (_, at) => paced(`service-${at}`));
  return organizationOf([
    { name: 'shop-prod', services: services(8) },
    { name: 'shop-staging', services: services(8) },
  ]);
};

/** @param more a freeze from some day on: the maximums of that day are left alone */
const policy = (more = '', monthly = '150.00') => `
version: 1
mode: enforce
rules:
  - { name: production, match: { project: "*-prod" }, effect: enable, maxAdditionalGb: 300, priority: 1 }
  - { name: staging, match: { project: '*' }, effect: enable, maxAdditionalGb: 300, priority: 2 }
budgets: [{ name: storage, match: { project: '*' }, monthly: "${monthly}" }]
guardrails: { maxChanges: 100, maxChangePercent: 100, firstRun: apply }
${more}`;

const aloneFrom = (day: string) => `freeze: { windows: [{ name: left alone, start: ${day}, end: 2027-01-01 }] }`;

interface Tier {
  readonly hours: number;
  readonly disks: number;
}

/** By project: hours with a full disk, and disks that were ever full. */
type Tiers = ReadonlyMap<string, Tier>;

/** What becomes of the same organization whose maximums are adjusted every day, and left alone from the tenth day on. */
export const livesOf = async (seed: number): Promise<Readonly<Record<'adjusted' | 'alone', Tiers>>> => {
  const scenario = organization(seed);
  const tiersOf = async (text: string): Promise<Tiers> => {
    const { services } = await live({
      scenario,
      atStart: undefined,
      seed,
      days,
      everyMs: dayMs,
      policy: policyOf(text),
      approveAfterMs: null,
    });
    const tiers = new Map<string, Tier>();
    for (const { project, fullHours } of services) {
      const { hours, disks } = tiers.get(project) ?? { hours: 0, disks: 0 };
      tiers.set(project, { hours: hours + fullHours, disks: disks + (fullHours > 0 ? 1 : 0) });
    }
    return tiers;
  };
  return { adjusted: await tiersOf(policy()), alone: await tiersOf(policy(aloneFrom('2026-03-12'))) };
};

const sumOf = (all: readonly Tiers[], project: string): number =>
  all.reduce((sum, tiers) => sum + (tiers.get(project)?.hours ?? 0), 0);
const disksIn = (tiers: Tiers): number => [...tiers.values()].reduce((sum, { disks }) => sum + disks, 0);

/** Where adjusting was worse: hours of a tier over all seeds, or more than one disk of a seed. */
export const worse = (lives: readonly Awaited<ReturnType<typeof livesOf>>[]): string[] => {
  const [adjusted, alone] = [lives.map((one) => one.adjusted), lives.map((one) => one.alone)];
  const tiers = [...(alone[0]?.keys() ?? [])].filter((project) => sumOf(adjusted, project) > sumOf(alone, project));
  const seeds = lives.flatMap((one, at) => (disksIn(one.adjusted) > disksIn(one.alone) + 1 ? [`life ${at}`] : []));
  return [...tiers, ...seeds];
};

/** Tiers with a full disk where nothing is adjusted: without any the comparison shows nothing. */
export const filling = (lives: readonly Awaited<ReturnType<typeof livesOf>>[]): string[] => [
  ...new Set(lives.flatMap(({ alone }) => [...alone].flatMap(([project, { hours }]) => (hours > 0 ? [project] : [])))),
];

/** Disks that are full at the end of some day of a life whose budget pays for all needs, with passes on some days only. */
const fullOn = async (seed: number, hasPass: (day: number) => boolean): Promise<ReadonlySet<string>> => {
  const platform = openSimulatedPlatform(organization(seed), seed);
  const store = createMemoryStore();
  const pass = createPasses(platform, { policy: parsePolicy(policy('', '900.00'), keys.policy, 'documented'), store });
  const full = new Set<string>();
  for (let day = 0; day < days; day += 1) {
    platform.moveTo(platform.startMs + day * dayMs);
    if (hasPass(day)) await pass({ isDaily: true, isApproved: false });
    platform.moveTo(platform.startMs + (day + 1) * dayMs);
    for (const { name: project, services } of platform.opened.state().projects)
      for (const { name, usedMb, diskMb } of services)
        if (usedMb >= diskMb) full.add(`${project}/${name} on day ${day}`);
  }
  return full;
};

/** Disks of an organization that are full because Headroom made no pass for so many days from day 20 on. */
export const fullWithoutRuns = async (seed: number): Promise<(daysOff: number) => Promise<string[]>> => {
  const always = await fullOn(seed, () => true);
  return async (daysOff) =>
    [...(await fullOn(seed, (day) => day < 20 || day >= 20 + daysOff))].filter((disk) => !always.has(disk));
};
