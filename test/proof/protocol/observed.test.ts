import { describe, expect, it } from 'vitest';
import { releaseLease, restLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { reserve } from '../../../lib/run/approval/uses.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { protocolLaw, watchProtocol } from '../../protocol/observed.ts';
import { evenRates, noFaults } from '../../simulator/engine/faults.ts';
import { simulate } from '../../simulator/simulate.ts';

const write = { method: 'PUT', path: '/v1/project/shop/integration_endpoint/e', headers: {}, body: '{}' } as const;

const watched = () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const memory = createMemoryStore();
  const watch = watchProtocol(memory, () => now);
  const clock = { now: () => now };
  return { watch, ports: { store: watch.over(memory), clock }, pass: (minutes: number) => (now += minutes * 60_000) };
};

describe('the steps of real runs', () => {
  it('are those of the protocol through days of people, growth and faults, and every kind of step is seen', async () => {
    const seen = new Set<string>();
    for (const [seed, rates] of [
      [11, noFaults],
      [2, evenRates(0.02)],
      [3, evenRates(0.03)],
    ] as const) {
      const life = await simulate({ seed, size: { projects: 3, services: 12 }, days: 6, rates, laws: [] });
      expect(life.violations.filter(({ law }) => law === protocolLaw)).toEqual([]);
      for (const kind of Object.keys(life.steps)) seen.add(kind);
    }
    const kinds = [
      'take',
      'rest',
      'release',
      'decide',
      'reserve',
      'owe',
      'hand-over',
      'intend',
      'send',
      'end',
      'confirm',
      'seal',
    ];
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  it('may take the lease that another run released, let rest or let expire', async () => {
    const { watch, ports, pass } = watched();
    await takeLease(ports, 'run-1', '');
    await restLease(ports, 'run-1');
    await takeLease(ports, 'run-2', '');
    await releaseLease(ports, 'run-2');
    await takeLease(ports, 'run-3', '');
    pass(21);
    await takeLease(ports, 'run-4', '');
    expect([watch.problems, watch.seen]).toEqual([[], { take: 4, rest: 1, release: 1, expire: 1, seal: 1 }]);
  });

  it('are accused of a lease that is taken while another run has it', async () => {
    const { watch, ports } = watched();
    await takeLease(ports, 'run-1', '');
    const lease = (await ports.store.get(keys.lease))?.body ?? '';
    await ports.store.put(keys.lease, lease.replace('run-1', 'run-2'));
    expect(watch.problems[0]).toContain('a run takes the lease of another only if');
  });

  it('are accused of a write without lease and intent, and of a seal before the run gave the lease up', async () => {
    const { watch, ports } = watched();
    await takeLease(ports, 'run-1', '');
    await releaseLease(ports, 'run-1');
    watch.onSend(write);
    await sealRun(ports, 'run-1');
    expect(watch.problems.map((problem) => problem.split(': ')[1])).toEqual([
      'an intent is stored before its write is sent',
      'a run writes only while it has the lease',
      'a run is sealed once it can write no more',
    ]);
  });

  it('are accused of approvals that a run reserves without the lease', async () => {
    const { watch, ports } = watched();
    await reserve(ports, 'run-1', { digest: 'd', proposedAt: '2026-01-01T00:00:00.000Z', indexes: [0] });
    expect(watch.problems).toEqual(['reserve of run run-1: a run decides, reserves and hands over with the lease']);
  });
});
