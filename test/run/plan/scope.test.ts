import { describe, expect, it } from 'vitest';
import { runRequest } from '../../../lib/contract/run-request.ts';
import type { IndexEntry } from '../../../lib/core/inventory/due.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { promiseOf, readsUntilOf, requestedProjects, scopeOf, turnsOf } from '../../../lib/run/plan/scope.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aPolicy } from '../../core/organization.ts';
import { leaveRun } from '../stored.ts';

const asked = (kind: 'manual' | 'event' | 'schedule', given: object = {}) =>
  runRequest.parse({ trigger: { kind, by: 'a test' }, ...given });

const names = ['crm', 'shop-dev', 'shop-prod'];
const begunMs = Date.parse('2030-01-01T12:00:00Z');

describe('the projects of a request', () => {
  const ports = () => ({ store: createMemoryStore(), clock: { now: () => begunMs } });

  it('are all, those whose names a person means, or those that an event names', async () => {
    expect(await requestedProjects(ports(), asked('manual'), names)).toBeUndefined();
    const named = { projects: ['shop-*'] };
    expect(await requestedProjects(ports(), asked('manual', named), names)).toEqual(['shop-dev', 'shop-prod']);
    expect(await requestedProjects(ports(), asked('event', named), names)).toEqual(['shop-*']);
  });

  it('are, for an undo, those that its run wrote to and that still exist', async () => {
    const { store, clock } = ports();
    await leaveRun(store, 'run-1', ['orders']);
    await sealRun({ store, clock }, 'run-1');
    const undo = asked('manual', { undo: 'run-1' });
    expect(await requestedProjects({ store, clock }, undo, ['crm', 'shop'])).toEqual(['shop']);
    expect(await requestedProjects({ store, clock }, undo, ['crm'])).toEqual([]);
  });
});

describe('the projects that a run reads', () => {
  const match = { project: ['shop-*', 'crm'] };
  const sharing = aPolicy({
    budgets: [{ name: 'all', match, monthly: '400', basis: 'run-rate', rest: 'share', deadBandGb: 0, warnPercent: 0 }],
  });
  const seen = (...projects: readonly string[]): ReadonlyMap<string, IndexEntry> =>
    new Map(projects.map((name) => [name, { readAt: '2030-01-01T11:00:00.000Z' }]));

  it('are all without a request, and with one all that share a budget with it', () => {
    expect(scopeOf(asked('manual'), sharing, names, undefined, seen())).toEqual({ scope: undefined, sharing: [] });
    expect(scopeOf(asked('manual'), sharing, names, ['crm'], seen())).toEqual({ scope: names, sharing: [] });
    expect(scopeOf(asked('manual'), aPolicy(), names, ['crm'], seen())).toEqual({ scope: ['crm'], sharing: [] });
  });

  it('are for an event those it names, and of the others at most one that no run has read', () => {
    const event = (...known: readonly string[]) =>
      scopeOf(asked('event'), sharing, names, ['shop-dev'], seen(...known));
    expect(event(...names)).toEqual({ scope: ['shop-dev'], sharing: ['crm', 'shop-prod'] });
    expect(event('crm')).toEqual({ scope: ['shop-dev', 'shop-prod'], sharing: ['crm'] });
    expect(event()).toEqual({ scope: ['shop-dev'], sharing: ['crm', 'shop-prod'] });
  });

  const index = new Map<string, IndexEntry>([
    ['crm', { readAt: '2030-01-01T11:00:00.000Z' }],
    ['shop-dev', { readAt: '2030-01-01T09:00:00.000Z' }],
    ['shop-prod', { readAt: '2030-01-01T10:00:00.000Z' }],
  ]);
  const turns = (given: object, named: readonly string[] = []) =>
    turnsOf(asked('schedule', given), names, index, named, begunMs);

  it('come in the order of their names, and in a pass the oldest readings come first', () => {
    expect(turns({})).toEqual(names);
    expect(turns({ everyMinutes: 60 })).toEqual(['shop-dev', 'shop-prod', 'crm']);
    expect(turns({ reads: 1 })).toEqual(['shop-dev']);
  });

  it('begin with those that the run reads in any case, each once, if they are listed', () => {
    expect(turns({ reads: 1 }, ['crm', 'gone', 'crm'])).toEqual(['crm', 'shop-dev']);
  });
});

describe('a scheduled pass', () => {
  it('stops reading before the next one comes, and others read to their end', () => {
    expect(readsUntilOf(asked('schedule', { everyMinutes: 60 }), begunMs)).toBe('2030-01-01T12:53:30.000Z');
    expect(readsUntilOf(asked('manual'), begunMs)).toBeUndefined();
  });

  it('promises how old readings become and how soon a new service is found; others leave the promise', () => {
    const before = { promisedMinutes: 7, newServiceMinutes: 5 };
    expect(promiseOf(asked('manual'), 30, before)).toBe(before);
    expect(promiseOf(asked('schedule', { everyMinutes: 60 }), 30, before).promisedMinutes).toBe(120);
    expect(promiseOf(asked('schedule', { everyMinutes: 60, reads: 10 }), 30, before).promisedMinutes).toBe(300);
    const looks = { projects: 30, everyMinutes: 5 };
    const quick =
      promiseOf(asked('schedule', { everyMinutes: 60, reads: 600, looks }), 30, before).newServiceMinutes ?? 0;
    expect(quick).toBeGreaterThan(0);
    expect(quick).toBeLessThan(60);
  });
});
