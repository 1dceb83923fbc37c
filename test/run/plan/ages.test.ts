import { describe, expect, it } from 'vitest';
import { agesOf } from '../../../lib/run/plan/ages.ts';
import { aSnapshot } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const startedAt = '2030-01-01T12:00:00.000Z';
const run = aRun({ startedAt, promisedMinutes: 60 });
const read = (project: string, readAt: string | undefined, given: object = {}) => ({
  ...aSnapshot({ project, ...given }),
  readAt,
});
const retires = (sunsetAt: string) => ({ operation: 'GET /v1/project', sunsetAt });
const of = (given: object, of = run, heard: readonly ReturnType<typeof retires>[] = []) =>
  agesOf(of, { snapshots: [], remembered: [], unread: [], lastApplied: new Map(), ...given } as never, heard);

describe('the readings of a plan', () => {
  it('are summed up with the oldest, where the run did not read all of them itself', () => {
    const snapshots = [read('a', '2030-01-01T12:00:01.000Z'), read('b', '2030-01-01T11:30:00.000Z')];
    const unread = [
      { project: 'b', error: 'NotReadYet', message: '' },
      { project: 'c', error: 'NotReadYet', message: '' },
    ];
    const remembered = [read('d', '2030-01-01T11:10:00.000Z'), read('e', undefined)];
    expect(of({ snapshots, remembered, unread }).readings).toEqual({
      projects: 3,
      olderThanRun: 2,
      oldestMinutes: 50,
      oldestProject: 'd',
      promisedMinutes: 60,
      notReadYet: 1,
    });
    expect(of({ snapshots: snapshots.slice(0, 1) }).readings).toBeUndefined();
  });

  it('leave a finding where they are far too old, and none where nothing was promised', () => {
    const snapshots = [read('a', '2030-01-01T09:59:00.000Z')];
    expect(of({ snapshots }).notes.map(({ code }) => code)).toEqual(['readings-old']);
    const silent = of({ snapshots }, aRun({ startedAt }));
    expect([silent.notes, silent.readings?.promisedMinutes]).toEqual([[], null]);
  });

  it('name another store that changes the projects, but not what this one applied', () => {
    const remembered = [read('a', startedAt, { appeared: { 'headroom-orders': startedAt } })];
    expect(of({ remembered }).notes).toMatchObject([{ code: 'other-store', project: 'a' }]);
    const lastApplied = new Map([['a', [{ endpointName: 'headroom-orders' }]]]);
    expect(of({ remembered, lastApplied }).notes).toEqual([]);
  });

  it('say by the newest of them when the platform retires a call, unless the run found it so itself', () => {
    const newer = read('a', '2030-01-01T11:30:00.000Z', { retiring: [retires('2030-03-01')] });
    const older = read('b', '2030-01-01T11:00:00.000Z', { retiring: [retires('2030-02-01')] });
    const heard = [retires('2030-01-15')];
    expect(of({ snapshots: [newer, older] }, run, heard).notes).toMatchObject([
      { code: 'api-retires', message: expect.stringContaining('2030-03-01') },
    ]);
    expect(of({}, run, heard).notes).toMatchObject([{ message: expect.stringContaining('2030-01-15') }]);
    const note = (code: string) => ({ code, project: '', service: '', subject: 'GET /v1/project', message: '' });
    const knowing = of({}, aRun({ startedAt, notes: [note('api-retires')] }), heard);
    expect(knowing.notes).toEqual([note('api-retires')]);
    const other = of({}, aRun({ startedAt, notes: [note('other')] }), heard);
    expect(other.notes.map(({ code }) => code)).toEqual(['other', 'api-retires']);
  });
});
