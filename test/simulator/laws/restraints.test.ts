import { describe, expect, it } from 'vitest';
import { windowAt } from '../organization/freeze.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import { laws } from './all.ts';
import type { Circumstances, WriteSeen } from './law.ts';
import { at, circumstances, orders, policy, write } from './planted.ts';

const brokenBy = (seen: WriteSeen, given: Partial<Circumstances> = {}) =>
  laws
    .filter((law) => (law.afterWrite?.(seen, { ...circumstances, ...given }) ?? []).length > 0)
    .map(({ name }) => name);

const under = (more: Partial<SimulatedPolicy>, run: Partial<Circumstances['run']> = {}): Partial<Circumstances> => {
  const changed = { ...policy, ...more };
  return { policy: changed, run: { policy: changed, services: [], ...run } };
};

const noon = Date.parse('2026-03-07T12:00:00Z');
const weekend = (allow: readonly ('enable' | 'raise')[], timeZone = 'UTC', begunMs?: number) => {
  const windows = [{ name: 'weekend', timeZone, on: { days: ['sat'], from: '12:00', to: '24:00' } }];
  return under({ freeze: { allow, windows } }, { begunMs });
};
const raise = (atMs: number) => write(at(8), at(9), { atMs });
const configure = (body: object) =>
  write(orders(), orders(), {
    request: { method: 'PUT', path: '/v1/project/shop/service/orders', headers: {}, body: JSON.stringify(body) },
  });

describe('a law of what restrains a write', () => {
  const frozen = ['a freeze lets only through what it allows, to the second'];
  it('counts a freeze by the second, and a request that a fault may hold back by a minute', () => {
    expect(brokenBy(raise(noon + 900), weekend([]))).toEqual([]);
    expect(brokenBy(raise(noon + 1_100), weekend([]))).toEqual(frozen);
    expect(brokenBy(raise(noon + 60_000), { ...weekend([]), isDisturbed: true })).toEqual([]);
    expect(brokenBy(raise(noon + 62_000), { ...weekend([]), isDisturbed: true })).toEqual(frozen);
    expect(brokenBy(raise(noon - 3_600_000), { ...weekend([]), skewMs: 2 * 3_600_000 })).toEqual(frozen);
    expect(brokenBy(raise(noon + 60_000), weekend([], 'America/New_York'))).toEqual([]);
  });

  it('goes by what the clock showed when a write was allowed, before it jumped', () => {
    const jumped = { ...weekend([]), isDisturbed: true, skewMs: 2 * 3_600_000 };
    const write = raise(noon - 3_600_000);
    expect(brokenBy(write, { ...jumped, skewsSince: () => [2 * 3_600_000, 0] })).toEqual([]);
    expect(brokenBy(write, { ...jumped, skewsSince: () => [2 * 3_600_000] })).toEqual(frozen);
  });

  it('lets a clock jump back into a window that has truly ended, and not out of one that has not', () => {
    const ended = noon + 14 * 3_600_000;
    const begunMs = ended - 600_000;
    const since = (...hours: number[]) => {
      const [skewMs = 0, ...former] = hours.map((hour) => hour * 3_600_000);
      const skewsSince = (ms: number) => (ms === begunMs ? [skewMs, ...former] : [skewMs]);
      return { ...weekend([], 'UTC', begunMs), skewMs, skewsSince };
    };
    expect(brokenBy(raise(ended), since(-3, 0))).toEqual([]);
    expect(brokenBy(raise(noon + 3_600_000), since(-0.5, 0))).toEqual(frozen);
    // A run whose clock was as far behind when it began, or further, knows the window.
    expect(brokenBy(raise(ended), since(-3))).toEqual(frozen);
    expect(brokenBy(raise(ended), since(-3, -4))).toEqual(frozen);
  });

  it('lets a freeze allow a raise and an enable, and nothing else', () => {
    const later = { atMs: noon + 60_000 };
    const endpoint = (method: 'POST' | 'DELETE') =>
      write(orders(), orders(), {
        ...later,
        request: {
          method,
          path: '/v1/project/shop/integration_endpoint',
          headers: {},
          body: '{"endpoint_name":"headroom-a"}',
        },
      });
    expect(brokenBy(raise(noon + 60_000), weekend(['raise']))).toEqual([]);
    expect(brokenBy(raise(noon + 60_000), weekend(['enable']))).toEqual(frozen);
    expect(brokenBy(write(orders(), at(9), later), weekend(['enable']))).toEqual([]);
    expect(brokenBy(endpoint('POST'), weekend(['enable']))).toEqual([]);
    expect(brokenBy(endpoint('DELETE'), weekend(['enable']))).toEqual(frozen);
    expect(brokenBy(write(at(9), at(8), later), weekend(['enable', 'raise']))).toEqual(frozen);
  });

  it('counts a stop by the second', () => {
    const stop = ['observe and stop write nothing, to the second'];
    expect(brokenBy(raise(10_000), { writingForbiddenSinceMs: 9_100 })).toEqual([]);
    expect(brokenBy(raise(10_000), { writingForbiddenSinceMs: 8_900 })).toEqual(stop);
    expect(brokenBy(raise(100_000), { writingForbiddenSinceMs: 40_000, isDisturbed: true })).toEqual([]);
  });

  it('is broken by a change that waits for an approval, by one used twice, and by one given too late', () => {
    const asks = { approval: { kinds: ['lower'], hours: 2, firstRun: false } } as const;
    const approval = { digest: 'd', shownMs: 9_000_000, used: new Set<string>() };
    const lower = write(at(9), at(8), { atMs: 9_000_000 });
    const broken = ['what needs an approval is written under one that holds, each change once'];
    expect(brokenBy(raise(0), under(asks))).toEqual([]);
    expect(brokenBy(lower, under(asks))).toEqual(broken);
    expect(brokenBy(lower, under(asks, { approval }))).toEqual([]);
    expect(brokenBy(lower, under(asks, { approvals: [approval] }))).toEqual([]);
    expect(
      brokenBy(lower, under(asks, { approval: { ...approval, used: new Set(['lower of shop/orders']) } })),
    ).toEqual(broken);
    expect(brokenBy({ ...lower, atMs: 9_000_000 + 7 * 3_600_000 }, under(asks, { approval }))).toEqual(broken);
  });

  it('is broken by an undo of what Headroom never changed', () => {
    const undone = (name: string) => under({}, { undone: new Set([name]) });
    expect(brokenBy(raise(0), undone('shop/orders'))).toEqual([]);
    expect(brokenBy(raise(0), undone('shop/others'))).toEqual([
      'an undo touches only services that Headroom changed since the run that it undoes',
    ]);
  });

  it('ends an exemption and an override with their last day', () => {
    const tagged = (tags: Record<string, string>) => ({ service: { ...orders().service, tags } });
    const until = (day: string) => tagged({ 'disk-autoscaler-max-gb': '7', 'disk-autoscaler-until': day });
    const exempt = tagged({ 'disk-autoscaler-exempt': '2026-03-02' });
    const toRule = (more: object) => write(at(8, more), at(9, more));
    const above = [
      'no maximum is set above what rule, tags and a grant want, but for storage that is provisioned already',
    ];
    expect(brokenBy(toRule(until('2026-03-02')))).toEqual(above);
    expect(brokenBy(toRule(until('2026-03-01')))).toEqual([]);
    expect(brokenBy(toRule(exempt), { today: '2026-03-03' })).toEqual([]);
    expect(brokenBy(toRule(exempt))).toContain('only services that policy selects are changed');
  });

  it('is broken by an option that no baseline asks for', () => {
    const baselines = [{ name: 'safe', projects: ['shop'], options: { 'engine.a': true } }];
    const search = { service: { ...orders().service, type: 'engine' } };
    const set = (value: unknown) => {
      const seen = configure({ user_config: { engine: { a: value } } });
      return brokenBy({ ...seen, before: [orders(search)], after: [orders(search)] }, under({ baselines }));
    };
    expect(set(true)).toEqual([]);
    expect(set(false)).toEqual(['options of search services are set only to what a baseline asks for']);
  });
});

describe('a window', () => {
  const window = (timeZone: string, from: string, to: string) => ({
    allow: [],
    windows: [{ name: 'w', timeZone, on: { days: ['sun'], from, to } }],
  });
  it.each<[string, string, string, string, boolean]>([
    ['Europe/Berlin', '22:00', '06:00', '2026-03-29T20:00:00Z', true],
    ['Europe/Berlin', '22:00', '06:00', '2026-03-30T03:59:59Z', true],
    ['Europe/Berlin', '22:00', '06:00', '2026-03-30T04:00:00Z', false],
    ['UTC', '00:00', '24:00', '2026-03-28T23:59:59Z', false],
    ['UTC', '00:00', '24:00', '2026-03-29T23:59:59Z', true],
  ])('in %s on Sunday from %s to %s contains %s: %s', (timeZone, from, to, moment, expected) => {
    expect(windowAt(window(timeZone, from, to), Date.parse(moment)) !== undefined).toBe(expected);
  });
});
