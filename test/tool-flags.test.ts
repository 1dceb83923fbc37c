import { describe, expect, it } from 'vitest';
import { benchCommand, benchOptions } from './bench/options.ts';
import { plantedBugsCommand, plantedBugsOptions } from './planted-bugs/options.ts';
import { soakCommand, soakOptions } from './soak/options.ts';
import { readToolFlags, type ToolFlags } from './tool-flags.ts';

const tools: [string, ToolFlags][] = [
  [soakCommand, soakOptions],
  [benchCommand, benchOptions],
  [plantedBugsCommand, plantedBugsOptions],
];

describe.each(tools)('%s', (command, flags) => {
  it('prints every flag with what it is for when asked for help', () => {
    const read = readToolFlags(command, flags, ['--help']);
    expect(read).toMatchObject({ status: 0, text: expect.stringContaining(`Usage: ${command} [flags]`) });
    const text = 'text' in read ? read.text : '';
    for (const [name, { about }] of Object.entries(flags)) {
      const line = text.split('\n').find((each) => new RegExp(`^  --${name}\\b`).test(each));
      expect(line).toContain(`  ${about}`);
    }
  });

  it.each([
    ['a flag that does not exist', ['--nonsense'], "error: Unknown option '--nonsense'"],
    ['a word that belongs to no flag', ['nonsense'], "error: Unexpected argument 'nonsense'"],
    ['a value of a flag without one', ['--json=yes'], "error: Option '--json' does not take an argument"],
  ])('refuses %s with one line, and says where help is', (_, argv, message) => {
    expect(readToolFlags(command, flags, argv)).toEqual({
      status: 2,
      text: expect.stringMatching(new RegExp(`^${message}[^\n]*\nsee ${command} --help\n$`)),
    });
  });

  it('has a default or none for every flag where the line has no words', () => {
    expect(readToolFlags(command, flags, [])).toEqual({ values: expect.objectContaining({ json: false }) });
  });
});
