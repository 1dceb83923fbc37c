import { expect, it } from 'vitest';
import { operations } from '../../lib/platform/operations.ts';
import { served } from './small-organization.ts';

it('every operation is below /v1, and nothing is beside it (§9.1)', async () => {
  const { send } = await served();
  for (const { id, method, path } of operations) {
    const filled = path.replaceAll(/:\w+/g, 'x');
    const beside = await send(method, filled, method === 'GET' ? undefined : {});
    expect([id, beside.status, beside.body.message]).toEqual([id, 404, 'There is nothing at this path']);
    const below = await send(method, `/v1${filled}`, method === 'GET' ? undefined : {});
    expect([id, below.body?.message]).not.toEqual([id, 'There is nothing at this path']);
  }
});
