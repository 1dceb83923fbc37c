import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/objects.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { openShell, token } from './shell.ts';

const budget = `prices: { default: "0.15" }
budgets:
  - { name: all storage, match: { project: '*' }, monthly: "1000.00" }`;

const afterRun = async () => {
  const shell = await openShell(even(2, 2));
  writeFileSync(join(shell.store, keys.policy), enableAll(200, budget));
  expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(0);
  return shell;
};

describe('headroom report', () => {
  it('shows coverage, maximums, budgets and findings of the latest run, in Markdown unless told otherwise', async () => {
    const { run } = await afterRun();
    const { status, out, err } = await run('report');
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('# Headroom: run run-1\n');
    expect(out).toContain('- **outcome:** applied\n');
    expect(out).toContain('- **services:** 4 enabled, 0 disabled, 0 left alone');
    expect(out).toMatch(/\| all storage \| 4 \| 1000\.00 \|/);
    expect(out).toMatch(/\| project-1 \| service-0 \| enable \| everything \| 200 \| confirmed \| all storage \|/);
    expect(out).not.toContain(token);
  });

  it.each([
    ['html', /^<!doctype html>[\s\S]*<td>service-1<\/td>[\s\S]*<\/html>\n$/],
    ['csv', /^project,service,effect,rule,maximum GB,.*\r\n(project-\d,service-\d,enable,.*\r\n){4}$/],
    ['json', /^\{\n {2}"runId": "run-1"/],
  ])('gives %s', async (format, expected) => {
    const { run } = await afterRun();
    const { status, out } = await run('report', '--format', format);
    expect(status).toBe(0);
    expect(out).toMatch(expected);
    expect(out).not.toContain(token);
  });

  it('writes it to a file, or says that it cannot', async () => {
    const { run } = await afterRun();
    const file = join(temporaryDirectory(), 'report.html');
    const { status, out, err } = await run('report', '--format', 'html', '--out', file);
    expect([status, out, err]).toEqual([0, '', `report written to ${file}\n`]);
    expect(readFileSync(file, 'utf8')).toContain('</html>');
    const refused = await run('report', '--out', join(file, 'below-a-file'));
    expect(refused.status).toBe(2);
    expect(refused.err).toMatch(/^error: --out .*below-a-file: cannot be written .*; give another file\n$/);
  });

  it('asks no platform, and says what to do when there is nothing to show', async () => {
    const { run, platform } = await openShell(even(1, 1));
    const { status, err } = await run('report');
    expect([status, err]).toEqual([1, 'error: there is no report yet; headroom apply makes one\n']);
    expect((await run('report', '--run', 'run-9')).err).toContain('holds no report of the run run-9');
    expect((await run('report', '--format', 'pdf')).status).toBe(2);
    expect(platform.requests().reads).toBe(0);
  });

  it('has an example in its help', async () => {
    const { run } = await openShell(even(1, 1));
    expect((await run('report', '--help')).out).toMatch(/Example:\n {2}headroom report /);
  });
});
