import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../lib/capture/scenario-of.ts';
import { quantile } from '../../lib/core/forecast/order-statistics.ts';
import { dayMs } from '../../lib/core/model/durations.ts';
import { type OpenedPlatform, openPlatform } from '../../lib/emulator/open.ts';
import type { Scenario } from '../../lib/emulator/scenario/scenario.ts';
import { served } from './captured.ts';
import { knownGrowth, knownOrganization } from './known-organization.ts';

const seed = 16;
const count = 40;
const livedDays = 20;
const daySeconds = dayMs / 1000;

const growthsOf = (scenario: Scenario) => scenario.projects.flatMap(({ services = [] }) => services);

/** Used GB of every service after some more days. */
const usedAfter = async (platform: Pick<OpenedPlatform, 'advance' | 'state'>, days: number): Promise<number[]> => {
  await platform.advance(days * daySeconds);
  return platform.state().projects.flatMap(({ services }) => services.map(({ usedMb }) => usedMb / 1024));
};

const isKnown = (service: ReturnType<typeof growthsOf>[number], number: number): boolean => {
  const known = knownGrowth(seed, number);
  const isClose = Math.abs((service.growth?.gbPerDay ?? 0) - known.gbPerDay) <= 0.05 * known.gbPerDay;
  // A service without a burst in these days looks steady, and is.
  return (
    isClose && (service.growth?.kind === known.kind || (known.kind === 'bursty' && service.growth?.kind === 'steady'))
  );
};

describe(`an organization of known growth (seed ${seed}), captured after ${livedDays} days`, () => {
  it('has every rate within 5 %, and its next 90 days within P10 and P90 of its twins for 80 % of the services', async () => {
    const { platform, capture } = await served(knownOrganization(seed, count, 20_000));
    await platform.advance(livedDays * daySeconds);
    const scenario = scenarioOf(await capture());
    expect(growthsOf(scenario)).toHaveLength(count);
    expect(growthsOf(scenario).filter((service, number) => !isKnown(service, number))).toEqual([]);
    const truth = await usedAfter(platform, 90);
    const twins = await Promise.all(
      Array.from({ length: 20 }, (_, twin) =>
        usedAfter(openPlatform({ scenario, token: 'a-token-of-a-twin', seed: 1000 + twin, speed: 0 }), 90),
      ),
    );
    const held = truth.filter((gb, service) => {
      const lived = () => Float64Array.from(twins.map((twin) => twin[service] ?? 0));
      return gb >= quantile(lived(), 0.1) && gb <= quantile(lived(), 0.9);
    });
    expect(held.length).toBeGreaterThanOrEqual(0.8 * count);
  });

  it('knows nothing of the growth of disks that were full most of the time, and says so', async () => {
    const { platform, capture } = await served(knownOrganization(seed, count, 80));
    await platform.advance(livedDays * daySeconds);
    const fast = growthsOf(scenarioOf(await capture())).filter(
      (_, number) => knownGrowth(seed, number).gbPerDay >= 6 && knownGrowth(seed, number).kind === 'steady',
    );
    expect(fast.length).toBeGreaterThan(2);
    for (const { growth } of fast) {
      expect(growth).toMatchObject({ kind: 'unknown' });
      expect(growth?.measured?.fullDays).toBeGreaterThan(7);
      expect(growth?.gbPerDay).toBeGreaterThan(0);
      expect(growth?.highGbPerDay).toBeGreaterThanOrEqual(6);
    }
  });
});
