import { describe, expect, it } from 'vitest';
import type { ServiceTruth } from '../surroundings/truth.ts';
import type { WriteSeen } from './law.ts';
import { neverTooSmall } from './maximums.ts';
import { circumstances, orders, policy, write } from './planted.ts';
import { onlyApprovedSizes } from './restraints.ts';

const gb = 1024;
const approval = { digest: 'd', shownMs: 0, used: new Set<string>() };

/** The service with a disk and a use in GB. */
const using = (diskGb: number, usedGb: number): ServiceTruth => {
  const plain = orders();
  const usage = { mb: usedGb * gb, sinceMs: 0 };
  return { ...plain, service: { ...plain.service, diskMb: diskGb * gb, usage, growthMbPerDay: 0 } };
};

const resize = (diskGb: number, usedGb: number, more: Partial<WriteSeen> = {}): WriteSeen =>
  write(using(200, usedGb), using(diskGb, usedGb), {
    request: {
      method: 'PUT',
      path: '/v1/project/shop/service/orders',
      headers: {},
      body: JSON.stringify({ disk_space_mb: diskGb * gb }),
    },
    ...more,
  });

describe('the law of a smaller disk', () => {
  it('holds while its use is below the threshold, and for a larger disk', () => {
    expect(neverTooSmall.afterWrite?.(resize(80, 67), circumstances)).toEqual([]);
    expect(neverTooSmall.afterWrite?.(resize(300, 199), circumstances)).toEqual([]);
  });

  it('finds a disk that the autoscaler grows again', () => {
    expect(neverTooSmall.afterWrite?.(resize(80, 68), circumstances)).toEqual([
      'the disk of shop/orders was made 81920 MB small, and it uses 69632 MB',
    ]);
  });
});

describe('the law of approved sizes', () => {
  it('finds a new size in a run without an approval', () => {
    expect(onlyApprovedSizes.afterWrite?.(resize(80, 10), circumstances)).toEqual([
      '/v1/project/shop/service/orders changed a size without an approval',
    ]);
    const run = { policy, services: [], approval };
    expect(onlyApprovedSizes.afterWrite?.(resize(80, 10), { ...circumstances, run })).toEqual([]);
  });

  it('speaks of no other change', () => {
    const options = resize(80, 10, {
      request: { method: 'PUT', path: '/v1/project/shop/service/orders', headers: {}, body: '{"user_config":{}}' },
    });
    expect(onlyApprovedSizes.afterWrite?.(options, circumstances)).toEqual([]);
  });
});
