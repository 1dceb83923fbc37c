import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { groupedCommands, manualPage, outlined, shownOptions, usageOf } from '../../bin/manual.ts';

const page = manualPage('1.2.3');
/** The page as its reader sees it, as far as escapes go. */
const read = page.replaceAll('\\-', '-').replaceAll('\\&', '').replaceAll('\\e', '\\');
const commands = groupedCommands(outlined()).flatMap(([, inGroup]) => inGroup);
const hasGroff = spawnSync('groff', ['--version']).status === 0;

describe('the page of man', () => {
  it('has every command with each of its options, as the help has them', () => {
    const sections = read.split(/^\.SS /m).slice(1);
    expect(sections.map((text) => text.split('\n')[0])).toEqual(commands.map((command) => `"${usageOf(command)}"`));
    for (const [at, command] of commands.entries())
      for (const { flags } of shownOptions(command)) expect(sections[at]).toContain(`.B ${flags}\n`);
  });

  it('names the version, and says what every exit status means', () => {
    expect(read).toMatch(/^\.TH HEADROOM 1 "" "headroom 1\.2\.3"/);
    expect(read.match(/^Exit status: 0/gm)).toHaveLength(commands.length);
  });

  it('has no line that the formatter would take for a request by mistake', () => {
    const known = ['.B', '.PP', '.SH', '.SS', '.TH', '.TP'];
    const requests = page.split('\n').filter((line) => /^[.']/.test(line));
    expect(requests.filter((line) => !known.includes(line.split(' ')[0] ?? ''))).toEqual([]);
  });

  it.skipIf(!hasGroff)('formats without a warning', () => {
    const { status, stderr } = spawnSync('groff', ['-man', '-ww', '-Tascii', '-z'], { input: page, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
