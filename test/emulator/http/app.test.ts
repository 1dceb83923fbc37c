import { expect, it } from 'vitest';
import { operations } from '../../../lib/emulator/operations/all.ts';
import { served } from '../small-organization.ts';

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

it('no operation is below another version (§9.1)', async () => {
  const { send } = await served();
  const versions = ['/v2', '/v0', '/v', '/V1', '/v1.0', '/v1/v1', '/v1beta'];
  for (const [index, { id, method, path }] of operations.entries()) {
    const elsewhere = `${versions[index % versions.length]}${path.replaceAll(/:\w+/g, 'x')}`;
    const { status, body } = await send(method, elsewhere, method === 'GET' ? undefined : {});
    expect([id, elsewhere, status, body.message]).toEqual([id, elsewhere, 404, 'There is nothing at this path']);
  }
});
