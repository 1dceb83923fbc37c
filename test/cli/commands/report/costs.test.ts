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

  describe('after a run for some projects', () => {
    const afterPart = async () => {
      const run = await tagged('prices: { default: "0.15" }');
      expect((await run('apply', '--project', 'web', '--calls-per-minute', 'off')).status).toBe(0);
      return run;
    };

    it('the CSV goes on with the last run of all services, and says so', async () => {
      const run = await afterPart();
      const { out, err } = await run('report', '--format', 'csv');
      expect(table(out)).toHaveLength(3);
      expect(err).toMatch(
        /^The report is of run run-1, which ended .*\. The latest run \(nothing\) was for some projects only: headroom report --run run-2\n$/,
      );
    });

    it('the report of that run says that it is of a part', async () => {
      const run = await afterPart();
      expect((await run('report', '--run', 'run-2')).out).toContain('- **part:** 1 of 3 services');
    });

    it('a store without any run of all services has no CSV of the organization', async () => {
      const { run, store } = await openShell(even(2, 1));
      writeFileSync(join(store, keys.policy), enableAll(200));
      await run('apply', '--project', 'project-1', '--calls-per-minute', 'off');
      const { status, out, err } = await run('report', '--format', 'csv');
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^error: no run of this store describes all services\. The latest run \(applied\) was for some /,
      );
    });
  });

  it('refuses contradictory flags', async () => {
    const run = await tagged();
    expect(await run('report', '--format', 'csv', '-o', 'json')).toMatchObject({ status: 2 });
  });
});
