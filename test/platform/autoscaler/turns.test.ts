import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateUntil } from '../../../lib/platform/autoscaler/evaluation.ts';
import { changeService } from '../../../lib/platform/autoscaler/transitions.ts';
import { drawsOfDisk } from '../../../lib/platform/autoscaler/turns.ts';
import { usedMbAt, usedPercentsOf } from '../../../lib/platform/autoscaler/usage.ts';
import { stateSnapshot } from '../../../lib/platform/http/state-snapshot.ts';
import { initialState } from '../../../lib/platform/initial-state.ts';
import { completeScenario, type Scenario } from '../../../lib/platform/scenario/scenario.ts';
import { pg, smallScenario, token } from '../small-organization.ts';

const gb = 1024;
const dayMs = 86_400_000;

type GivenService = NonNullable<Scenario['projects'][number]['services']>[number];

/** One service that grows as given, with an autoscaler; the scenario starts on Monday, 2 March 2026, at 8. */
const living = (given: Partial<GivenService>, seed = 1) => {
  const shop: Scenario['projects'][number] = {
    name: 'shop',
    services: [{ ...pg('orders'), ...given }],
    endpoints: [{ name: 'mine', maxAdditionalGb: 400 }],
    integrations: [{ service: 'orders', endpoint: 'mine' }],
  };
  const scenario = completeScenario({
    ...smallScenario(),
    startTime: '2026-03-02T08:00:00Z',
    projects: [shop],
    tokens: [],
  });
  const state = initialState({ scenario, seed, token, searchEngine: 'engine', served: 'both', schemes: 'both' });
  const project = state.projects.get('shop');
  const service = project?.services.get('orders');
  if (project === undefined || service === undefined) throw new Error('the scenario lacks them');
  const usedGbOn = (day: number): number => {
    evaluateUntil(state, project, state.startMs + day * dayMs);
    return usedMbAt(service, state.startMs + day * dayMs) / gb;
  };
  return { state, project, service, usedGbOn };
};

describe('a service of a scenario', () => {
  it('whose growth has a band grows at a rate within it that the seed draws', () => {
    const growth = { gbPerDay: 2, lowGbPerDay: 1, highGbPerDay: 6 };
    const rates = Array.from({ length: 200 }, (_, seed) => living({ growth }, seed).service.growthMbPerDay / gb);
    const below = (gbPerDay: number) => rates.filter((rate) => rate < gbPerDay).length;
    expect([below(1), below(2), below(6)].map((count) => Math.round(count / 20))).toEqual([1, 5, 9]);
    expect(living({ growth }, 7).service.growthMbPerDay).toBe(living({ growth }, 7).service.growthMbPerDay);
  });

  it('writes less on days of the week with a lower factor', () => {
    const { usedGbOn } = living({ usedGb: 10, growth: { gbPerDay: 2, week: [1, 1, 1, 1, 1, 0, 0] } });
    // From Monday at 8 to Saturday at 0, and nothing more until Monday.
    expect(usedGbOn(7) - 10).toBeCloseTo(2 * (5 - 8 / 24) + 2 * (8 / 24), 1);
  });

  it('loses data at its clean-ups, and the autoscaler evaluates what was used before', () => {
    const cleanUps = { everyDays: 10, firstDay: 4, lowShare: 0.5, highShare: 0.5 };
    const { usedGbOn, service } = living({ usedGb: 80, growth: { gbPerDay: 2, cleanUps } });
    expect(usedGbOn(4.9)).toBeLessThan(50);
    expect(service.diskMb).toBeGreaterThan(100 * gb);
  });

  it('neither writes nor deletes while it is off', () => {
    const growth = {
      gbPerDay: 2,
      bursts: { everyDays: 1, lowGb: 5, highGb: 5 },
      cleanUps: { everyDays: 1, lowShare: 0, highShare: 0 },
    };
    const off = living({ usedGb: 30, state: 'POWEROFF', growth });
    expect(off.usedGbOn(9)).toBe(30);
    changeService(off.state, off.service, { state: 'RUNNING' }, off.state.startMs + 9 * dayMs);
    expect(off.usedGbOn(12)).toBeLessThan(30);
  });

  it('with measured sizes has them as its metrics', () => {
    const { service, state } = living({ usedGb: 40, usedGbBefore: [50, 10, 30], growth: { gbPerDay: 0 } });
    const percentAt = usedPercentsOf(service);
    expect([-3, -2, -1.5, -1, 0].map((day) => percentAt(state.startMs + day * dayMs))).toEqual([50, 10, 20, 30, 40]);
    expect(service.createdMs).toBe(state.startMs - 3 * dayMs);
  });

  it('lives the same in one step as in many', () => {
    const stretches = fc.array(fc.integer({ min: 1, max: 400_000_000 }), { minLength: 1, maxLength: 20 });
    const growth = {
      gbPerDay: 3,
      lowGbPerDay: 1,
      highGbPerDay: 9,
      week: [2, 1, 1, 1, 1, 0.5, 0],
      pieces: [{ day: 6, gbPerDay: 12 }],
      bursts: { everyDays: 3, lowGb: 1, highGb: 20 },
      cleanUps: { everyDays: 5, firstDay: 2, lowShare: 0.2, highShare: 0.9 },
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), stretches, (seed, parts) => {
        const [whole, split] = [living({ usedGb: 60, growth }, seed), living({ usedGb: 60, growth }, seed)];
        let atMs = whole.state.startMs;
        for (const part of parts) {
          atMs += part;
          evaluateUntil(split.state, split.project, atMs);
        }
        evaluateUntil(whole.state, whole.project, atMs);
        expect(stateSnapshot(split.state, atMs)).toEqual(stateSnapshot(whole.state, atMs));
      }),
      { numRuns: 40 },
    );
  });
});

describe('the places of services in their bands', () => {
  it('are the same for about six of ten services of a seed, so that seeds differ as futures do', () => {
    const commonIn = (seed: number) => {
      const bands = Array.from({ length: 400 }, (_, number) => drawsOfDisk(seed, `shop/s${number}`).band);
      const common = bands.find((band, number) => bands.indexOf(band) !== number);
      return { common, share: bands.filter((band) => band === common).length / bands.length };
    };
    const seeds = Array.from({ length: 20 }, (_, seed) => commonIn(seed + 1));
    for (const { share } of seeds) expect(Math.abs(share - 0.6)).toBeLessThan(0.1);
    expect(new Set(seeds.map(({ common }) => common)).size).toBe(20);
    expect(Math.min(...seeds.map(({ common = 1 }) => common))).toBeLessThan(0.2);
    expect(Math.max(...seeds.map(({ common = 0 }) => common))).toBeGreaterThan(0.8);
  });
});
