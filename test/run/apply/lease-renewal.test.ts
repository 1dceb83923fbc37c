import { describe, expect, it } from 'vitest';
import { LeaseHeld } from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import { assertLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { hour, leasePorts, minute } from './lease-ports.ts';

describe('the lease of a run at work', () => {
  it('is checked by one read, and renewed by one conditional write once less than half is left', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    const requests: string[] = [];
    const store: Store = {
      ...ports.store,
      get: async (key) => {
        requests.push('get');
        return ports.store.get(key);
      },
      put: async (key, body, condition) => {
        requests.push(JSON.stringify(Object.keys(condition ?? {})));
        return ports.store.put(key, body, condition);
      },
    };
    ports.pass(10 * minute);
    await assertLease({ ...ports, store }, 'run-1');
    expect(requests.splice(0)).toEqual(['get']);
    ports.pass(1);
    await assertLease({ ...ports, store }, 'run-1');
    expect(requests).toEqual(['get', '["ifVersion"]']);
  });

  it('is kept through a wait that is longer than the lease', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await assertLease(ports, 'run-1', ports.clock.now() + 2 * hour);
    ports.pass(2 * hour);
    await expect(takeLease(ports, 'run-2', '')).rejects.toThrow(LeaseHeld);
    await assertLease(ports, 'run-1');
  });

  it('is still that of a run that stood still for hours, unless another run took it meanwhile', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(3 * hour);
    await assertLease(ports, 'run-1');
    await expect(takeLease(ports, 'run-2', '')).rejects.toThrow(LeaseHeld);
  });

  it('is renewed by all tasks of a run that check it at the same moment', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(15 * minute);
    await Promise.all([1, 2, 3].map(() => assertLease(ports, 'run-1')));
  });

  it('goes to one of two at the moment at which it expires: its run renews it, or another one takes it', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(20 * minute);
    const asked = [takeLease(ports, 'run-2', ''), assertLease(ports, 'run-1')];
    expect((await Promise.allSettled(asked)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
