import { describe, expect, it } from 'vitest';
import { sweepAfter, withScratchFolder } from '../../../lib/cli/session/session.ts';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { storeContract } from '../../contracts/store.ts';

const notesOf = async (sweep: () => Promise<void>): Promise<string[]> => {
  const notes: string[] = [];
  await sweepAfter({ sweep }, { note: (text) => void notes.push(text) });
  return notes;
};

it('a run that has done its work names a folder of the store that it may not enter, and does not fail', async () => {
  const refused = async () => {
    throw new StoreUnavailable('this user may not use /state/lost+found (EACCES)');
  };
  expect(await notesOf(refused)).toEqual([
    'leftover files in the store were not removed: this user may not use /state/lost+found (EACCES)',
  ]);
});

it('says nothing of a store that was swept', async () => {
  expect(await notesOf(async () => undefined)).toEqual([]);
});

it('hides no mistake of the program', async () => {
  const broken = async () => {
    throw new TypeError('not a function');
  };
  await expect(notesOf(broken)).rejects.toThrow('not a function');
});

storeContract('a folder in memory beside a store', () => withScratchFolder(createMemoryStore(), 'runs/'));

describe('a store with one folder in memory', () => {
  it('keeps what lies in the folder to itself, and everything else in the store', async () => {
    const below = createMemoryStore();
    const store = withScratchFolder(below, 'runs/run-1/');
    await store.put('runs/run-1/plan.json', 'scratch');
    await store.put('runs/run-10/plan.json', 'stored');
    await store.put('history/a.json', 'stored');
    expect(await below.list('')).toEqual(['history/a.json', 'runs/run-10/plan.json']);
    expect((await store.get('runs/run-1/plan.json'))?.body).toBe('scratch');
    expect(await store.list('')).toEqual(['history/a.json', 'runs/run-1/plan.json', 'runs/run-10/plan.json']);
    expect(await store.list('runs/run-1')).toEqual(['runs/run-1/plan.json', 'runs/run-10/plan.json']);
    expect(await store.list('runs/run-1/')).toEqual(['runs/run-1/plan.json']);
    expect(await store.list('history/')).toEqual(['history/a.json']);
    await store.delete('runs/run-1/plan.json');
    expect(await store.list('runs/run-1/')).toEqual([]);
  });
});
