import { expect, it } from 'vitest';
import { earlierFailure } from '../../../../lib/run/apply/checks/earlier-failure.ts';
import type { Attempt } from '../../../../lib/run/store/run-objects.ts';
import { aChange as changeOf } from '../../../core/a-change.ts';
import { aChange } from '../../stored.ts';

const failed: Attempt = { change: aChange('orders'), status: 'failed', error: 'Error: no' };

it('a change is held back once an earlier one of its endpoint has failed, and no other is', async () => {
  const writeCheck = earlierFailure({ progress: { attempts: [failed], ended: undefined, isOpen: false } });
  expect(await writeCheck(aChange('orders'))).toBe('create-integration of the same service failed');
  expect(await writeCheck(aChange('billing'))).toBeUndefined();
});

it('changes without an endpoint do not depend on each other', async () => {
  const search = changeOf({ kind: 'update-search-configuration', service: 'orders' });
  const writeCheck = earlierFailure({
    progress: { attempts: [{ ...failed, change: search }], ended: undefined, isOpen: false },
  });
  expect(await writeCheck(search)).toBeUndefined();
});

it('every change is held back once nothing more can succeed', async () => {
  const writeCheck = earlierFailure({
    progress: { attempts: [], isOpen: false, ended: 'not tried after LeaseLost: gone' },
  });
  expect(await writeCheck(aChange('orders'))).toBe('not tried after LeaseLost: gone');
});
