import { describe, expect, it } from 'vitest';
import { type Emptied, judgeLists, type ListSizes } from '../../../lib/core/service/emptied-lists.ts';

/** A look at a project of twelve services, all of which Headroom has enabled. */
const look = (given: Partial<ListSizes>): ListSizes => ({
  runId: 'run-1',
  services: 12,
  endpoints: 12,
  ours: 12,
  integrations: 12,
  knownServices: 12,
  leftWithEndpoint: 12,
  ...given,
});

const noServices = { services: 0, integrations: 0, leftWithEndpoint: 0 };
const noEndpoints = { endpoints: 0, ours: 0, integrations: 0 };
const nothing = { ...noServices, ...noEndpoints };

/** Whether each of several looks, one after the other, is believed. */
const course = (...looks: readonly Partial<ListSizes>[]): boolean[] => {
  let emptied: Emptied | null = null;
  return looks.map((given, at) => {
    const judged = judgeLists(look({ runId: `run-${at + 1}`, ...given }), emptied);
    emptied = judged.emptied;
    return judged.doubt === null;
  });
};

describe('a list that comes back empty', () => {
  it('is not believed at first where the project is known to hold something', () => {
    expect(judgeLists(look(noServices), null)).toEqual({
      doubt: 'the platform lists no services, but its history has 12; the next run accepts it if it sees the same',
      emptied: { runId: 'run-1', lists: ['services'] },
    });
    expect(judgeLists(look(noEndpoints), null)).toEqual({
      doubt: 'the platform lists no endpoints, but Headroom last wrote 12; the next run accepts it if it sees the same',
      emptied: { runId: 'run-1', lists: ['endpoints'] },
    });
  });

  it('is believed when another run finds the same, and from then on', () => {
    expect(course(noServices, noServices, noServices)).toEqual([false, true, true]);
    expect(course(noEndpoints, noEndpoints, noEndpoints)).toEqual([false, true, true]);
    expect(course(nothing, nothing, nothing)).toEqual([false, true, true]);
  });

  it('is not believed because the same run looks twice', () => {
    expect(course({ ...noServices, runId: 'a' }, { ...noServices, runId: 'a' })).toEqual([false, false]);
  });

  it('begins anew after a look that found something', () => {
    expect(course(noServices, {}, noServices)).toEqual([false, true, false]);
  });

  it('begins anew where another list comes back empty than before', () => {
    expect(course(noServices, noEndpoints)).toEqual([false, false]);
    expect(course(noServices, { ...nothing, integrations: 3 })).toEqual([false, false]);
  });

  it('is not believed where endpoints of ours stand without any service, though no history knows one', () => {
    const orphaned = { ...noServices, knownServices: 0, ours: 3 };
    expect(judgeLists(look(orphaned), null).doubt).toContain('no services, but it has 3 Headroom endpoints');
    expect(course(orphaned, orphaned)).toEqual([false, true]);
  });

  it('is not believed where integrations of the services speak against it', () => {
    const contradicted = { ...noEndpoints, integrations: 5, leftWithEndpoint: 0 };
    expect(judgeLists(look(contradicted), null).doubt).toContain('no endpoints, but its services have 5 integrations');
    expect(course(contradicted, contradicted, contradicted)).toEqual([false, true, true]);
  });

  it('is believed at once where nothing is known of the project, or was ever there', () => {
    expect(course({ ...nothing, knownServices: 0 })).toEqual([true]);
  });

  it('is believed at once where Headroom has taken the last endpoints away itself', () => {
    expect(course({ ...noEndpoints, leftWithEndpoint: 0 })).toEqual([true]);
  });

  it('is believed at once where one endpoint was deleted with its integration, and not where several were', () => {
    expect(course({ ...noEndpoints, leftWithEndpoint: 1 })).toEqual([true]);
    expect(course({ ...noEndpoints, leftWithEndpoint: 2 })).toEqual([false]);
  });

  it('is believed at once where it only became shorter', () => {
    expect(course({ services: 1, endpoints: 1, integrations: 1 })).toEqual([true]);
  });
});
