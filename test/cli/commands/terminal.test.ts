import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOrganization } from '../../sample-organization.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { lastLine, openShell } from './shell.ts';

const policy = ['--policy', join('docs', 'policies', 'org-wide.yaml')];
const budgets = ['--policy', join('docs', 'policies', 'budget.yaml')];

/** Every service of a small organization gets an autoscaler. */
const enabling = () => ['--policy', policyFile(enableAll(200))];

const lines = (text: string): string[] => text.split('\n');
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

describe('on a terminal', () => {
  it.each([80, 120, 200])(
    'of %i columns plan, apply, audit, status, budget and help fit and break no word',
    async (columns) => {
      const shell = await openShell(sampleOrganization());
      const terminal = (...argv: string[]) => shell.runWith({ columns }, ...argv);
      const shown = {
        plan: await terminal('plan', ...policy),
        apply: await terminal('apply', '--yes', ...policy),
        audit: await terminal('audit'),
        status: await terminal('status'),
        budget: await terminal('budget', ...budgets),
        help: await terminal('--help'),
        'help of plan': await terminal('plan', '--help'),
      };
      // Every word of the wide output is a word of the narrow one.
      const wide = await shell.runWith({ columns: 1000 }, 'budget', ...budgets);
      expect(words(shown.budget.out).toSorted()).toEqual(words(wide.out).toSorted());
      for (const [name, { status, out }] of Object.entries(shown)) {
        const tooWide = lines(out).filter((line) => line.length > columns);
        // A disk of the sample fills up without an autoscaler, which is a problem.
        expect({ name, status, tooWide }).toEqual({ name, status: name === 'status' ? 1 : 0, tooWide: [] });
        expect(out).not.toContain('…');
      }
    },
  );

  it('identical changes are one row with their number, the mark and the colour of the change', async () => {
    const shell = await openShell(sampleOrganization());
    const { out } = await shell.runWith({ columns: 200, colour: true }, 'plan', ...policy);
    expect(out).toMatch(/\[32m\+ enable.*\[39m +13 in data-prod, shop-prod +0 → 500 +Rule "production" enables/);
    expect(out).not.toContain('orders-pg');
    const plain = await shell.runWith({ columns: 200, colour: true }, 'plan', '--no-color', ...policy);
    expect(plain.out).not.toContain('\u001b');
    const all = await shell.runWith({ columns: 200 }, 'plan', '--details', ...policy);
    expect(all.out).toMatch(/grant +shop-prod +orders-pg +\+ enable +0 → 500/);
  });

  it('amounts of a plan have separators and their currency; a pipe has the digits as they are', async () => {
    const shell = await openShell(sampleOrganization());
    const [terminal, pipe] = [
      await shell.runWith({ columns: 400 }, 'plan', ...policy),
      await shell.run('plan', ...policy),
    ];
    expect(lastLine(terminal.out)).toMatch(/\+\d{1,3}(,\d{3})+ GB, \+[\d,]+\.\d\d USD a month/);
    expect(lastLine(pipe.out)).toMatch(/\+\d{4,} GB, \+\d+\.\d\d USD a month/);
    expect(lastLine(terminal.out)?.replaceAll(/(?<=\d),(?=\d)/g, '')).toBe(lastLine(pipe.out));
  });

  it('findings of one cause are one row, the most severe first', async () => {
    const shell = await openShell(sampleOrganization());
    const { out } = await shell.runWith({ columns: 200 }, 'plan', ...policy);
    expect(out).toMatch(/notice +not-eligible +2 in data-prod, shop-prod +Service type valkey/);
    expect(out.indexOf('misspelt-tag')).toBeLessThan(out.indexOf('not-eligible'));
  });

  it('the writes of each run are one table below its requester', async () => {
    const shell = await openShell(sampleOrganization());
    await shell.run('apply', ...policy);
    const { out } = await shell.runWith({ columns: 120 }, 'audit');
    expect(lines(out)[0]).toMatch(/^run-1: headroom apply/);
    expect(out).toMatch(/\+ create-endpoint +13 in data-prod, shop-prod +none → 500 GB +confirmed/);
    expect(lastLine(out)).toBe('--details shows each write.');
  });
});

describe('headroom apply on a terminal', () => {
  it('writes after the answer yes', async () => {
    const shell = await openShell(sampleOrganization());
    const { status, err } = await shell.runWith({ columns: 80, input: 'yes\n' }, 'apply', ...policy);
    expect(err).toContain('Apply this plan (34 writes)? [y/N]');
    expect([status, shell.platform.requests().writes]).toEqual([0, 34]);
  });

  it.each(['\n', '', 'yess\n'])('writes nothing after the answer %j, and another run can start', async (input) => {
    const shell = await openShell(even(1, 2));
    const { status, err } = await shell.runWith({ columns: 80, input }, 'apply', ...enabling());
    expect(err).toContain('error: Not applied: the plan was not confirmed. Nothing was written.\n');
    expect([status, shell.platform.requests().writes]).toEqual([1, 0]);
    expect((await shell.run('apply', ...enabling())).status).toBe(0);
  });

  it.each(['n\n', 'y\n', ''])('writes nothing at a terminal whose standard input is a pipe with %j', async (input) => {
    const shell = await openShell(even(1, 2));
    const piped = { columns: 80, piped: true, input };
    const { status, err } = await shell.runWith(piped, 'apply', ...enabling());
    expect(err).toContain('standard input is not a terminal, so the plan cannot be confirmed');
    expect([status, shell.platform.requests()]).toEqual([2, expect.objectContaining({ reads: 0, writes: 0 })]);
    expect((await shell.runWith(piped, 'apply', '--yes', ...enabling())).status).toBe(0);
  });

  it('asks nothing in CI, whose log may be a terminal', async () => {
    const shell = await openShell(even(1, 2));
    const inCi = { columns: 80, piped: true, environment: { CI: 'true' } };
    expect((await shell.runWith(inCi, 'apply', ...enabling())).status).toBe(0);
  });

  it('asks nothing with --yes, for a plan in a file or by its digest, and where there is no terminal', async () => {
    const shell = await openShell(even(1, 2));
    const file = join(shell.store, 'plan.json');
    await shell.run('plan', '--out', file, ...enabling());
    const fromFile = await shell.runWith({ columns: 80 }, 'apply', '--plan', file, ...enabling());
    expect([fromFile.status, fromFile.err]).toEqual([0, expect.not.stringContaining('[y/N]')]);
  });
});

describe('filters', () => {
  const planned = async (...argv: string[]) => {
    const shell = await openShell(sampleOrganization());
    const { status, out, err } = await shell.run('plan', ...policy, ...argv);
    return { status, err, rows: out.match(/│ (?:grant|release) .*/g) ?? [], last: lastLine(out) };
  };

  it.each([
    [['--service', 'orders-*'], 2],
    [['--rule', 'staging'], 4],
    [['--rule', 'production', '--service', 'orders-pg'], 1],
    [['--tag', 'team=check*'], 0],
  ])('%j of plan limit its lists, and the Plan line counts all', async (argv, count) => {
    const { rows, last, err, status } = await planned(...argv);
    if (count > 0) {
      expect(rows).toHaveLength(count);
      expect(last).toMatch(/^Plan: 17 to enable/);
    } else expect([status, err]).toEqual([1, expect.stringContaining('error: --tag team=check*: no service matches')]);
  });

  it('that name nothing known are errors with the known names', async () => {
    expect(await planned('--rule', 'prodution')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^error: --rule prodution: no service matches; known: production, staging$/m),
    });
    expect(await planned('--service', 'nothing-*')).toMatchObject({ status: 1 });
    const shell = await openShell(sampleOrganization());
    await shell.run('apply', ...policy);
    for (const command of [['audit'], ['budget', ...budgets], ['forecast'], ['report']]) {
      const { status, err } = await shell.run(...command, '--service', 'no-such-service');
      expect([command[0], status, err]).toEqual([command[0], 1, expect.stringContaining('--service no-such-service')]);
    }
  });

  it('of audit may name a known service without writes', async () => {
    const shell = await openShell(sampleOrganization());
    await shell.run('apply', ...policy);
    expect(await shell.run('audit', '--service', 'cache-valkey')).toMatchObject({
      status: 0,
      out: expect.stringContaining('0 writes'),
    });
  });

  it('apply to JSON too, of which digest and summary remain those of the whole plan', async () => {
    const shell = await openShell(sampleOrganization());
    const document = async (...argv: string[]) =>
      JSON.parse((await shell.run('plan', '--json', ...policy, ...argv)).out);
    const [whole, part] = [await document(), await document('--service', 'orders-pg')];
    expect(part.changes.every(({ service }: { service: string }) => service === 'orders-pg')).toBe(true);
    expect([part.digest, part.summary]).toEqual([whole.digest, whole.summary]);
  });

  it('--sort and --limit order and cut the rows; this JSON is whole', async () => {
    const { rows } = await planned('--sort', '-service', '--limit', '2');
    expect(rows.map((row) => row.split('│')[3]?.trim())).toEqual(['warehouse-clickhouse', 'search-engine']);
    expect(await planned('--sort', 'size')).toMatchObject({
      status: 2,
      err: expect.stringContaining('the columns are'),
    });
    expect(await planned('--json', '--limit', '2')).toMatchObject({ status: 2 });
  });
});

describe('accepted findings', () => {
  it('are counted with day and reason, and not listed', async () => {
    const shell = await openShell(sampleOrganization());
    const file = policyFile(`version: 1
mode: enforce
rules: [{ name: all, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }]
guardrails: { firstRun: apply, maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, maxAddedMonthly: "100000.00" }
accept: [{ code: not-eligible, match: { serviceType: valkey }, until: 2999-12-31, reason: caches do not grow }]
`);
    const { out } = await shell.run('plan', '--policy', file);
    expect(out).toContain('accepted until 2999-12-31: 2 × not-eligible (caches do not grow)');
    expect(out).not.toContain('cache-valkey');
    const { accepted, findings } = JSON.parse((await shell.run('plan', '--json', '--policy', file)).out);
    expect(accepted).toHaveLength(2);
    expect(findings.some(({ service }: { service: string }) => service === 'cache-valkey')).toBe(false);
    await shell.run('apply', '--policy', file);
    expect((await shell.run('report')).out).toContain('## Accepted findings');
  });
});

it('-o csv of plan is one table of data, and everything else goes to standard error', async () => {
  const shell = await openShell(sampleOrganization());
  const { out, err } = await shell.run('plan', '-o', 'csv', ...policy);
  const [head, first] = out.split('\r\n');
  expect(head).toBe('phase,project,service,change,maximum GB,reason');
  expect(first).toMatch(/^grant,data-prod,audit-engine,enable,0 → 500,/);
  expect(out.trimEnd().split('\r\n')).toHaveLength(18);
  expect(err).toContain('Plan: 17 to enable');
});
