import { expect, it } from 'vitest';
import { sweepAfter } from '../../../lib/cli/session/session.ts';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';

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
