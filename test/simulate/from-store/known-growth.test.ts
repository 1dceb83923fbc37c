import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../lib/core/forecast/growth.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { createDirectoryStore } from '../../../lib/local/directory-store.ts';
import { openPlatform, type Scenario } from '../../../lib/platform/index.ts';
import { scenarioOf } from '../../../lib/simulate/from-store/scenario-of.ts';
import { storedOrganization } from '../../../lib/simulate/from-store/stored.ts';
import { disableAll } from '../../workflow/scenarios.ts';
import { openLived } from '../lived/lived.ts';
import { knownGrowth, knownOrganization } from './known-organization.ts';

const seed = 16;
const count = 30;
const livedDays = 20;

const folder = mkdtempSync(join(tmpdir(), 'headroom-known-growth-'));
afterAll(() => rmSync(folder, { recursive: true }));

const growthsOf = (scenario: Scenario) => scenario.projects.flatMap(({ services = [] }) => services);

/** Used GB of every service after some days. */
const usedAfter = async (scenario: Scenario, draw: number, days: number): Promise<number[]> => {
  const platform = openPlatform({ scenario, token: 'a-token-of-a-twin', seed: draw, speed: 0 });
  await platform.advance((days * dayMs) / 1000);
  return platform.state().projects.flatMap(({ services }) => services.map(({ usedMb }) => usedMb / 1024));
};

/** The organization as its store knows it after days: the first measurement of a disk reads its metrics of the days before. */
const inStore = async (scenario: Scenario): Promise<Scenario> => {
  const place = mkdtempSync(join(folder, 'life-'));
  const lived = await openLived(scenario, seed, place);
  try {
    await lived.wait(livedDays);
    await lived.live(1, disableAll, 'forecast and apply');
  } finally {
    await lived.close();
  }
  return scenarioOf(await storedOrganization(createDirectoryStore(join(place, 'store')))).scenario;
};

const isKnown = (service: ReturnType<typeof growthsOf>[number], number: number): boolean => {
  const known = knownGrowth(seed, number);
  // A use that falls may be of a disk that grew: a first measurement ends there.
  if (known.kind === 'cleaned-up' && service.growth?.kind === 'unknown') return true;
  const isClose = Math.abs((service.growth?.gbPerDay ?? 0) - known.gbPerDay) <= 0.05 * known.gbPerDay;
  // A service without a burst in these days looks steady, and is.
  return (
    isClose && (service.growth?.kind === known.kind || (known.kind === 'bursty' && service.growth?.kind === 'steady'))
  );
};

describe(`an organization of known growth (seed ${seed}), in a store of ${livedDays} days`, () => {
  it('has every rate within 5 % unless data is cleaned up, and its next 90 days within P10 and P90 of its simulations for 80 % of the services', async () => {
    const known = knownOrganization(seed, count, 20_000);
    const scenario = await inStore(known);
    expect(growthsOf(scenario)).toHaveLength(count);
    expect(growthsOf(scenario).filter((service, number) => !isKnown(service, number))).toEqual([]);
    const truth = await usedAfter(known, seed, livedDays + 90);
    const lives = await Promise.all(Array.from({ length: 20 }, (_, draw) => usedAfter(scenario, 1000 + draw, 90)));
    const held = truth.filter((gb, service) => {
      const lived = () => Float64Array.from(lives.map((life) => life[service] ?? 0));
      return gb >= quantile(lived(), 0.1) && gb <= quantile(lived(), 0.9);
    });
    expect(held.length).toBeGreaterThanOrEqual(0.8 * count);
  });

  it('knows nothing of the growth of disks that were full most of the time, and says so', async () => {
    const scenario = await inStore(knownOrganization(seed, count, 80));
    const fast = growthsOf(scenario).filter(
      (_, number) => knownGrowth(seed, number).gbPerDay >= 6 && knownGrowth(seed, number).kind === 'steady',
    );
    expect(fast.length).toBeGreaterThan(2);
    for (const { growth, usedGbBefore = [] } of fast) {
      expect(growth).toMatchObject({ kind: 'unknown' });
      expect(usedGbBefore.filter((gb) => gb > 79.9).length).toBeGreaterThan(7);
      expect(growth?.gbPerDay).toBeGreaterThan(0);
      expect(growth?.highGbPerDay).toBeGreaterThanOrEqual(6);
    }
  });
});
