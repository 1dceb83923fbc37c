import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseStep, rolloutStep } from '../../../lib/core/approval/rollout.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { aChange } from '../a-change.ts';

const settings = { servicesPerRun: 10, pauseMinutes: 30, stopAfterFailures: 2 };
const at = (time: string) => Date.parse(`2030-06-15T${time}:00Z`);
const state = { stepAt: '2030-06-15T08:00:00.000Z', services: 4, failed: 0 };
const scheduled = (time: string) => ({ nowMs: at(time), isContinued: false });

describe('a step of a rollout', () => {
  it('has what the step has left until the pause is over, then a whole step', () => {
    expect(rolloutStep(settings, undefined, scheduled('08:00')).services).toBe(10);
    expect(rolloutStep(settings, state, scheduled('08:29'))).toMatchObject({
      services: 6,
      nextAt: '2030-06-15T08:30:00.000Z',
    });
    expect(rolloutStep(settings, state, scheduled('08:30')).services).toBe(10);
  });

  it('goes on from what it remembers, and a new one begins with nothing done', () => {
    expect(rolloutStep(settings, { ...state, failed: 1 }, scheduled('08:29')).state).toEqual({ ...state, failed: 1 });
    expect(rolloutStep(settings, state, scheduled('09:00')).state).toEqual({
      stepAt: '2030-06-15T09:00:00.000Z',
      services: 0,
      failed: 0,
    });
  });

  it('takes services without a budget one by one, also those that give and take room', () => {
    const both = (service: string) =>
      (['release', 'grant'] as const).map((phase) => aChange({ service, endpointName: service, phase }));
    const changes = [...both('a'), ...both('b')];
    expect(new Set([...chooseStep(changes, 1, () => 0)].map(({ service }) => service))).toEqual(new Set(['a']));
  });

  it('is a new one where the last one lies in the future, so that a wrong clock never stops a rollout', () => {
    expect(rolloutStep(settings, state, scheduled('07:00')).services).toBe(10);
  });

  it('is empty after too many failures, until a person continues', () => {
    const failed = { ...state, failed: 2 };
    expect(rolloutStep(settings, failed, scheduled('12:00'))).toMatchObject({ services: 0, stopped: true });
    expect(rolloutStep(settings, failed, { nowMs: at('12:00'), isContinued: true })).toMatchObject({
      services: 10,
      stopped: false,
      failed: 0,
    });
    const strict = { ...settings, stopAfterFailures: 0 };
    expect(rolloutStep(strict, { ...state, failed: 1 }, scheduled('12:00')).stopped).toBe(true);
    expect(rolloutStep(strict, state, scheduled('12:00')).stopped).toBe(false);
  });
});

const drawn = fc.record({
  service: fc.constantFrom(...'abcdefgh'),
  phase: fc.constantFrom('release', 'grant'),
});

/** A service has one budget at most. */
const budgets: Readonly<Record<string, string>> = { a: 'shop', b: 'shop', c: 'shop', d: 'shop', e: 'data', f: 'data' };

interface Drawn {
  readonly service: string;
  readonly phase: string;
  readonly budget?: string;
}

const changeOf = ({ service, phase, budget }: Drawn): Change =>
  aChange({
    service,
    phase: phase === 'release' ? 'release' : 'grant',
    endpointName: `headroom-${service}`,
    fromGb: phase === 'release' ? 200 : 100,
    toGb: phase === 'release' ? 100 : 200,
    ...(budget === undefined ? {} : { budget }),
  });

const changes = fc
  .uniqueArray(drawn, { selector: ({ service, phase }) => `${service} ${phase}`, maxLength: 12 })
  .map((all) => all.map((one) => changeOf({ ...one, budget: budgets[one.service] })));

const urgency = ({ service }: Change) => (service ?? '').charCodeAt(0) % 3;
const services = (some: Iterable<Change>) => new Set([...some].map(({ service }) => service));

describe('the services of a step', () => {
  it('are whole, and none takes money that a service outside the step frees', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 8 }), (needed, most) => {
        const chosen = chooseStep(needed, most, urgency);
        const inside = services(chosen);
        for (const change of needed) expect(chosen.has(change)).toBe(inside.has(change.service));
        const owed = needed.filter(({ phase }) => phase === 'release').filter((change) => !chosen.has(change));
        const short = new Set(owed.map(({ budget }) => budget).filter((budget) => budget !== undefined));
        for (const { phase, budget } of chosen) {
          if (phase === 'grant' && budget !== undefined) expect(short.has(budget)).toBe(false);
        }
      }),
    );
  });

  it('are at least one as long as any is needed, so that every rollout ends', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 3 }), (needed, most) => {
        let left = needed;
        for (let steps = 0; left.length > 0; steps += 1) {
          const chosen = chooseStep(left, most, urgency);
          expect(chosen.size).toBeGreaterThan(0);
          expect(steps).toBeLessThan(20);
          left = left.filter((change) => !chosen.has(change));
        }
      }),
    );
  });

  it('are the same in any order, and none without room', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 8 }), (needed, most) => {
        const chosen = chooseStep(needed, most, urgency);
        expect(services(chooseStep(needed.toReversed(), most, urgency))).toEqual(services(chosen));
        if (most === 0) expect(chosen.size).toBe(0);
      }),
    );
  });

  it('are the most urgent ones, and what frees money for them', () => {
    const one = (service: string, phase: string, budget?: string): Change => changeOf({ service, phase, budget });
    const [calm, near, full] = [one('a', 'grant'), one('b', 'grant'), one('c', 'grant', 'shop')];
    const lower = one('d', 'release', 'shop');
    const rank = new Map([
      [full, 1],
      [near, 2],
      [calm, 3],
      [lower, 9],
    ]);
    const step = (most: number) => services(chooseStep([calm, near, full, lower], most, (of) => rank.get(of) ?? 0));
    expect(step(1)).toEqual(new Set(['d']));
    expect(step(2)).toEqual(new Set(['d', 'c']));
    expect(step(3)).toEqual(new Set(['d', 'c', 'b']));
  });

  it('are those that only free money before those that also take some', () => {
    const [wants, lower] = [
      changeOf({ service: 'a', phase: 'grant', budget: 'shop' }),
      changeOf({ service: 'z', phase: 'release', budget: 'shop' }),
    ];
    const exchange = [
      changeOf({ service: 'b', phase: 'release', budget: 'shop' }),
      changeOf({ service: 'b', phase: 'grant', budget: 'data' }),
    ];
    const rank = (of: Change) => (of === wants ? 1 : 9);
    expect(services(chooseStep([wants, ...exchange, lower], 1, rank))).toEqual(new Set(['z']));
    expect(services(chooseStep([wants, ...exchange, lower], 2, rank))).toEqual(new Set(['z', 'b']));
  });
});
