import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../../lib/run/store/keys.ts';
import { enableAll, even, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const budget = `prices: { default: "0.15" }
budgets:
  - { name: all storage, match: { project: '*' }, monthly: "1000.00", rest: share }`;

describe('headroom report for people who pay', () => {
  const table = (csv: string) => {
    const [head = [], ...rows] = csv
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
  };
  const tagged = async (more = budget) => {
    const { run, store } = await openShell(
      organizationOf([
        { name: 'shop', tags: { owner: 'team-shop', 'cost-center': '7' }, services: [pg('orders'), pg('carts')] },
        { name: 'web', services: [pg('pages', { tags: { owner: 'team-web' } })] },
      ]),
    );
    writeFileSync(join(store, keys.policy), enableAll(200, more));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(0);
    return run;
  };

  it('csv has numbers as numbers: sizes, prices and costs, with currency, owner and chosen tags beside them', async () => {
    const run = await tagged();
    const { out } = await run('report', '--format', 'csv', '--tag-columns', 'cost-center', '--service', 'orders');
    expect(table(out)).toEqual([
      expect.objectContaining({
        service: 'orders',
        'maximum GB': '200',
        'a month': expect.stringMatching(/^\d+\.\d+$/),
        'provisioned GB': '0',
        'provisioned a month': '0.00',
        'price per GB': expect.stringMatching(/^0\.\d+$/),
        currency: 'USD',
        owner: 'team-shop',
        'tag cost-center': '7',
        budget: 'all storage',
      }),
    ]);
  });

  it('knows the provisioned storage and its cost without a budget too', async () => {
    const { run, store } = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
    const last = async () => {
      expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(0);
      const [row] = table((await run('report', '--format', 'csv')).out);
      return [row?.budget, row?.['provisioned GB'], row?.['provisioned a month'], row?.['price per GB']];
    };
    writeFileSync(join(store, keys.policy), enableAll(200, 'prices: { default: "0.15" }'));
    expect(await last()).toEqual(['', '0', '0.00', '0.15']);
    writeFileSync(join(store, keys.policy), enableAll(200, budget));
    const [, ...withBudget] = await last();
    writeFileSync(join(store, keys.policy), enableAll(200, 'prices: { default: "0.15" }'));
    expect(await last()).toEqual(['', ...withBudget]);
    expect(withBudget).toEqual(['0', '0.00', expect.stringMatching(/^0\.\d+$/)]);
  });

  it.each([
    ['owner', ['team-shop', 'team-web', 'total'], ['2', '1', '3']],
    ['project', ['shop', 'web', 'total'], ['2', '1', '3']],
    ['tag:cost-center', ['7', '', 'total'], ['2', '1', '3']],
  ])('sums by %s, with a total', async (by, values, services) => {
    const run = await tagged();
    const rows = table((await run('report', '--by', by, '-o', 'csv')).out);
    expect(rows.map((row) => row[by])).toEqual(values);
    expect(rows.map((row) => row.services)).toEqual(services);
    const { sums } = JSON.parse((await run('report', '--by', by, '-o', 'json')).out);
    expect(sums.at(-1)).toMatchObject({
      value: 'total',
      maximumGb: 600,
      maximumMonthly: rows.at(-1)?.['maximum a month'],
    });
    // Two decimals for people.
    expect((await run('report', '--by', by)).out).toMatch(/\| total \| 3 \| \d+ \| 0 \| 0\.00 \| 600 \| \d+\.\d\d \|/);
  });

  it('lists the runs since a day with their storage and cost, oldest first', async () => {
    const run = await tagged();
    await run('apply', '--calls-per-minute', 'off');
    const rows = table((await run('report', '--since', '2020-01-01', '-o', 'csv')).out);
    expect(rows.map(({ run: id, outcome, 'maximum GB': most }) => [id, outcome, most])).toEqual([
      ['run-1', 'applied', '600'],
      ['run-2', 'nothing', '600'],
    ]);
    expect(table((await run('report', '--since', '2999-01-01', '-o', 'csv')).out)).toEqual([]);
    const { runs } = JSON.parse((await run('report', '--since', '2020-01-01', '-o', 'json')).out);
    expect(runs[0]).toMatchObject({ runId: 'run-1', sums: { services: 3, maximumGb: 600 } });
  });

  describe('after a run for some projects', () => {
    const afterPart = async () => {
      const run = await tagged('prices: { default: "0.15" }');
      expect((await run('apply', '--project', 'web', '--calls-per-minute', 'off')).status).toBe(0);
      return run;
    };

    it.each([
      ['sums', ['--by', 'project', '-o', 'csv'], ['2', '1', '3']],
      ['the CSV', ['--format', 'csv'], [undefined, undefined, undefined]],
    ])('%s go on with the last run of all services, and say so', async (_, flags, services) => {
      const run = await afterPart();
      const { out, err } = await run('report', ...flags);
      expect(table(out).map((row) => row.services)).toEqual(services);
      expect(err).toBe(
        'Sums are of run run-1 (all 3 services). The latest run run-2 (nothing) was for some projects only.\n',
      );
    });

    it('sums of that run say in every format that they are of a part, and who has all', async () => {
      const run = await afterPart();
      const sums = ['report', '--by', 'project', '--run', 'run-2'];
      expect(table((await run(...sums, '-o', 'csv')).out)).toEqual([
        expect.objectContaining({ project: 'web', services: '1' }),
        expect.objectContaining({ project: 'total of a part', services: '1' }),
      ]);
      expect(JSON.parse((await run(...sums, '-o', 'json')).out).part).toBe('1 of 3 services');
      expect((await run(...sums)).out).toContain(
        'Sums are of run run-2 (1 of 3 services). All services: headroom report --by project --run run-1',
      );
      expect((await run('report', '--run', 'run-2')).out).toContain('- **part:** 1 of 3 services');
    });

    it('its row of the history has no sums, and a note says why', async () => {
      const run = await afterPart();
      const { out, err } = await run('report', '--since', '2020-01-01', '-o', 'csv');
      expect(table(out).map((row) => [row.run, row.services, row['maximum GB']])).toEqual([
        ['run-1', '3', '600'],
        ['run-2', '', ''],
      ]);
      expect(err).toBe('1 run does not describe all services: without sums.\n');
    });

    it('a store without any run of all services has no sums of the organization', async () => {
      const { run, store } = await openShell(even(2, 1));
      writeFileSync(join(store, keys.policy), enableAll(200));
      await run('apply', '--project', 'project-1', '--calls-per-minute', 'off');
      const { status, out, err } = await run('report', '--by', 'project');
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^error: no run of this store describes all services\. The latest run run-1 \(applied\) was for some /,
      );
    });
  });

  it('the history has the same provisioned storage as the sums of a run, with and without a budget', async () => {
    const { run, store } = await openShell(
      organizationOf([{ name: 'shop', services: [pg('orders', { usedGb: 70, growthGbPerDay: 1 })] }]),
    );
    for (const policy of [enableAll(200, budget), enableAll(200, 'prices: { default: "0.15" }')]) {
      writeFileSync(join(store, keys.policy), policy);
      expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(0);
    }
    const history = table((await run('report', '--since', '2020-01-01', '-o', 'csv')).out);
    expect(history).toHaveLength(2);
    for (const row of history) {
      const sums = table((await run('report', '--by', 'project', '--run', row.run ?? '', '-o', 'csv')).out).at(-1);
      for (const name of ['services', 'provisioned GB', 'provisioned a month', 'maximum GB', 'incomplete']) {
        expect([row.run, name, row[name]]).toEqual([row.run, name, sums?.[name]]);
      }
      expect(row.incomplete).toBe('0');
    }
  });

  it('sums the maximums that are in force, not those that wait for an approval', async () => {
    const { run, store } = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
    writeFileSync(join(store, keys.policy), enableAll(200, budget));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(0);
    writeFileSync(join(store, keys.policy), enableAll(900, budget).replace('maxAddedGb: 100000000', 'maxAddedGb: 1'));
    expect((await run('apply', '--calls-per-minute', 'off')).status).toBe(4);
    const rows = table((await run('report', '--by', 'project', '-o', 'csv')).out);
    expect(rows.map((row) => row['maximum GB'])).toEqual(['200', '200']);
    // What waits stands apart: as much of the 900 GB as the plan of the service allows.
    expect(rows.map((row) => row['planned GB'])).toEqual(['320', '320']);
    const people = await run('report', '--by', 'project');
    expect(people.out).toContain('as if every disk had grown to it');
  });

  it('refuses sums by anything else, and contradictory flags', async () => {
    const run = await tagged();
    expect(await run('report', '--by', 'team')).toMatchObject({ status: 2, err: expect.stringContaining('tag:KEY') });
    expect(await run('report', '--since', 'today')).toMatchObject({ status: 2 });
    expect(await run('report', '--since', '2020-01-01', '--by', 'owner')).toMatchObject({ status: 2 });
    expect(await run('report', '--format', 'csv', '-o', 'json')).toMatchObject({ status: 2 });
  });
});
