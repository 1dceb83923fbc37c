import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BudgetResult } from '../../../../lib/core/budget/result.ts';
import type { ShareMove } from '../../../../lib/core/budget/simulation.ts';
import { dayOf } from '../../../../lib/core/forecast/project-history.ts';
import { formatExact, parseMoney } from '../../../../lib/core/model/money.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { putSection } from '../../../stored-section.ts';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { lastLine, openShell } from '../shell.ts';

const sample = sampleOrganization();
const policy = join('docs', 'policies', 'budget.yaml');
const names = ['production storage', 'staging storage'];

const summed = ({ shares }: BudgetResult) =>
  formatExact(shares.reduce((sum, { monthly }) => sum + (parseMoney(monthly ?? '') ?? 0n), 0n));

describe('headroom budget', () => {
  it('shows each budget of the sample organization with parts that add up to the last decimal', async () => {
    const shell = await openShell(sample);
    const { status, out } = await shell.run('budget', '--json', '--policy', policy);
    expect(status).toBe(0);
    const { budgets } = JSON.parse(out) as { budgets: BudgetResult[] };
    expect(budgets.map(({ name }) => name)).toEqual(names);
    for (const budget of budgets) {
      expect(summed(budget)).toBe(budget.allocatedMonthly);
      expect(Number(budget.allocatedMonthly)).toBeLessThanOrEqual(Number(budget.monthly));
      expect(budget.shares.every(({ reason }) => reason !== '')).toBe(true);
    }
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('prints tables with what each service uses, could use and gets, with reasons', async () => {
    const shell = await openShell(sample);
    const { out } = await shell.run('budget', '--policy', policy);
    expect(out).toContain('production storage: 650.00 USD/month');
    expect(out).toContain('orders-pg');
    expect(out).toMatch(
      /Needs \d+ GB \(one step, because its growth is not known yet\); gets \d+ GB from free money of budget "production storage"/,
    );
  });

  it.each([
    ['is tight', '50.00'],
    ['is below what is provisioned', '1.00'],
  ])('shows which services would lose where the budget %s: %s', async (_, amount) => {
    const shell = await openShell(sample);
    const { out } = await shell.run(
      'budget',
      '--json',
      '--policy',
      policy,
      '--simulate',
      `production storage=${amount}`,
    );
    const { moves, simulated } = JSON.parse(out) as {
      moves: { fromGb: number; toGb: number }[];
      simulated: BudgetResult[];
    };
    expect(moves.length).toBeGreaterThan(0);
    expect(moves.every(({ fromGb, toGb }) => toGb < fromGb)).toBe(true);
    expect(simulated[0]?.frozen).toBe(amount === '1.00');
    expect(summed(simulated[0] as BudgetResult)).toBe(simulated[0]?.allocatedMonthly);
  });

  it('simulates a percentage, and sums who gains and who loses', async () => {
    const shell = await openShell(sample);
    const simulate = ['--policy', policy, '--simulate', 'production storage=+10%'];
    const { moves, totals, simulated } = JSON.parse((await shell.run('budget', '--json', ...simulate)).out);
    expect(simulated[0].monthly).toBe('715.00');
    const gained = moves.reduce((sum: number, { fromGb, toGb }: ShareMove) => sum + Math.max(0, toGb - fromGb), 0);
    expect(totals).toMatchObject({ gainedGb: gained, monthly: { from: '730.00', to: '795.00' } });
    const { out } = await shell.run('budget', ...simulate);
    expect(lastLine(out)).toMatch(
      new RegExp(
        `^Simulated: \\d+ services? would gain ${gained} GB, .*allocated [\\d.]+ of 730.00 → [\\d.]+ of 795.00 a month\\.$`,
      ),
    );
  });

  it('gives csv one table of all budgets, with numbers as numbers and exact amounts', async () => {
    const shell = await openShell(sample);
    const { out } = await shell.run('budget', '--policy', policy, '-o', 'csv', '--service', 'orders-pg');
    const [head, ...rows] = out.trimEnd().split('\r\n');
    expect(head).toBe(
      'budget,project,service,in use now GB,could use GB,guaranteed GB,gets GB,price per GB,per month,currency,reason',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^production storage,shop-prod,orders-pg,0,640,0,14,0\.\d+,4\.2\d+,USD,/);
  });

  it('marks a simulated amount, and shows its effect', async () => {
    const shell = await openShell(sample);
    const { out } = await shell.run('budget', '--policy', policy, '--simulate', 'production storage=1.00');
    expect(out).toContain('production storage: 1.00 USD/month (simulated; the policy has 650.00)');
    expect(out).toContain('Budget "production storage" is exceeded');
    expect(out).toMatch(/^staging storage: 80\.00 USD\/month$/m);
  });

  it('refuses an amount that is none, and a budget that is not there', async () => {
    const shell = await openShell(sample);
    const unreadable = await shell.run('budget', '--policy', policy, '--simulate', 'production storage=much');
    expect(unreadable).toMatchObject({ status: 2, err: expect.stringContaining('NAME=AMOUNT') });
    const twice = await shell.run('budget', '--policy', policy, '--simulate', `${names[0]}=1.00`, `${names[0]}=2.00`);
    expect([twice.status, twice.err]).toEqual([2, 'error: --simulate: production storage has two amounts; give one\n']);
    const unknown = await shell.run('budget', '--policy', policy, '--simulate', 'prod=1.00');
    expect(unknown).toMatchObject({ status: 1, err: expect.stringContaining('no budget is called prod') });
  });

  it('reports a policy without budgets', async () => {
    const shell = await openShell(sample);
    const { out } = await shell.run('budget', '--policy', join('docs', 'policies', 'org-wide.yaml'));
    expect(out).toContain('The policy has no budgets');
  });

  it('names disks that fill up while their budget is used up, with remedies', async () => {
    const scenario = organizationOf([{ name: 'shop', services: [pg('first'), pg('logs', { usedGb: 78 })] }]);
    const shell = await openShell(scenario);
    const rules = `  - { name: databases, match: { service: first }, effect: enable, maxAdditionalGb: 100 }
  - { name: rest, match: { project: '*' }, effect: enable, maxAdditionalGb: 100, priority: 2 }`;
    const budgets = `budgets: [{ name: storage, match: { project: '*' }, monthly: "2.60", rest: share }]\n`;
    const file = policyFile(enableAll(100, budgets).replace(/^ {2}- .*$/m, rules));
    const today = dayOf(Date.now());
    const mb = [today, 80 * 1024];
    const used = [today, 78 * 1024];
    const logs = { name: 'logs', lastDay: today, provisioned: [mb], used: [used], measuredDay: today };
    putSection(shell.store, keys.history('shop'), { days: [today], services: [logs] });
    const { out } = await shell.run('budget', '--policy', file);
    expect(out).toMatch(
      /shop +│ logs +│ The disk is 98 % full \(80 GB\); budget "storage" gives it 0 of the \d+ GB that it needs/,
    );
    const { findings } = JSON.parse((await shell.run('budget', '--json', '--policy', file)).out);
    expect(findings.map(({ code }: { code: string }) => code)).toContain('disk-full');
  });

  it('says that no service falls in a budget, and how many services are in none, such as for a misspelt tag', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('logs'), pg('orders')] }]));
    const budgets = `budgets: [{ name: storage, match: { tags: { cost-centre: a } }, monthly: "36.50", rest: share }]\n`;
    const file = policyFile(enableAll(100, budgets));
    const { out } = await shell.run('budget', '--policy', file);
    expect(out).toContain('No service falls in it.');
    expect(out).toContain('2 services that the policy enables are in no budget');
    await shell.run('apply', '--yes', '--policy', file);
    const report = (await shell.run('report', '--format', 'markdown')).out;
    expect(report).toContain('- **outside of budgets:** 2 services that the policy enables are in no budget');
    expect(report).toMatch(/\| storage \| 0\.00 \| 0 \|.*\| no service falls in it \|/);
  });

  it('names disks that a simulated amount would stop from growing soon, before anything is written', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('logs', { usedGb: 66 })] }]));
    const budgets = `budgets: [{ name: storage, match: { project: '*' }, monthly: "36.50", rest: share }]\n`;
    const file = policyFile(enableAll(100, budgets));
    await shell.run('apply', '--yes', '--policy', file);
    const today = dayOf(Date.now());
    const days = Array.from({ length: 30 }, (_, ago) => today - 29 + ago);
    const used = days.map((day): [number, number] => [day, 1024 * (66 + day - today)]);
    const logs = { name: 'logs', lastDay: today, provisioned: [[days[0], 80 * 1024]], used, measuredDay: today };
    putSection(shell.store, keys.history('shop'), { days, services: [logs] });
    expect((await shell.run('budget', '--policy', file)).out).not.toContain('will be full');
    const simulate = ['--policy', file, '--simulate', 'storage=1.00'];
    expect((await shell.run('budget', ...simulate)).out).toMatch(
      /shop +│ logs +│ The disk is 83 % full \(80 GB\) and will be full in 16 \(7–18\) days; budget "storage" gives it 2 of the 21 GB/,
    );
    expect((await shell.run('plan', '--policy', file)).out).not.toContain('will be full');
    const lower = policyFile(enableAll(100, budgets.replace('36.50', '1.00')));
    expect((await shell.run('plan', '--policy', lower)).out).toContain(
      '1 disk filling up without room to grow (shop/logs).',
    );
  });
});
