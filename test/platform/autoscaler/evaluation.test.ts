import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { evaluateUntil } from '../../../lib/platform/autoscaler/evaluation.ts';
import { stateSnapshot } from '../../../lib/platform/http/state-snapshot.ts';
import { initialState } from '../../../lib/platform/initial-state.ts';
import { completeScenario, type Scenario } from '../../../lib/platform/scenario/scenario.ts';
import type { PlatformState, Project, Service } from '../../../lib/platform/state/state.ts';
import { pg, smallScenario, token } from '../small-organization.ts';

const gb = 1024;
type GivenService = ReturnType<typeof pg>;

interface Situation {
  readonly state: PlatformState;
  readonly project: Project;
  readonly service: Service;
  /** Settles up to so many seconds after the start. */
  readonly until: (seconds: number) => void;
}

/** One service `orders` with an autoscaler of a maximum. */
const situation = (given: Partial<GivenService>, maxAdditionalGb: number): Situation => {
  const shop: Scenario['projects'][number] = {
    name: 'shop',
    services: [pg('orders', given)],
    endpoints: [{ name: 'mine', maxAdditionalGb }],
    integrations: [{ service: 'orders', endpoint: 'mine' }],
  };
  const scenario = completeScenario({ ...smallScenario(), projects: [shop], tokens: [] });
  const state = initialState({ scenario, seed: 1, token, searchEngine: 'engine', served: 'both', schemes: 'both' });
  const project = state.projects.get('shop');
  const service = project?.services.get('orders');
  if (project === undefined || service === undefined) throw new Error('the scenario lacks them');
  return { state, project, service, until: (seconds) => evaluateUntil(state, project, state.startMs + seconds * 1000) };
};

const eventTypes = ({ project }: Situation) => project.events.map(({ type }) => type);

describe('evaluation', () => {
  it('happens 30 seconds after the integration for the first time (§1.4, §8 evaluation interval)', () => {
    const it = situation({ usedGb: 90 }, 100);
    it.until(29.999);
    expect(it.service.diskMb).toBe(100 * gb);
    it.until(30);
    expect(it.service.diskMb).toBe(109 * gb);
  });

  it('goes on every 30 seconds until use is below the threshold (§1.1, §1.4, §3 enabled→enabled)', () => {
    const it = situation({ usedGb: 100 }, 400);
    it.until(3600);
    // 100 of 100, of 110, and then 83 percent of 120.
    expect(it.service.diskMb).toBe(120 * gb);
    expect(it.project.events.map(({ atMs }) => atMs - it.state.startMs)).toEqual([30_000, 60_000]);
  });

  // §1.5, §8 threshold wide-column, §8 threshold search, §8 threshold others, §8 growth step
  test.each([
    ['pg', 84.9, 85],
    ['engine', 74.9, 75],
    ['cassandra', 34.9, 35],
  ])('of %s leaves a disk at %f percent and grows it at %f', (type, below, at) => {
    const left = situation({ type, usedGb: below }, 100);
    left.until(60);
    expect(left.service.diskMb).toBe(100 * gb);
    const grown = situation({ type, usedGb: at }, 100);
    grown.until(30);
    expect(grown.service.diskMb).toBe(100 * gb + Math.ceil((at * gb) / 10));
  });

  it('clips the last step to the maximum and logs once that it is reached (§8 upper bound)', () => {
    const it = situation({ usedGb: 100 }, 15);
    it.until(86_400);
    expect(it.service.diskMb).toBe(115 * gb);
    expect(eventTypes(it)).toEqual(['service_update', 'service_update', 'service_autoscaler_maximum_reached']);
  });

  it('logs it again when a raised maximum is reached', () => {
    const it = situation({ usedGb: 100 }, 5);
    it.until(60);
    for (const endpoint of it.project.endpoints.values()) {
      endpoint.userConfig = { autoscaler: { max_additional_storage: '8' } };
    }
    it.until(120);
    expect(it.service.diskMb).toBe(108 * gb);
    expect(eventTypes(it).filter((type) => type === 'service_autoscaler_maximum_reached')).toHaveLength(2);
  });

  it('never passes the cap of the plan, whatever the maximum', () => {
    const it = situation({ usedGb: 490, diskGb: 495 }, 999_999_999_999);
    it.until(600);
    expect(it.service.diskMb).toBe(500 * gb);
  });

  it('leaves a disk that is larger than a lowered maximum allows (§1.2, §8 scale down)', () => {
    const it = situation({ usedGb: 140, diskGb: 150 }, 20);
    it.until(600);
    expect(it.service.diskMb).toBe(150 * gb);
  });

  it('grows nothing where the maximum is 0', () => {
    const it = situation({ usedGb: 100 }, 0);
    it.until(600);
    expect(it.service.diskMb).toBe(100 * gb);
  });

  test.each(['POWEROFF', 'REBUILDING', 'REBALANCING'] as const)('leaves out a service that is %s', (state) => {
    const it = situation({ usedGb: 100, state }, 100);
    it.until(600);
    expect([it.service.diskMb, it.project.events]).toEqual([100 * gb, []]);
  });

  it('leaves out a service without an integration (§1.3)', () => {
    const it = situation({ usedGb: 100 }, 100);
    it.project.integrations.clear();
    it.until(600);
    expect(it.service.diskMb).toBe(100 * gb);
  });

  it('follows growing use for as long as the maximum allows', () => {
    const it = situation({ usedGb: 10, growthGbPerDay: 20 }, 60);
    it.until(30 * 86_400);
    expect(it.service.diskMb).toBe(160 * gb);
    expect(eventTypes(it).at(-1)).toBe('service_autoscaler_maximum_reached');
  });

  it('gives the same result in one step as in many', () => {
    const stretches = fc.array(fc.integer({ min: 1, max: 400_000_000 }), { minLength: 1, maxLength: 30 });
    const given = fc.record({
      usedGb: fc.integer({ min: 0, max: 100 }),
      growthGbPerDay: fc.integer({ min: 0, max: 200 }),
      jitter: fc.constantFrom(0, 0.5),
    });
    return fc.assert(
      fc.property(given, fc.integer({ min: 0, max: 500 }), stretches, (service, maximum, parts) => {
        const [whole, split] = [situation(service, maximum), situation(service, maximum)];
        let atMs = whole.state.startMs;
        for (const part of parts) {
          atMs += part;
          evaluateUntil(split.state, split.project, atMs);
        }
        evaluateUntil(whole.state, whole.project, atMs);
        expect(stateSnapshot(split.state, atMs)).toEqual(stateSnapshot(whole.state, atMs));
      }),
    );
  });
});
