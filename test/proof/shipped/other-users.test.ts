import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AttackKind, attack, judgeRefusal } from '../../shipped/other-users.ts';
import { drawsOf } from '../../simulator/engine/random.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A folder with one file, and an attack on one of the two. */
const attacked = (kind: AttackKind, seed = 1) => {
  const [neighbours, around] = ['calendars', 'around'].map((name) => join(temporaryDirectory(), name));
  for (const folder of [neighbours, around]) mkdirSync(folder ?? '');
  const file = join(neighbours ?? '', 'freeze.ics');
  writeFileSync(file, 'text\n');
  return { file, ...attack(kind, { neighbours: neighbours ?? '', around: around ?? '' }, drawsOf(seed, 'attack')) };
};

describe('an attack of another user', () => {
  it('is a link that can be read like the place itself, and is taken back', () => {
    const { file, place, end } = attacked('symlinks');
    expect([lstatSync(place).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'text\n']);
    expect(end()).toEqual([]);
    expect([lstatSync(place).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([false, 'text\n']);
  });

  it('shows that something was written behind the link, or in its place', () => {
    const written = attacked('symlinks');
    writeFileSync(written.file, 'other\n');
    expect(written.end()).toEqual([`something behind the link ${written.place} was changed`]);
  });

  it('takes rights away and gives them back', () => {
    const { place, end } = attacked('other users');
    expect(statSync(place).mode & 0o222).toBe(0);
    end();
    expect(statSync(place).mode & 0o200).toBe(0o200);
    expect(existsSync(place)).toBe(true);
  });

  it.each([
    ['names the place', 1, 'error: /store/audit is a symbolic link', true, 0],
    ['does not name it', 1, 'error: something else', true, 1],
    ['prints a stack', 1, 'Error: /store/audit\n    at read (file.js:1:2)\n', true, 1],
    ['has no error, because it did not need the place', 0, '', false, 0],
  ])('is answered well only by a command that %s', (_, status, err, refused, problems) => {
    const judged = judgeRefusal({ kind: 'symlinks', place: '/store/audit', end: () => [] }, { status, err, out: '' });
    expect([judged.refused, judged.problems.length]).toEqual([refused, problems]);
  });
});
