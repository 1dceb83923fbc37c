import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { type PlantedBug, plantedIn, readBugs, root } from '../../planted-bugs/bug.ts';

const bugs = readBugs();

describe('a planted bug', () => {
  it.each(bugs)('$name changes a text that its file has exactly once, and leaves a file that parses', (bug) => {
    const content = readFileSync(join(root, bug.file), 'utf8');
    const planted = plantedIn(bug, content);
    expect(planted).not.toBe(content);
    expect(() => transformSync(planted, { loader: 'ts' })).not.toThrow();
  });

  it.each(bugs.filter(({ caughtBy }) => caughtBy !== 'simulation'))('$name is caught by tests that exist', (bug) => {
    expect([bug.caughtBy].flat().filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('is an error that names it when its text occurs twice, or not at all', () => {
    const bug: PlantedBug = { ...bugs[0], name: '00-x', file: 'lib/x.ts', text: 'a' } as PlantedBug;
    expect(() => plantedIn(bug, 'a a')).toThrow('00-x: its text occurs 2 times in lib/x.ts');
    expect(() => plantedIn(bug, 'b')).toThrow('00-x: its text occurs 0 times in lib/x.ts');
  });
});

it('there are at least 60 bugs, each with a number of its own, and the simulator alone has to catch 25 of them', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(60);
  expect(new Set(bugs.map(({ name }) => Number.parseInt(name, 10))).size).toBe(bugs.length);
  expect(bugs.filter(({ caughtBy }) => caughtBy === 'simulation').length).toBeGreaterThanOrEqual(25);
});
