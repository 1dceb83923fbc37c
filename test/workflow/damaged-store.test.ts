import { afterAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { keys } from '../../lib/run/store/keys.ts';
import type { AtEnd } from '../temporary-directory.ts';
import { damages } from './damages.ts';
import {
  asideOf,
  cached,
  damagedKeys,
  problemIn,
  sectionsOf,
  spoil,
  spoilSection,
  withCopy,
  wrong,
} from './damaging.ts';
import { type FilledStore, fillStore, runOnce } from './filled-store.ts';

const ends: Parameters<AtEnd>[0][] = [];
afterAll(async () => {
  for (const end of ends) await end();
});
let filledBefore: Promise<FilledStore> | undefined;

/** The same for all tests: each spoils a copy of it, and no run on a copy changes what the next one finds on the platform. */
const filledOnce = (): Promise<FilledStore> => {
  filledBefore ??= fillStore((end) => void ends.push(end));
  return filledBefore;
};

/** What is remembered from run to run and begins anew, and how a run ends that finds it damaged. */
const remembered = {
  [keys.reported]: 'nothing',
  // The platform lowers the option once more, and refuses the service once more.
  [keys.projectRecord('logs')]: 'applied',
  [keys.projectRecord('shop')]: 'partial',
} as const;

/** Sections of a project's record that begin anew, and how a run ends that finds one damaged. */
const sections = {
  [keys.history('logs')]: 'nothing',
  [keys.refusals('logs')]: 'applied',
  [keys.applied('shop')]: 'nothing',
  [keys.refusals('shop')]: 'partial',
} as const;

/** The damage in place of one that leaves an object in sections whole, but for a section. */
const ofWhole = (key: string, damage: string) =>
  (key.startsWith(keys.projectRecords) || key === keys.reported) && damage === 'wrong inside' ? damages.cut : undefined;

describe('a run that finds what is remembered damaged', () => {
  it('all of it, in any way, goes on without it, keeps its text, and reports it', async () => {
    const filled = await filledOnce();
    for (const [damage, spoilIt] of Object.entries(damages)) {
      const ports = await withCopy(filled);
      const { store } = ports;
      const spoilt = new Map<string, string>();
      for (const key of [...Object.keys(remembered), ...cached])
        spoilt.set(key, await spoil(store, key, ofWhole(key, damage) ?? spoilIt));
      const { outcome, plan } = await runOnce(ports, 'run-9');
      expect([damage, outcome]).toEqual([damage, 'partial']);
      expect(damagedKeys(plan?.findings)).toEqual(Object.keys(remembered).sort());
      for (const key of Object.keys(remembered)) expect(await asideOf(store, key), key).toBe(spoilt.get(key));
      for (const [key, text] of spoilt) {
        const body = (await store.get(key))?.body;
        expect(body === text || (await problemIn(store, key)) === undefined, key).toBe(true);
      }
    }
  });

  it('reports it until a person has deleted the damaged object and the copy, and no longer', async () => {
    const ports = await withCopy(await filledOnce());
    await spoilSection(ports.store, keys.history('logs'), wrong);
    for (const runId of ['run-9', 'run-91']) {
      const { outcome, plan } = await runOnce(ports, runId);
      expect([outcome, damagedKeys(plan?.findings)]).toEqual(['nothing', [keys.history('logs')]]);
    }
    const copies = await ports.store.list('damaged/');
    expect(copies).toHaveLength(1);
    await spoilSection(ports.store, keys.history('logs'));
    for (const key of copies) await ports.store.delete(key);
    expect(damagedKeys((await runOnce(ports, 'run-92')).plan?.findings)).toEqual([]);
  });

  it('one object of it, goes on as if that had never been there', async () => {
    const filled = await filledOnce();
    for (const [key, expected] of Object.entries(remembered)) {
      const ports = await withCopy(filled);
      await spoil(ports.store, key, damages.cut ?? String);
      const { outcome, plan } = await runOnce(ports, 'run-9');
      expect([key, outcome, damagedKeys(plan?.findings)]).toEqual([key, expected, [key]]);
    }
  });

  it('one section of a record, begins this one anew and keeps the others', async () => {
    const filled = await filledOnce();
    for (const [key, expected] of Object.entries(sections)) {
      const ports = await withCopy(filled);
      const before = await sectionsOf(ports.store, key);
      await spoilSection(ports.store, key, wrong);
      const { outcome, plan } = await runOnce(ports, 'run-9');
      expect([key, outcome, damagedKeys(plan?.findings)]).toEqual([key, expected, [key]]);
      expect(await asideOf(ports.store, key)).toBe('[{"wrong":true}]');
      const kept = Object.keys(before).filter((name) => name !== 'reading' && !key.endsWith(name));
      const after = await sectionsOf(ports.store, key);
      for (const name of kept) expect(after[name], name).toEqual(before[name]);
    }
  });

  it('a reading, leaves its project alone, and the next pass reads it without a loss', async () => {
    const filled = await filledOnce();
    const ports = await withCopy(filled);
    const key = keys.reading('logs');
    const { reading: _, ...before } = await sectionsOf(ports.store, key);
    await spoilSection(ports.store, key, wrong);
    const { outcome, plan } = await runOnce(ports, 'run-9');
    expect([outcome, damagedKeys(plan?.findings)]).toEqual(['nothing', []]);
    expect(await sectionsOf(ports.store, key)).toMatchObject({ ...before, reading: { runId: 'run-9' } });
  });

  it('in the watch for new services, starts from now and the next run reports it', async () => {
    const filled = await filledOnce();
    const watched = [keys.watermarks, keys.watchTurn, keys.heartbeatSent, keys.heartbeatArrived];
    const ports = await withCopy(filled);
    for (const key of watched) await spoilSection(ports.store, key, wrong);
    const { published } = await taskHandlers(ports)['watch-services']({ most: 1 });
    expect(published).toBe(0);
    const { plan } = await runOnce(ports, 'run-9');
    expect(damagedKeys(plan?.findings)).toEqual(watched.toSorted());
  });
});

describe('a run that finds an answer of the platform damaged', () => {
  it('in any way, asks again and says nothing of it', async () => {
    const filled = await filledOnce();
    const ordinary = await filled.headroom.counted(async () => runOnce(await withCopy(filled), 'run-9'));
    for (const [damage, spoilIt] of Object.entries(damages)) {
      const ports = await withCopy(filled);
      for (const key of cached) await spoil(ports.store, key, spoilIt);
      const { result, reads } = await filled.headroom.counted(() => runOnce(ports, 'run-9'));
      expect([damage, result.outcome, damagedKeys(result.plan?.findings)]).toEqual([damage, 'nothing', []]);
      expect(reads).toBe(ordinary.reads + cached.length);
    }
  });
});

describe('what lets one run write, and what lets it write so much', () => {
  it('stops the run where it is damaged in any way, and the error names the object and the way out', async () => {
    const filled = await filledOnce();
    const { waiting, headroom } = filled;
    const used = (await headroom.store.list(keys.approvals))[0]?.slice(keys.approvals.length, -'.json'.length) ?? '';
    const rows = [
      { key: keys.lease, way: 'headroom apply --break-lease' },
      { key: keys.unsealedRun('run-3'), way: 'The audit needs it' },
      { key: keys.proposedPlan(waiting), approvedDigest: waiting, way: 'the next run proposes its plan again' },
      { key: keys.approval(used), approvedDigest: used, way: 'check headroom audit, then delete it' },
    ];
    for (const spoilIt of Object.values(damages)) {
      for (const { key, way, approvedDigest } of rows) {
        const ports = await withCopy(filled);
        const spoilt = await spoil(ports.store, key, spoilIt);
        const { result, writes } = await headroom.counted(() => runOnce(ports, 'run-9', { approvedDigest }));
        expect([result.outcome, result.error, writes]).toEqual(['failed', 'StoreDamaged', 0]);
        expect(result.cause).toContain(`${key} in the store cannot be read (`);
        expect(result.cause).toContain(way);
        expect((await ports.store.get(key))?.body).toBe(spoilt);
      }
    }
  });

  it('concerns no run that does not need it', async () => {
    const filled = await filledOnce();
    const ports = await withCopy(filled);
    const approved = [...(await ports.store.list(keys.approvals)), ...(await ports.store.list(keys.proposedPlans))];
    for (const key of [...approved, keys.latestReport]) await spoil(ports.store, key, damages.cut ?? String);
    expect((await runOnce(ports, 'run-9')).outcome).toBe('nothing');
  });
});
