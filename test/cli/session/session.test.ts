import { expect, it } from 'vitest';
import { sweepAfter } from '../../../lib/cli/session/session.ts';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';

const notesOf = async (sweep: () => Promise<void>): Promise<string[]> => {
  const notes: string[] = [];
  await sweepAfter({ sweep }, { note: (text) => void notes.push(text) });
  return notes;
};

it('a folder that nobody may enter fails no run that has done its work, and is named', async () => {
  const refused = async () => {
    throw new StoreUnavailable('this user may not use /state/lost+found (EACCES)');
  };
  expect(await notesOf(refused)).toEqual([
    'files that a dead process left were not looked for: this user may not use /state/lost+found (EACCES)',
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
