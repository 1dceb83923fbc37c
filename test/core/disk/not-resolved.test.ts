import { describe, expect, it } from 'vitest';
import type { Change, ChangeResult } from '../../../lib/core/change/change.ts';
import { notResolved } from '../../../lib/core/disk/not-resolved.ts';
import { findingAt } from '../../../lib/core/model/decision.ts';

const place = { project: 'shop', service: 'orders' };
const planned = (kind: string) => ({ ...place, kind }) as Change;
const confirmed = (change: Change): ChangeResult => ({ ...change, status: 'confirmed' });
const full = findingAt(place, 'disk-full', 'The disk is full.');
const detaching = planned('delete-integration');
const raising = planned('update-endpoint');

describe('a finding that changes were to resolve', () => {
  it('is resolved once all changes of its service are confirmed', () => {
    expect(notResolved([full], [detaching, raising], [confirmed(detaching), confirmed(raising)])).toEqual([]);
  });

  it('is open while a run that ended early has not begun all of them', () => {
    const open = [{ ...full, message: 'The disk is full. Its change waits for a later run.' }];
    expect(notResolved([full], [detaching, raising], [confirmed(detaching)])).toEqual(open);
    expect(notResolved([full], [], [])).toEqual(open);
  });

  it('is open after a change that failed, with its error', () => {
    const failed: ChangeResult = { ...raising, status: 'failed', error: 'PlatformRefused: no such plan.' };
    const [open] = notResolved([full], [detaching, raising], [confirmed(detaching), failed]);
    expect(open?.message).toBe('The disk is full. Its change failed: PlatformRefused: no such plan.');
  });
});
