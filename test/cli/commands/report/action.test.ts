import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../../lib/core/forecast/project-history.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { putSection } from '../../../stored-section.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell, token } from '../shell.ts';

const budget = `prices: { default: "0.15" }
budgets:
  - { name: all storage, match: { project: '*' }, monthly: "1000.00", rest: share }`;

const afterRun = async () => {
  const shell = await openShell(even(2, 2));
  writeFileSync(join(shell.store, keys.policy), enableAll(200, budget));
  expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(0);
  return shell;
};

/** After a run with one service of 80 GB, with a maximum of 40, which uses 76 GB and grows by 2 GB a day. */
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
  putSection(shell.store, keys.history('project-0'), { days, services });
  // It asks for the own disk of the plan, without which no maximum can be forecast.
  await shell.run('forecast', '--calls-per-minute', 'off');
  expect((await apply()).status).toBe(0);
  return shell;
};

describe('headroom report', () => {
  it('shows coverage, maximums, budgets and findings of the latest run, in Markdown by default', async () => {
    const { run } = await afterRun();
    const { status, out, err } = await run('report');
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('# Headroom: run run-1\n');
    expect(out).toContain('- **outcome:** applied\n');
    expect(out).toContain('- **services, desired:** 4 to enable, 0 to disable, 0 to leave alone');
    expect(out).toContain(
      '- **services, actual:** 4 of 4 with our autoscaler, 0 with another autoscaler, 0 eligible and without one, 0 impossible, 0 opted out or not selected, 0 exempt',
    );
    expect(out).toMatch(/\| all storage \| \d+\.\d\d \| 4 \| 1000\.00 \|/);
    expect(out).toMatch(
      /\| project-1 \| service-0 \| enable \| everything \| 200 \| with our autoscaler \| 200 \| confirmed \| all storage \|/,
    );
    expect(out).not.toContain(token);
  });

  it.each([
    ['html', /^<!doctype html>[\s\S]*4 services: <code>[\s\S]*<\/html>\n$/],
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

  it('lists the services near their maximum, in every format', async () => {
    const { run } = await afterGrowth();
    const report = async (format: string) => (await run('report', '--format', format)).out;
    const markdown = await report('markdown');
    expect(markdown).toMatch(
      /## Forecast\n\n.*days at the soonest \|\n.*\n\| project-0 \| service-0 \| 40 \| 0 \| 9 \| \d \|\n/,
    );
    expect(markdown).toContain(
      '- **forecast:** 1 service near the maximum or the threshold within 90 days; no forecast yet for 1 service (headroom forecast shows why)\n',
    );
    expect(await report('html')).toMatch(
      /<h2>Forecast<\/h2><div class="figures"><figure>[\s\S]*aria-label="Growth of project-0\/service-0: 76 GB used on the last day[^"]*"[\s\S]*<td>service-0<\/td><td class="number">40<\/td><td class="number">0<\/td><td class="number">9<\/td>/,
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

  it('shows why each unconfirmed change failed', async () => {
    const { run, store, platform } = await openShell(even(1, 1));
    writeFileSync(join(store, keys.policy), enableAll(200));
    const faults = [{ operation: 'ServiceIntegrationEndpointCreate', status: 400, body: { message: 'not today' } }];
    await fetch(`${platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) });
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(3);
    const { out } = await run('report');
    expect(out).toMatch(/\| failed \| create-endpoint \| project-0 \| service-0 \| PlatformRefused: .*not today/);
    expect(out).toContain('| skipped | create-integration | project-0 | service-0 |');
    expect(out).toContain('- **services, desired:** 1 to enable');
    expect(out).toContain('- **services, actual:** 0 of 1 with our autoscaler');
    const { coverage } = JSON.parse((await run('report', '--format', 'json')).out);
    expect(coverage).toMatchObject({ services: { enable: 1 }, protection: { protectedByUs: 0, eligibleNotYet: 1 } });
  });

  it('names no end of a freeze that only an unreadable calendar causes', async () => {
    const { run, store } = await openShell(even(1, 1));
    writeFileSync(join(store, keys.policy), enableAll(200, 'freeze: { calendar: calendars/missing.ics }\n'));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(5);
    expect((await run('report')).out).toMatch(/- \*\*freeze:\*\* .*missing\.ics.*, without a known end\n/);
  });

  it('lists changes that wait for a freeze, and until when', async () => {
    const { run, store } = await openShell(even(1, 1));
    const frozen = 'freeze: { windows: [{ name: migration, start: 2000-01-01, end: 2999-12-31 }] }\n';
    writeFileSync(join(store, keys.policy), enableAll(200, frozen));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(5);
    const { out } = await run('report');
    expect(out).toContain('- **freeze:** migration, until 3000-01-01T00:00:00.000Z\n');
    expect(out).toMatch(
      /## Waiting for the end of a freeze\n\n.*\n.*\n\| grant \| project-0 \| service-0 \| enable \| 0 → 200 \|/,
    );
    expect(out).toMatch(/\| service-0 \| enable \| everything \| 200 \| eligible and without one \| {2}\| waiting \|/);
  });

  it('omits sections and facts without content, and starts with those that may need action', async () => {
    const sections = async ({ run }: Awaited<ReturnType<typeof afterRun>>) =>
      [...(await run('report')).out.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    const shell = await afterRun();
    expect(await sections(shell)).toEqual(['Budgets', 'Services']);
    expect((await shell.run('report')).out).not.toMatch(/\*\*(projects never read|permissions missing|freeze|error):/);
    const faults = [{ operation: 'ServiceIntegrationEndpointUpdate', status: 400, body: { message: 'not today' } }];
    await fetch(`${shell.platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) });
    writeFileSync(join(shell.store, keys.policy), enableAll(300, budget));
    expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(3);
    const titles = await sections(shell);
    expect(titles[0]).toBe('Changes not confirmed');
    expect(titles.slice(-2)).toEqual(['Budgets', 'Services']);
  });

  it('shows times with their duration in words, and the digest shortened', async () => {
    const { run } = await afterRun();
    const { out } = await run('report');
    expect(out).toMatch(/^- \*\*ended:\*\* \d{4}-.*Z \(after \d+ seconds?\)$/m);
    expect(out).toMatch(/^- \*\*mode and digest:\*\* enforce, [0-9a-f]{12}$/m);
    expect(JSON.parse((await run('report', '--format', 'json')).out).plan.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('writes it to a file, or reports why it cannot', async () => {
    const { run } = await afterRun();
    const file = join(temporaryDirectory(), 'report.html');
    const { status, out, err } = await run('report', '--format', 'html', '--out', file);
    expect([status, out, err]).toEqual([0, '', `report written to ${file}\n`]);
    expect(readFileSync(file, 'utf8')).toContain('</html>');
    const refused = await run('report', '--out', join(file, 'below-a-file'));
    expect(refused.status).toBe(2);
    expect(refused.err).toMatch(/^error: --out .*below-a-file: cannot be written .*; choose another file\n$/);
  });

  it('goes on with the last run that describes the services if the latest one decided nothing, and names it after an undo', async () => {
    const shell = await afterRun();
    expect((await shell.run('report')).err).toBe('');
    await shell.run('undo', 'run-1', '--yes');
    const next = 'does not describe the services; the last one that does: headroom report --run run-1\n';
    expect((await shell.run('report')).err).toBe(`The latest run (applied) ${next}`);
    await shell.run('mode', 'stop');
    await shell.run('apply');
    for (const format of ['markdown', 'html', 'json']) {
      const { status, out, err } = await shell.run('report', '--format', format);
      expect([status, out]).toEqual([0, expect.stringContaining('run-1')]);
      expect(err).toMatch(
        /^The report is of run run-1, which ended .*\. The latest run \(stopped\) does not describe the /,
      );
      expect(err).toMatch(/services: headroom report --run run-6\n$/);
    }
    const stopped = await shell.run('report', '--run', 'run-6');
    expect([stopped.err, stopped.out]).toEqual(['', expect.stringContaining('**outcome:** stopped')]);
  });

  it('makes no calls, and shows the next step without a report', async () => {
    const { run, platform } = await openShell(even(1, 1));
    const { status, err } = await run('report');
    expect([status, err]).toEqual([1, 'error: no report yet; headroom apply creates one\n']);
    expect((await run('report', '--run', 'run-9')).err).toContain('no report of run run-9 in this store');
    expect((await run('report', '--format', 'pdf')).status).toBe(2);
    expect(platform.requests().reads).toBe(0);
  });

  it('is one JSON document with --json too, and refuses it beside another format', async () => {
    const { run } = await afterRun();
    const { status, out } = await run('report', '--json');
    expect([status, JSON.parse(out).runId]).toEqual([0, 'run-1']);
    expect(out).toBe((await run('report', '--format', 'json')).out);
    expect(await run('report', '--json', '--format', 'csv')).toMatchObject({
      status: 2,
      err: 'error: use --format csv or --json, not both\n',
    });
    expect((await run('report', '--json', '-o', 'csv')).status).toBe(2);
  });

  it('has an example in its help', async () => {
    const { run } = await openShell(even(1, 1));
    expect((await run('report', '--help')).out).toMatch(/Example:\n {2}headroom report /);
  });
});
