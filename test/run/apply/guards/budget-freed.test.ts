import { describe, expect, it } from 'vitest';
import type { Change, ChangeStatus, Phase } from '../../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../../lib/core/change/change-json.ts';
import { createMemoryStore } from '../../../../lib/local/memory-store.ts';
import { beginRelease, budgetFreed, endRelease } from '../../../../lib/run/apply/guards/budget-freed.ts';
import { aChange } from '../../../core/a-change.ts';

const change = (phase: Phase, project: string, given: Partial<ChangeJson> = {}): Change =>
  aChange({ phase, project, toGb: phase === 'release' ? 40 : 200, budget: 'shared', ...given });

const grant = change('grant', 'b');

/** What stands against a grant after these lowers were planned, and ended so by project; one without an end died. */
const grantAfter = async (
  lowers: readonly Change[],
  ends: Readonly<Record<string, readonly ChangeStatus[]>>,
  of = grant,
) => {
  const store = createMemoryStore();
  await beginRelease(store, 'run', [...lowers, of]);
  for (const [project, statuses] of Object.entries(ends)) {
    const own = lowers.filter((lower) => lower.project === project);
    const results = own.map((lower, at) => ({ ...lower, status: statuses[at] ?? 'confirmed' }));
    await endRelease(store, 'run', results);
  }
  return (await budgetFreed({ store, runId: 'run' })(of)) === undefined ? 'let through' : 'held back';
};

describe('the money of a lower', () => {
  const lower = change('release', 'a');

  it('is free once the lower is confirmed', async () => {
    expect(await grantAfter([lower], { a: ['confirmed'] })).toBe('let through');
  });

  it.each(['unconfirmed', 'skipped', 'failed'] as const)('is not free where the lower is %s', async (status) => {
    expect(await grantAfter([lower], { a: [status] })).toBe('held back');
  });

  it('is not free where one of two lowers of the project is not confirmed', async () => {
    expect(await grantAfter([lower, lower], { a: ['confirmed', 'skipped'] })).toBe('held back');
    expect(await grantAfter([lower, lower], { a: ['unconfirmed', 'confirmed'] })).toBe('held back');
  });

  it('is not free while another project has not ended its own', async () => {
    const other = change('release', 'c');
    expect(await grantAfter([lower, other], { a: ['confirmed'] })).toBe('held back');
    expect(await grantAfter([lower, other], { a: ['confirmed'], c: ['unconfirmed'] })).toBe('held back');
    expect(await grantAfter([lower, other], { a: ['confirmed'], c: ['confirmed'] })).toBe('let through');
  });

  it('is waited for by grants of its budget alone', async () => {
    const statuses = { a: ['unconfirmed'] } as const;
    expect(await grantAfter([lower], statuses, change('grant', 'b', { budget: 'another' }))).toBe('let through');
    expect(await grantAfter([lower], statuses, change('grant', 'b', { budget: undefined }))).toBe('let through');
    expect(await grantAfter([lower], statuses, lower)).toBe('let through');
  });
});
