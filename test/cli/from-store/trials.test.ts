import { describe, expect, it } from 'vitest';
import { createTrials } from '../../../lib/cli/from-store/trials.ts';
import type { Trial } from '../../../lib/dashboard/pages/policy.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

const prices = "prices: { default: '0.10' }\n";
const inForce = enableAll(40, prices);

const trialsUnder = async (policy: string) => {
  const headroom = await startHeadroom(even(1, 2), policy);
  await headroom.reconcile();
  const { store, ports } = headroom;
  const trials = createTrials({ store, clock: ports.clock });
  const run = (text: string) => trials.run(text, 'run-1');
  return { ...headroom, trials, run };
};

/** @throws Error for a policy that is not valid */
const found = (trial: Trial) => {
  if ('problems' in trial) throw new Error(trial.problems.join());
  return trial;
};

describe('an edited policy', () => {
  it('is compared with the policy in force: each service, its maximum, its money and the reason', async () => {
    const { run, store } = await trialsUnder(inForce);
    const before = await store.list('');
    const trial = await run(enableAll(100, prices));
    const { changes } = found(trial);
    expect(changes.lines[0]).toBe(
      'Policy: 0 gained, 2 raised (+120 GB, +12.00 USD a month), 0 lowered, 0 lost; net +120 GB, +12.00 USD a month.',
    );
    expect(changes.lines.slice(1)).toEqual([
      'By the policy in force: Plan: 2 to enable (+80 GB, +8.00 USD a month); 2 findings.',
      'By the edited policy: Plan: 2 to enable (+200 GB, +20.00 USD a month); 2 findings.',
      'As run run-1 read the organization, before it changed anything.',
    ]);
    expect(changes.tables[0]?.rows.map((row) => row.slice(0, 5))).toEqual([
      ['raised', 'project-0', 'service-0', '40 → 100', '6.00'],
      ['raised', 'project-0', 'service-1', '40 → 100', '6.00'],
    ]);
    expect(changes.tables[1]?.rows[0]?.at(-1)).toContain('Rule "everything"');
    expect(await store.list('')).toEqual(before);
  });

  it('says its amounts with separators', async () => {
    const { run } = await trialsUnder(inForce);
    const { changes } = found(await run(enableAll(100, prices.replace('0.10', '10.00'))));
    expect(changes.lines[2]).toBe(
      'By the edited policy: Plan: 2 to enable (+200 GB, +2,000.00 USD a month); 2 findings.',
    );
  });

  it('says each problem with its line and its remedy', async () => {
    const { run } = await trialsUnder(inForce);
    expect(await run(inForce.replace('effect: enable', 'effect: enabel'))).toEqual({
      problems: [expect.stringMatching(/^policy\.yaml:\d+:\d+ rules\[0\]\.effect: must be .*enable/)],
    });
  });

  it('whose price is unknown has no sum of money, and says so', async () => {
    const { run } = await trialsUnder(enableAll(40));
    const { changes } = found(await run(enableAll(100)));
    expect(changes.lines[0]).not.toContain('a month');
    expect(changes.warnings).toContain(
      'The store has no price for 2 changed services, so the sum of money is unknown.',
    );
  });

  it('whose plan needs an approval says which guardrail stands against it', async () => {
    const { run } = await trialsUnder(inForce);
    const { changes } = found(await run(enableAll(100, prices).replace('maxChanges: 100000', 'maxChanges: 1')));
    expect(changes.warnings.join()).toContain('This plan needs an approval: ');
  });
});

describe('a store', () => {
  it('without a run has a policy to edit, and says why nothing is counted', async () => {
    const { run, trials, store } = await trialsUnder(inForce);
    await store.delete(keys.run('run-1'));
    const trial = found(await run(inForce));
    expect(trial.changes.warnings.join()).toContain('no facts of a run');
    expect(await trials.start('run-1')).toBe(inForce);
  });

  it('without a policy of its own begins with that of its latest run', async () => {
    const { trials, store } = await trialsUnder(inForce);
    await store.delete(keys.policy);
    expect(await trials.start('run-1')).toBe(inForce);
    expect(await trials.start(undefined)).toBeUndefined();
  });

  it('whose policy is invalid compares with that of its latest run', async () => {
    const { run, store } = await trialsUnder(inForce);
    await store.put(keys.policy, 'version: 9\n');
    expect(found(await run(enableAll(100, prices))).changes.lines[0]).toContain('2 raised');
  });
});
