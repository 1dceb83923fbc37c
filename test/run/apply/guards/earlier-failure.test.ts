import { expect, it } from 'vitest';
import { earlierFailure } from '../../../../lib/run/apply/guards/earlier-failure.ts';
import type { Attempt } from '../../../../lib/run/store/run-objects.ts';
import { aChange as changeOf } from '../../../core/a-change.ts';
import { aChange } from '../../stored.ts';

const failed: Attempt = { change: aChange('orders'), status: 'failed', error: 'Error: no' };

it('a change is held back once an earlier one of its endpoint has failed, and no other is', async () => {
  const guard = earlierFailure({ progress: { attempts: [failed], ended: undefined, isOpen: false } });
  expect(await guard(aChange('orders'))).toBe('create-integration of the same service failed');
  expect(await guard(aChange('billing'))).toBeUndefined();
});

it('changes without an endpoint do not depend on each other', async () => {
  const search = changeOf({ kind: 'update-search-configuration', service: 'orders' });
  const guard = earlierFailure({
    progress: { attempts: [{ ...failed, change: search }], ended: undefined, isOpen: false },
  });
  expect(await guard(search)).toBeUndefined();
});

it('every change is held back once nothing more can succeed', async () => {
  const guard = earlierFailure({ progress: { attempts: [], isOpen: false, ended: 'not tried after LeaseLost: gone' } });
  expect(await guard(aChange('orders'))).toBe('not tried after LeaseLost: gone');
});
