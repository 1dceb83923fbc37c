import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { monthDocument } from '../../../../lib/cli/commands/report/month.ts';
import { type MonthOfBudget, monthNamed } from '../../../../lib/core/status/month.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const budget = `prices: { currency: EUR, exchangeRate: "0.90", default: "0.10" }
budgets:
  - { name: all storage, match: { project: '*' }, monthly: "1000.00", rest: share }`;

const thisMonth = new Date().toISOString().slice(0, 7);

const afterRun = async () => {
  const shell = await openShell(even(1, 2));
  writeFileSync(join(shell.store, keys.policy), enableAll(200, budget));
  expect((await shell.run('apply', '--calls-per-minute', 'off')).status).toBe(0);
  return shell;
};

describe('headroom report --month', () => {
  it('names the organization and the month, what was spent, by team, and who got room', async () => {
    const { run } = await afterRun();
    const { status, out } = await run('report', '--month', thisMonth);
    expect(status).toBe(0);
    expect(out).toMatch(/^# \S+, [A-Z][a-z]+ \d{4}\n/);
    expect(out).toContain('- **money idle beside full disks:** all storage 0.00 EUR (on 0 of 1 day)');
    expect(out).toMatch(/- \*\*prices:\*\* 1 USD = 0\.90 EUR, factor 1, by the policy of \d{4}-\d\d-\d\d/);
    expect(out).toContain('## Teams');
    expect(out).toContain('| project-0/service-0 | 0 | 200 | +200 |');
  });

  it('is not emptied by a run that fails', async () => {
    const { run, store } = await afterRun();
    const before = (await run('report', '--month', thisMonth)).out;
    writeFileSync(join(store, keys.policy), 'version: nonsense');
    expect((await run('apply', '--calls-per-minute', 'off')).status).not.toBe(0);
    const { status, out } = await run('report', '--month', thisMonth);
    expect(status).toBe(0);
    expect(out.slice(out.indexOf('## Teams'))).toBe(before.slice(before.indexOf('## Teams')));
  });

  it('has every day as CSV, everything as JSON, and a page that loads nothing', async () => {
    const { run } = await afterRun();
    const csv = (await run('report', '--month', thisMonth, '--format', 'csv')).out.split('\r\n');
    expect(csv[0]).toBe('day,budget,currency,provisioned,in force,a month,full disks');
    expect(csv[1]).toMatch(/^\d{4}-\d\d-\d\d,all storage,EUR,/);
    const { month, format, budgets } = JSON.parse((await run('report', '--month', thisMonth, '--json')).out);
    expect([month, format, budgets.map(({ name }: { name: string }) => name)]).toEqual([thisMonth, 1, ['all storage']]);
    const file = join(temporaryDirectory(), 'month.html');
    await run('report', '--month', thisMonth, '--format', 'html', '--out', file);
    expect(readFileSync(file, 'utf8')).toMatch(
      /spent this month.*default-src 'none'|default-src 'none'.*spent this month/s,
    );
  });

  it.each([
    [['--month', '2030-13'], '--month 2030-13: must be a month, such as 2030-01'],
    [['--month', '2999-01'], '--month 2999-01: this month has not begun'],
    [['--month', thisMonth, '--project', 'shop'], '--month has all services of its budgets: leave out --project shop'],
    [['--month', '2020-01'], 'no day of 2020-01 is on record'],
  ])('refuses %j with what to do instead', async (args, says) => {
    const { run } = await afterRun();
    const { status, err } = await run('report', ...args);
    expect(status).not.toBe(0);
    expect(err).toContain(says);
  });
});

describe('the document of a month', () => {
  const budget = (name: string, days: readonly string[]): MonthOfBudget => ({
    ...{ name, currency: 'EUR', monthly: '9.00', spent: '1.00', lastMonth: null, expected: null },
    ...{ provisionedMonthly: '1.00', inForceMonthly: '2.00', services: 1, fullDisks: 0 },
    ...{ idleBesideFull: '0.00', daysIdle: 0, teams: [] },
    days: days.map((day) => ({
      day,
      provisionedMonthly: '1.00',
      inForceMonthly: '2.00',
      monthly: '9.00',
      fullDisks: 0,
    })),
  });
  const moved = (service: string, fromGb: number, toGb: number) => ({ project: 'shop', service, fromGb, toGb });
  const facts = {
    ...{ organization: 'org', month: monthNamed('2030-04'), prices: 'known', disks: [] },
    budgets: [budget('begun later', ['2030-04-20']), budget('old', ['2030-04-01', '2030-04-19', '2030-04-20'])],
    maximums: [moved('most', 0, 90), moved('more', 10, 20), moved('less', 20, 15), moved('least', 90, 0)],
  };

  it('says from which day on there are records of any budget', () => {
    const known = monthDocument(facts).facts.find(([name]) => name === 'days on record');
    expect(known?.[1]).toMatch(/^3, from 2030-04-01;/);
  });

  it('lists who got room and who gave it, the most first, and no list of nothing', () => {
    const lists = monthDocument(facts).sections.slice(1);
    expect(lists.map(({ title, rows }) => [title, rows.map(([service]) => service)])).toEqual([
      ['Got room', ['shop/most', 'shop/more']],
      ['Gave room', ['shop/least', 'shop/less']],
    ]);
  });

  it('lists twenty of more, which its title says', () => {
    const disks = Array.from({ length: 21 }, (_, index) => moved(`s${index}`, 0, 100 - index));
    const list = monthDocument({ ...facts, disks }).sections.find(({ title }) => title.startsWith('Disks'));
    expect([list?.title, list?.rows.length]).toEqual(['Disks that grew most: 20 of 21', 20]);
  });
});
