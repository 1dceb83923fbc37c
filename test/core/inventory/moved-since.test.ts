import { describe, expect, it } from 'vitest';
import { movedSince } from '../../../lib/core/inventory/moved-since.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import { aService } from '../organization.ts';

const endpoint = { id: 'e1', name: 'headroom-orders', maximum: { kind: 'additional', gb: 40 } } as const;
const attached = [{ id: 'i1', endpointId: 'e1' }];
const orders = aService({ name: 'orders', integrations: attached, tags: { team: 'a', stage: 'prod' } });
const planned = { services: [orders, aService({ name: 'logs' })], endpoints: [endpoint] };

const seenAs = (edit: Partial<Service>, endpoints = planned.endpoints) =>
  movedSince(planned, { services: [{ ...orders, ...edit }], endpoints }, 'orders');

describe('what has moved since a plan', () => {
  it('is nothing when only the disk has grown, lists changed their order, or another service is gone', () => {
    expect(seenAs({})).toBeUndefined();
    expect(seenAs({ diskMb: 999_999 })).toBeUndefined();
    expect(seenAs({ tags: { stage: 'prod', team: 'a' } })).toBeUndefined();
  });

  it.each<[string, Partial<Service>]>([
    ['plan', { plan: 'business-8' }],
    ['state', { state: 'POWEROFF' }],
    ['tags', { tags: { team: 'a' } }],
    [
      'autoscaler integrations, endpoints',
      { integrations: [{ id: 'i2', endpointId: 'e2' }, ...attached, ...attached] },
    ],
  ])('names the %s', (_, edit) => {
    expect(seenAs(edit)).toContain(_.split(',')[0]);
  });

  it('names an endpoint with the name of the service that has appeared since, used or not', () => {
    const other = { ...endpoint, id: 'e2' };
    expect(seenAs({}, [endpoint, other] as never)).toBe('endpoints');
    expect(seenAs({}, [endpoint, { ...other, name: 'headroom-logs' }] as never)).toBeUndefined();
  });

  it('names endpoints whose maximum was changed by hand, and a service that is gone', () => {
    expect(seenAs({}, [{ ...endpoint, maximum: { kind: 'additional', gb: 60 } as const } as never])).toBe('endpoints');
    expect(movedSince(planned, { services: [], endpoints: [] }, 'orders')).toBe('existence');
  });
});
