import { describe, expect, it } from 'vitest';
import { judgeLook, type Look, type SeenLists } from '../../lib/core/emptied-lists.ts';

const look = (given: Partial<Look>): Look => ({
  runId: 'run-1',
  services: 12,
  endpoints: 12,
  ours: 12,
  integrations: 12,
  leftWithEndpoint: 12,
  ...given,
});

const full: SeenLists = { services: 12, endpoints: 12, doubt: null };
const noServices = { services: 0, integrations: 0, leftWithEndpoint: 0 };
const noEndpoints = { endpoints: 0, ours: 0, integrations: 0 };

/** What each of several looks leads to, one after the other. */
const course = (before: SeenLists | undefined, ...looks: readonly Partial<Look>[]): boolean[] => {
  let seen = before;
  return looks.map((given, at) => {
    const judged = judgeLook(look({ runId: `run-${at + 1}`, ...given }), seen);
    seen = judged.seen;
    return judged.doubt === null;
  });
};

describe('a list that comes back empty', () => {
  it('is not believed at first where an earlier run saw something in it', () => {
    const { doubt, seen } = judgeLook(look(noServices), full);
    expect(doubt).toBe(
      'the platform lists no services, though an earlier run saw 12; the next run that finds the same believes it',
    );
    expect(seen).toEqual({ services: 12, endpoints: 12, doubt: { runId: 'run-1', lists: ['services'] } });
    expect(judgeLook(look(noEndpoints), full).doubt).toContain('no endpoints, though an earlier run saw 12');
  });

  it('is believed when another run finds the same, and from then on', () => {
    expect(course(full, noServices, noServices, noServices)).toEqual([false, true, true]);
    expect(course(full, noEndpoints, noEndpoints, noEndpoints)).toEqual([false, true, true]);
    expect(course(full, { ...noServices, ...noEndpoints }, { ...noServices, ...noEndpoints })).toEqual([false, true]);
  });

  it('is not believed because the same run looks twice', () => {
    expect(course(full, { ...noServices, runId: 'a' }, { ...noServices, runId: 'a' })).toEqual([false, false]);
  });

  it('begins anew after a look that found something', () => {
    expect(course(full, noServices, {}, noServices)).toEqual([false, true, false]);
  });

  it('begins anew where another list comes back empty than before', () => {
    expect(course(full, noServices, noEndpoints)).toEqual([false, false]);
    expect(course(full, noServices, { ...noServices, ...noEndpoints, leftWithEndpoint: 3 })).toEqual([false, false]);
  });

  it('is not believed at the first look of all where endpoints of ours stand without a service', () => {
    expect(judgeLook(look({ ...noServices, ours: 3 }), undefined).doubt).toContain(
      'no services, though 3 endpoints of ours are there',
    );
    expect(course(undefined, noServices, noServices)).toEqual([false, true]);
  });

  it('is not believed where integrations of the services speak against it, whatever was seen before', () => {
    const contradicted = { endpoints: 0, ours: 0, integrations: 5 };
    expect(judgeLook(look(contradicted), undefined).doubt).toContain(
      'no endpoints, though its services have 5 integrations',
    );
    expect(course(undefined, contradicted, contradicted, contradicted)).toEqual([false, true, true]);
  });

  it('is believed at once where nothing speaks of anything else', () => {
    expect(course(undefined, { ...noServices, ...noEndpoints })).toEqual([true]);
    expect(course({ services: 0, endpoints: 0, doubt: null }, { ...noServices, ...noEndpoints })).toEqual([true]);
  });

  it('is believed at once where Headroom has taken the last endpoints away itself', () => {
    expect(course(full, { ...noEndpoints, leftWithEndpoint: 0 })).toEqual([true]);
  });

  it('is believed at once where it only became shorter', () => {
    expect(course(full, { services: 1, endpoints: 1 })).toEqual([true]);
  });
});
