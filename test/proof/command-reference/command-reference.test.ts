import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandPage, page } from '../../command-reference/page.ts';

it(`${page} is what npm run command-reference makes of the commands now`, () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', '..', page), 'utf8')).toBe(commandPage());
});

it('each command stands once, with other exit statuses than 0, 1 and 2, and an option of many commands is described once', () => {
  const text = commandPage();
  const sections = text.split(/^### /m).slice(1);
  expect(new Set(sections.map((one) => one.split('\n')[0])).size).toBe(sections.length);
  expect(sections.filter((one) => /Exit status[^:]*: /.test(one)).length).toBeGreaterThan(15);
  expect(text).toContain('### `headroom audit`\n\nList every write');
  expect(text).toContain('Exit status: 1 if the chain is broken.');
  expect(text).toContain('Exit status of each `headroom notify` command: 1 if a message failed.');
  expect(text.split('5 if the mode or a freeze prevented a write')).toHaveLength(2);
  expect(text.split('(HEADROOM\\_BASE\\_URL)')).toHaveLength(2);
});

it('each name for options that go together is explained, and a command refers to it', () => {
  const [explained = '', commands = ''] = commandPage().split('\n## Begin\n');
  const names = [...explained.matchAll(/^- \*(\w+)\*: /gm)].map(([, name = '']) => name);
  const named = new Set(
    [...commands.matchAll(/^Also: .+$/gm)].flatMap(([line]) => line.match(/(?<=\*)\w+(?=\*)/g) ?? []),
  );
  expect([...named].toSorted()).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThan(5);
});
