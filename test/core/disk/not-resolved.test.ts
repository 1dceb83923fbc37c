import { describe, expect, it } from 'vitest';
import type { Change, ChangeResult } from '../../../lib/core/change/change.ts';
import { notResolved } from '../../../lib/core/disk/not-resolved.ts';
import { type Finding, findingAt } from '../../../lib/core/model/decision.ts';

const place = { project: 'shop', service: 'orders' };
const planned = (kind: string) => ({ ...place, kind }) as Change;
const confirmed = (change: Change): ChangeResult => ({ ...change, status: 'confirmed' });
const full = findingAt(place, 'disk-full', 'The disk is full.');
const detaching = planned('delete-integration');
const raising = planned('update-endpoint');
const left = (resolves: readonly Finding[], changes: readonly Change[], results: readonly ChangeResult[]) =>
  notResolved({ resolves, changes, budgets: [{ name: 'shop', shares: [place] }] }, results);

describe('a finding that changes were to resolve', () => {
  it('is resolved once all changes of its service are confirmed', () => {
    expect(left([full], [detaching, raising], [confirmed(detaching), confirmed(raising)])).toEqual([]);
  });

  it('is open while a run that ended early has not begun all of them', () => {
    const open = [{ ...full, message: 'The disk is full. Its change waits for a later run.' }];
    expect(left([full], [detaching, raising], [confirmed(detaching)])).toEqual(open);
    expect(left([full], [], [])).toEqual(open);
  });

  it('is open after a change that failed, with its error', () => {
    const failed: ChangeResult = { ...raising, status: 'failed', error: 'PlatformRefused: no such plan.' };
    const [open] = left([full], [detaching, raising], [confirmed(detaching), failed]);
    expect(open?.message).toBe('The disk is full. Its change failed: PlatformRefused: no such plan.');
  });
});

describe('a budget in which more is in force than its amount', () => {
  const overdrawn = findingAt({ project: '', service: '' }, 'budget-overdrawn', 'It is overdrawn.', {
    subject: 'shop',
  });
  const lowering = { ...planned('update-endpoint'), phase: 'release' } as Change;
  const granting = { ...planned('create-endpoint'), phase: 'grant' } as Change;
  const other = { ...lowering, project: 'sandbox' };

  it('fits once all maximums in it are lowered, whatever became of changes that raise, and of other budgets', () => {
    const failed: ChangeResult = { ...granting, status: 'failed', error: 'refused' };
    expect(left([overdrawn], [lowering, granting, other], [confirmed(lowering), failed])).toEqual([]);
  });

  it('does not fit before', () => {
    const [open] = left([overdrawn], [lowering, lowering], [confirmed(lowering)]);
    expect(open?.message).toBe('It is overdrawn. Its change waits for a later run.');
  });
});
