import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTrials, type TrialOptions } from '../../../../lib/cli/from-store/trial/trials.ts';
import type { Trial } from '../../../../lib/dashboard/pages/simulation/trial.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { startHeadroom } from '../../../workflow/local-headroom.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';

const prices = "prices: { default: '0.10' }\n";
const inForce = enableAll(40, prices);

const never = new AbortController().signal;

const trialsUnder = async (policy: string, more: Partial<TrialOptions> = {}) => {
  const headroom = await startHeadroom(even(1, 2), policy);
  await headroom.reconcile();
  const { store, ports } = headroom;
  const setup = { days: 2, seeds: 2 };
  const trials = createTrials({ store, clock: ports.clock, timeLimit: () => never, closed: never, setup, ...more });
  const seen: Trial[] = [];
  const run = async (text: string, signal = never) =>
    trials.run({ policy: text, file: 'policy.yaml' }, { runId: 'run-1', signal }, (trial) => seen.push(trial));
  return { ...headroom, trials, run, seen };
};

/** @throws Error for a policy that is not valid */
const found = (trial: Trial) => {
  if ('problems' in trial) throw new Error(trial.problems.join());
  return trial;
};

const simulatedIn = (trial: Trial) => {
  const { months } = found(trial);
  if (months.kind !== 'done') throw new Error(JSON.stringify(months));
  return months.simulated;
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
      ['raised', 'project-0', 'service-0', '40 → 100', '+6.00'],
      ['raised', 'project-0', 'service-1', '40 → 100', '+6.00'],
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

  it('is simulated beside the policy in force and none, and disks without a measured growth are named', async () => {
    const { run, seen } = await trialsUnder(inForce);
    const simulated = simulatedIn(await run(enableAll(100, prices)));
    expect(simulated.policies.map(({ name }) => name)).toEqual([null, 'policy in force', 'edited policy']);
    expect(simulated.lines[0]).toContain('2 services in 1 project, 2 days from');
    expect(simulated.warnings.join()).toContain('The growth of 2 disks is not measured');
    expect(simulated.tables.find(({ title }) => title === 'Disks without a measured growth')?.rows).toEqual([
      ['project-0/service-0'],
      ['project-0/service-1'],
    ]);
    expect(found(seen[0] as Trial).months).toEqual({ kind: 'running', doneDays: 0, days: 12 });
    expect(found(seen.at(-1) as Trial).months).toEqual({ kind: 'running', doneDays: 12, days: 12 });
  });

  it('is simulated alone the second time, because the policy in force is the same', async () => {
    const { run, seen } = await trialsUnder(inForce);
    await run(enableAll(100, prices));
    seen.length = 0;
    const simulated = simulatedIn(await run(enableAll(120, prices)));
    expect(found(seen[0] as Trial).months).toMatchObject({ days: 4 });
    expect(simulated.policies).toHaveLength(3);
  });

  it('says each problem with its line and its remedy, and simulates nothing', async () => {
    const { run, seen } = await trialsUnder(inForce);
    expect(await run(inForce.replace('effect: enable', 'effect: enabel'))).toEqual({
      problems: [expect.stringMatching(/^policy\.yaml:\d+:\d+ rules\[0\]\.effect: must be .*enable/)],
    });
    expect(seen).toEqual([]);
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

describe('a simulation that ends early', () => {
  it('shows no months if not one seed ended in time, but a command that has the time', async () => {
    const { run } = await trialsUnder(inForce, { timeLimit: () => AbortSignal.abort() });
    expect(found(await run(enableAll(100, prices))).months).toEqual({
      kind: 'failed',
      message: 'No seed ended in the time of this page: headroom simulate --from-store --policy FILE --against EDITED',
    });
  });

  it('says that a newer one ended it, and the newer one is whole', async () => {
    const { run } = await trialsUnder(inForce);
    const older = new AbortController();
    older.abort();
    const trial = await run(enableAll(100, prices), older.signal);
    expect(found(trial).months).toEqual({
      kind: 'failed',
      message: 'A newer simulation on this dashboard ended this one.',
    });
    expect(simulatedIn(await run(enableAll(100, prices))).policies).toHaveLength(3);
  });

  it('is counted again from the beginning after the policy in force was not', async () => {
    let isLate = true;
    const { run } = await trialsUnder(inForce, { timeLimit: () => (isLate ? AbortSignal.abort() : never) });
    await run(enableAll(100, prices));
    isLate = false;
    expect(simulatedIn(await run(enableAll(100, prices))).policies).toHaveLength(3);
  });
});

describe('the patch of an edited policy', () => {
  const applied = (folder: string, patch: string): void => {
    writeFileSync(join(folder, 'policy.patch'), patch);
    execFileSync('git', ['apply', 'policy.patch'], { cwd: folder, stdio: 'pipe' });
  };

  it.each([
    ['LF', (text: string) => text],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no line end', (text: string) => text.trimEnd()],
  ])('is what git applies to the file of the policy, whose lines end with %s', async (_name, written) => {
    const { trials } = await trialsUnder(written(inForce));
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'disks'));
    writeFileSync(join(folder, 'disks', 'policy.yaml'), written(inForce));
    const edited = enableAll(100, prices).trimEnd();
    applied(folder, await trials.patch({ policy: edited, file: 'disks/policy.yaml' }, 'run-1'));
    expect(readFileSync(join(folder, 'disks', 'policy.yaml'), 'utf8')).toBe(written(edited));
  });

  it('is empty for the policy in force, and a path outside the repository is a problem', async () => {
    const { trials } = await trialsUnder(inForce);
    expect(await trials.patch({ policy: inForce, file: 'policy.yaml' }, 'run-1')).toBe('');
    const asked = { runId: 'run-1', signal: never };
    expect(await trials.run({ policy: inForce, file: '../policy.yaml' }, asked, () => {})).toEqual({
      problems: [expect.stringContaining('../policy.yaml must be a relative path')],
    });
  });
});

describe('a store', () => {
  it('without a run has a policy to edit, and says why nothing is counted', async () => {
    const { trials, store } = await trialsUnder(inForce);
    await store.delete(keys.run('run-1'));
    const asked = { runId: 'run-1', signal: never };
    const trial = found(await trials.run({ policy: inForce, file: 'policy.yaml' }, asked, () => {}));
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
