import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import type { NotOffered } from '../surroundings/refusals.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { laws } from './all.ts';
import { knownImpossible } from './not-offered.ts';
import { at, circumstances, orders, pass, policy, storedReport } from './planted.ts';

const nowMs = Date.parse('2026-03-02T08:00:00Z');

const service = (more: object = {}): ServiceTruth['service'] => ({
  ...orders().service,
  state: 'RUNNING',
  plan: 'startup-4',
  cloud: 'cloud-c',
  ...more,
});

const refused = orders({ service: service(), eligible: false });

const refusal = (agoMs: number, isSure: boolean, more: object = {}): NotOffered =>
  new Map([['shop/orders', { atMs: nowMs - agoMs, plan: 'startup-4', cloud: 'cloud-c', isSure, ...more }]]);

describe('what Headroom knows of a service to which the platform does not offer the autoscaler', () => {
  it.each<[string, ServiceTruth, NotOffered, string]>([
    ['nothing before it asks', refused, new Map(), 'no'],
    ['the answer for a week', refused, refusal(7 * dayMs - 2 * hourMs, true), 'yes'],
    ['nothing after the week', refused, refusal(7 * dayMs + 2 * hourMs, true), 'no'],
    ['nothing in another cloud', refused, refusal(hourMs, true, { cloud: 'cloud-a' }), 'no'],
    ['perhaps the answer, when a fault struck', refused, refusal(hourMs, false), 'maybe'],
    ['perhaps the answer, in the hour in which the week ends', refused, refusal(7 * dayMs, true), 'maybe'],
    ['at once that its disk is fixed', { ...refused, capGb: 0 }, new Map(), 'yes'],
    ['at once that it has no power', orders({ service: service({ state: 'POWEROFF' }) }), new Map(), 'yes'],
  ])('is %s', (_, truth, known, expected) => {
    expect(knownImpossible(truth, known, nowMs)).toBe(expected);
  });
});

describe('a report of such a service', () => {
  const problems = (notOffered: NotOffered, counted: object) => {
    const protection = {
      protectedByUs: 0,
      protectedByOthers: 0,
      impossible: 0,
      exempt: 0,
      optedOut: 0,
      eligibleNotYet: 0,
    };
    const coverage = { listed: 1, protection: { ...protection, ...counted } };
    const stored = storedReport({ coverage }, { decisions: [{ project: 'shop', service: 'orders' }] });
    const seen = { ...pass, services: [refused], stored };
    const run = { policy, services: [refused], notOffered };
    return laws.flatMap((law) => law.afterPass?.(seen, { ...circumstances, run }) ?? []);
  };

  it('must call it eligible before Headroom asks, and impossible after that', () => {
    expect(problems(new Map(), { eligibleNotYet: 1 })).toEqual([]);
    expect(problems(new Map(), { impossible: 1 }).join()).toContain('the report says services are');
    expect(problems(refusal(hourMs, true), { impossible: 1 })).toEqual([]);
    expect(problems(refusal(hourMs, true), { eligibleNotYet: 1 }).join()).toContain('the report says services are');
  });

  it('may call it either after a fault, but counts it once', () => {
    expect(problems(refusal(hourMs, false), { impossible: 1 })).toEqual([]);
    expect(problems(refusal(hourMs, false), { eligibleNotYet: 1 })).toEqual([]);
    expect(problems(refusal(hourMs, false), { impossible: 1, eligibleNotYet: 1 })).toHaveLength(1);
    expect(problems(refusal(hourMs, false), { optedOut: 1 })).toHaveLength(1);
  });
});

describe('a pass in which a disk grew', () => {
  it('may leave a lower to the next one', () => {
    const outcome = (services: readonly ServiceTruth[]) =>
      laws
        .flatMap(
          (law) =>
            law.afterPass?.(
              { ...pass, outcome: 'partial', services },
              { ...circumstances, run: { policy, services: [at(9)] } },
            ) ?? [],
        )
        .filter((problem) => problem.startsWith('the pass ended as partial'));
    expect(outcome([at(9)])).toHaveLength(1);
    expect(outcome([at(9, { provisionedGb: 3 })])).toEqual([]);
  });
});
