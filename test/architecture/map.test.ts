import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, client, core, dashboard, emulator, layers, run, simulator, twin } from './rooms.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

/** Rows of the table of rooms, by their first cell. */
const rows = new Map(
  [...page.matchAll(/^\| (`(?:lib|functions|test)[^|]*) \| (.+) \|$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const rowOf = (room: string): string => [...rows].find(([name]) => namesIn(name).includes(room))?.[1] ?? '';

/** Rooms that the sentence about the entries of the program, the tasks or the ports describes. */
const elsewhere = ['functions', 'lib/ports.ts', 'bin/app.ts', 'bin/headroom.ts'];

describe('the map of rooms in docs/architecture.md', () => {
  it('has every layer of the rules for imports', () => {
    const named = new Set([...rows].flatMap(([name, text]) => [...namesIn(name), ...namesIn(text)]));
    expect(Object.keys(layers).filter((layer) => !named.has(layer) && !elsewhere.includes(layer))).toEqual([]);
    for (const layer of elsewhere)
      expect(page).toContain(layer.replace('bin/app.ts', '`bin`').replace('bin/headroom.ts', '`bin`'));
  });

  it.each([
    ['lib/core', core],
    ['lib/client', client],
    ['lib/run', run],
    ['lib/emulator', emulator],
    ['lib/cli', cli],
    ['lib/dashboard', dashboard],
    ['lib/twin', twin],
    ['test/simulator', simulator],
  ])('has every room of %s in its row', (layer, rooms) => {
    const named = namesIn(rowOf(layer));
    expect(rooms.filter((room) => room !== '.' && !named.includes(room))).toEqual([]);
  });
});
