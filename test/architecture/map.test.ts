import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ladders, layers } from './rooms.ts';

const page = readFileSync('docs/internals/architecture.md', 'utf8');

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Rows of the table of rooms: the rooms of the first cell, and what the second says. */
const rows = [...page.matchAll(/^\| (`(?:lib|functions|test)[^|]*) \| (.+) \|$/gm)].map(([, name = '', text = '']) => ({
  rooms: namesIn(name),
  text,
}));

const textOf = (room: string): string => rows.find(({ rooms }) => rooms.includes(room))?.text ?? '';

/** Rooms that the sentences about the entries of the program, the tasks or the ports describe. */
const elsewhere = ['functions', 'lib/ports.ts', 'bin/app.ts', 'bin/headroom.ts'];

/** What the diagram draws of the law: `bin` stands for both programs, and a room within another one for itself alone. */
const drawnRooms = Object.keys(layers)
  .filter((layer) => !['lib/index.ts', 'lib/cdk.ts', 'lib/wire/search-options'].includes(layer))
  .map((layer) => (layer.startsWith('bin/') ? 'bin' : layer));

const importsOf = (room: string): readonly string[] =>
  room === 'bin' ? [...(layers['bin/app.ts'] ?? []), ...(layers['bin/headroom.ts'] ?? [])] : (layers[room] ?? []);

/** The rooms of a diagram, and its arrows from one room to another. */
const diagramIn = (text: string) => {
  const drawing = /```mermaid\n(.*?)```/s.exec(text)?.[1] ?? '';
  const rooms = new Map([...drawing.matchAll(/(\w+)\[([^\]<]+)/g)].map(([, id = '', room = '']) => [id, room]));
  const arrows = drawing.split('\n').flatMap((line) => {
    const steps = line.split('-->').map((step) => step.replaceAll(/\[[^\]]*\]/g, '').match(/\w+/g) ?? []);
    return steps
      .slice(1)
      .flatMap((to, at) => (steps[at] ?? []).flatMap((from) => to.map((one) => [from, one] as const)));
  });
  return { rooms: [...rooms.values()], arrows: arrows.map(([from, to]) => [rooms.get(from), rooms.get(to)]) };
};

/** Arrows that no import may follow. */
const forbidden = ({ arrows }: ReturnType<typeof diagramIn>) =>
  arrows.filter(([from = '', to = '']) => !importsOf(from).includes(to));

describe('the map of rooms in docs/internals/architecture.md', () => {
  it('has every layer of the rules for imports in its table, and no other', () => {
    const inTable = rows.flatMap(({ rooms }) => rooms);
    const named = [...inTable, ...rows.flatMap(({ text }) => namesIn(text)), ...elsewhere];
    expect(Object.keys(layers).filter((layer) => !named.includes(layer))).toEqual([]);
    expect(inTable.filter((room) => !(room in layers))).toEqual([]);
    for (const room of ['bin', 'functions', 'lib/ports.ts']) expect(page).toContain(`\`${room}\``);
  });

  it('draws every layer of the rules for imports, and no other', () => {
    expect(diagramIn(page).rooms.toSorted()).toEqual([...new Set(drawnRooms)].toSorted());
  });

  it('draws only arrows that the rules for imports allow', () => {
    const diagram = diagramIn(page);
    expect(diagram.arrows.length).toBeGreaterThan(20);
    expect(forbidden(diagram)).toEqual([]);
    const upward = '```mermaid\n  core[lib/core<br>pure] --> run[lib/run<br>steps] & cli[lib/cli]\n```';
    expect(forbidden(diagramIn(upward))).toEqual([
      ['lib/core', 'lib/run'],
      ['lib/core', 'lib/cli'],
    ]);
  });

  it.each(Object.entries(ladders))('has every room of %s in its row, and no other', (layer, ladder) => {
    // `assets` has no code.
    const named = namesIn(textOf(layer)).filter((name) => /^[a-z-]+$/.test(name) && name !== 'assets');
    expect(named.toSorted()).toEqual(ladder.filter((room) => room !== '.').toSorted());
  });
});
