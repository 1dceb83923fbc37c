import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { type NewCommand, outputOptions } from '../../../lib/cli/shell/options.ts';
import { formatOf, type OutputFlags, outputFormats } from '../../../lib/cli/shell/output.ts';

const flagsOf = (...argv: string[]): OutputFlags => {
  const command = outputOptions(new Command('list') as unknown as NewCommand, outputFormats);
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  return command.parse(argv, { from: 'user' }).opts();
};

describe('the output format', () => {
  it.each([
    [[], 'table'],
    [['--json'], 'json'],
    [['-o', 'json'], 'json'],
    [['--output', 'csv'], 'csv'],
    [['--json', '-o', 'json'], 'json'],
  ])('of %j is %s', (argv, format) => {
    expect(formatOf(flagsOf(...argv))).toBe(format);
  });

  it('of -o json is the one of --json for every command', () => {
    expect(flagsOf('-o', 'json').json).toBe(true);
  });

  it('is refused if it is unknown or contradicts --json', () => {
    expect(() => flagsOf('-o', 'xml')).toThrow('Allowed choices are table, json, csv, markdown');
    expect(() => formatOf(flagsOf('--json', '-o', 'csv'))).toThrow('use --json or -o csv, not both');
  });
});
