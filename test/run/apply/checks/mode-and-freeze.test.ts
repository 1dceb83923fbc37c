import { describe, expect, it } from 'vitest';
import { hourMs, isoInstant } from '../../../../lib/core/model/durations.ts';
import type { FoundMode } from '../../../../lib/core/model/mode.ts';
import { modeAndFreeze } from '../../../../lib/run/apply/checks/mode-and-freeze.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { setStoreMode } from '../../../../lib/run/store/mode.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import { aChange, aRun } from '../../stored.ts';

const change = aChange('orders');

/** A run that overrules that mode of the store; undefined: none. */
const runWith = async (overruled: FoundMode | undefined) => {
  let now = Date.parse('2026-03-02T08:00:00Z');
  const ports = { store: createMemoryStore(), clock: { now: () => now } };
  await writeObject(ports.store, keys.run('run-1'), aRun({ overruled }));
  const set = async (mode: 'observe' | 'stop' | 'enforce') => {
    now += 1000;
    await setStoreMode(ports, mode, 'ada');
  };
  return { ports, set, writeCheck: () => modeAndFreeze({ ...ports, runId: 'run-1' }) };
};

const stopped: FoundMode = { mode: 'stop', since: '2026-03-02T08:00:01.000Z', by: 'ada' };

describe('a run that overrules the mode', () => {
  it('writes under the mode that it was begun in', async () => {
    const { set, writeCheck } = await runWith(stopped);
    await set('stop');
    expect(await writeCheck()(change)).toBeUndefined();
  });

  it('is held by a mode that is set after it has begun, also when it is the same one', async () => {
    const { set, writeCheck } = await runWith(stopped);
    await set('stop');
    const check = writeCheck();
    expect(await check(change)).toBeUndefined();
    await set('stop');
    expect(await check(change)).toContain('ada set the mode to stop at 2026-03-02T08:00:02.000Z');
  });

  it('is held by a mode that cannot be read any more, and not by one that never could', async () => {
    const readable = await runWith(stopped);
    await readable.ports.store.put(keys.mode, 'garbage');
    expect(await readable.writeCheck()(change)).toContain('mode.json in the store is not JSON');
    const garbled = await runWith({ problem: 'mode.json in the store is not JSON' });
    await garbled.ports.store.put(keys.mode, 'garbage');
    expect(await garbled.writeCheck()(change)).toBeUndefined();
  });

  it('is no other run: without that every mode but enforce holds it', async () => {
    const { set, writeCheck } = await runWith(undefined);
    expect(await writeCheck()(change)).toBeUndefined();
    await set('observe');
    expect(await writeCheck()(change)).toContain('set the mode to observe');
  });

  it('that was begun without a mode in the store is held by the first one that is set', async () => {
    const { set, writeCheck } = await runWith(null);
    await set('stop');
    expect(await writeCheck()(change)).toContain('set the mode to stop');
  });
});

describe('a freeze', () => {
  const begunMs = Date.parse('2026-03-02T08:00:00Z');
  const period = { name: 'year end', startMs: begunMs + hourMs, endMs: begunMs + 2 * hourMs };

  /** The check of a task of a run, and the clock that it reads. */
  const guardOf = async (runBegunMs: number, more: Parameters<typeof aRun>[0] = {}) => {
    const time = { now: runBegunMs };
    const store = createMemoryStore();
    const freeze = { periods: [period], problem: null, knownUntilMs: period.endMs, allow: [] };
    await writeObject(store, keys.run('run-1'), aRun({ startedAt: isoInstant(runBegunMs), freeze, ...more }));
    return { time, check: modeAndFreeze({ store, clock: { now: () => time.now }, runId: 'run-1' }) };
  };

  it('that begins while the run is at work holds every later change, also after its end', async () => {
    const { time, check } = await guardOf(begunMs);
    time.now = period.startMs - 1;
    expect(await check(change)).toBeUndefined();
    time.now = period.startMs;
    expect(await check(change)).toContain('freeze "year end" with no known end has begun');
    time.now = period.endMs;
    expect(await check(change)).toContain('freeze "year end"');
  });

  it('does not hold the one service that a person changes all the same', async () => {
    const more = { only: { project: change.project, service: 'orders' }, duringFreeze: 'the disk is full' };
    const { time, check } = await guardOf(begunMs, more);
    time.now = period.startMs;
    expect(await check(change)).toBeUndefined();
    expect(await check(aChange('others'))).toContain('freeze "year end"');
  });

  it('in which the run began does not hold what its plan let through', async () => {
    const { check } = await guardOf(period.startMs);
    expect(await check(change)).toBeUndefined();
  });
});
