import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/core/forecast/project-history.ts';
import { keys } from '../../../lib/run/store/keys.ts';
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

/** After a run that found one service of 80 GB, with a maximum of 40, which uses 76 GB and grows by 2 GB a day. */
const afterGrowth = async () => {
  const shell = await openShell(even(1, 2));
  const apply = () => shell.run('apply', '--calls-per-minute', 'off');
  writeFileSync(join(shell.store, keys.policy), enableAll(40));
  await apply();
  const today = dayOf(Date.now());
  const days = Array.from({ length: 40 }, (_, ago) => today - 39 + ago);
  const services = [
    {
      name: 'service-0',
      lastDay: today,
      provisioned: [[today - 39, 80 * 1024]],
      used: days.map((day) => [day, (76 - 2 * (today - day)) * 1024]),
      measuredDay: today,
    },
  ];
  mkdirSync(join(shell.store, 'history'), { recursive: true });
  writeFileSync(join(shell.store, keys.history('project-0')), JSON.stringify({ days, services }));
  // It asks for the own disk of the plan, without which nothing can be said of a maximum.
  await shell.run('forecast', '--calls-per-minute', 'off');
  expect((await apply()).status).toBe(0);
  return shell;
};

describe('headroom report', () => {
  it('shows coverage, maximums, budgets and findings of the latest run, in Markdown unless told otherwise', async () => {
    const { run } = await afterRun();
    const { status, out, err } = await run('report');
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('# Headroom: run run-1\n');
    expect(out).toContain('- **outcome:** applied\n');
    expect(out).toContain('- **services, desired:** 4 to enable, 0 to disable, 0 to leave alone');
    expect(out).toContain(
      '- **services, actual:** 4 of 4 protected by us, 0 protected by others, 0 eligible and not yet protected, 0 impossible, 0 opted out or not selected, 0 exempt',
    );
    expect(out).toMatch(/\| all storage \| 4 \| 1000\.00 \|/);
    expect(out).toMatch(
      /\| project-1 \| service-0 \| enable \| everything \| 200 \| protected by us \| 200 \| confirmed \| all storage \|/,
    );
    expect(out).not.toContain(token);
  });

  it.each([
    ['html', /^<!doctype html>[\s\S]*<td>service-1<\/td>[\s\S]*<\/html>\n$/],
    [
      'csv',
      /^project,service,effect,rule,maximum GB,actual,actual maximum GB,.*\r\n(project-\d,service-\d,enable,.*\r\n){4}$/,
    ],
    ['json', /^\{\n {2}"runId": "run-1"/],
  ])('gives %s', async (format, expected) => {
    const { run } = await afterRun();
    const { status, out } = await run('report', '--format', format);
    expect(status).toBe(0);
    expect(out).toMatch(expected);
    expect(out).not.toContain(token);
  });

  it('lists the services that come near their maximum, in every format', async () => {
    const { run } = await afterGrowth();
    const report = async (format: string) => (await run('report', '--format', format)).out;
    const markdown = await report('markdown');
    expect(markdown).toMatch(
      /## Forecast\n\n.*days at the soonest \|\n.*\n\| project-0 \| service-0 \| 40 \| 0 \| 9 \| \d \|\n/,
    );
    expect(markdown).toContain(
      '- **forecast:** 1 service near the maximum or the threshold within 90 days; nothing can be said yet of 1 service: headroom forecast tells why\n',
    );
    expect(await report('html')).toMatch(
      /<h2>Forecast<\/h2>[\s\S]*<td>service-0<\/td><td>40<\/td><td>0<\/td><td>9<\/td>/,
    );
    const [head, growing, young] = (await report('csv')).split('\r\n').map((row) => row.split(',').slice(10, 13));
    expect(head).toEqual(['days to threshold', 'days to maximum', 'days at the soonest']);
    expect(growing).toEqual(['0', '9', expect.stringMatching(/^\d$/)]);
    expect(young).toEqual(['', '', '']);
    expect(JSON.parse(await report('json')).plan.forecast).toMatchObject({
      services: [{ project: 'project-0', service: 'service-0', daysToMaximum: 9 }],
      more: 0,
      unknown: 1,
    });
  });

  it('says of each change that was not confirmed why', async () => {
    const { run, store, platform } = await openShell(even(1, 1));
    writeFileSync(join(store, keys.policy), enableAll(200));
    const faults = [{ operation: 'ServiceIntegrationEndpointCreate', status: 400, body: { message: 'not today' } }];
    await fetch(`${platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) });
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(3);
    const { out } = await run('report');
    expect(out).toMatch(/\| failed \| create-endpoint \| project-0 \| service-0 \| PlatformRefused: .*not today/);
    expect(out).toContain('| skipped | create-integration | project-0 | service-0 |');
    expect(out).toContain('- **services, desired:** 1 to enable');
    expect(out).toContain('- **services, actual:** 0 of 1 protected by us');
    const { coverage } = JSON.parse((await run('report', '--format', 'json')).out);
    expect(coverage).toMatchObject({ services: { enable: 1 }, protection: { protectedByUs: 0, eligibleNotYet: 1 } });
  });

  it('lists what a freeze holds back, and until when', async () => {
    const { run, store } = await openShell(even(1, 1));
    const frozen = 'freeze: { windows: [{ name: migration, start: 2000-01-01, end: 2999-12-31 }] }\n';
    writeFileSync(join(store, keys.policy), enableAll(200, frozen));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(5);
    const { out } = await run('report');
    expect(out).toContain('- **freeze:** migration, no end known\n');
    expect(out).toMatch(
      /## Waiting for the end of a freeze\n\n.*\n.*\n\| grant \| project-0 \| service-0 \| enable \| 0 → 200 \|/,
    );
    expect(out).toMatch(
      /\| service-0 \| enable \| everything \| 200 \| eligible and not yet protected \| {2}\| waiting \|/,
    );
    expect((await (await afterRun()).run('report')).out).toContain('Nothing was frozen.');
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
