import { describe, expect, it } from 'vitest';
import { laws } from './all.ts';
import { auditLaw, judgeAudit } from './audit.ts';
import { spentOnce } from './budgets.ts';
import type { Circumstances, WriteSeen } from './law.ts';
import { createPace } from './pace.ts';
import { at, autoscaler, circumstances, orders, policy, write } from './planted.ts';

const brokenBy = (seen: WriteSeen, given: Partial<Circumstances> = {}) =>
  laws
    .filter((law) => (law.afterWrite?.(seen, { ...circumstances, ...given }) ?? []).length > 0)
    .map(({ name }) => name);

/** Its rule wants more than its budget pays for. */
const wider = { ...policy, rules: policy.rules.map((rule) => ({ ...rule, maxAdditionalGb: 200 })) };

describe('a law of each write', () => {
  it('holds for a grant, for a lower to the provisioned storage, and for a raise to it beyond the budget', () => {
    expect(brokenBy(write(orders(), at(90)))).toEqual([]);
    expect(brokenBy(write(at(90), at(50, { provisionedGb: 50 })))).toEqual([]);
    expect(brokenBy(write(at(10, { provisionedGb: 300 }), at(300, { provisionedGb: 300 })))).toEqual([]);
  });

  const exempt = { service: { ...orders().service, tags: { 'disk-autoscaler-exempt': '2030-01-01' } } };
  const foreign = { name: 'by-hand' } as WriteSeen['endpoint'];
  it.each<[string, WriteSeen, Partial<Circumstances>, string]>([
    [
      'a lower below the provisioned storage',
      write(at(90), at(50, { provisionedGb: 51 })),
      {},
      'no maximum is set below',
    ],
    ['a second autoscaler', write(at(9), orders({ ours: [autoscaler(9), autoscaler(9)] })), {}, 'a service has one'],
    [
      'an autoscaler beside that of others',
      write(orders(), at(9, { others: [autoscaler(9, 'x')] })),
      {},
      'a service has one',
    ],
    [
      'a raise above the budget',
      write(at(90), at(101)),
      { policy: wider, run: { policy: wider, services: [] } },
      'once within a budget',
    ],
    ['a change of an exempt service', write(at(90, exempt), at(80, exempt)), {}, 'only services that policy selects'],
    [
      'a change outside the rules',
      write(at(9, { project: 'x' }), at(8, { project: 'x' })),
      {},
      'only services that policy',
    ],
    [
      'a change of a foreign endpoint',
      write(orders(), orders(), { endpoint: foreign }),
      {},
      'nothing that is not ours',
    ],
    [
      'a write long after a stop',
      write(orders(), at(9)),
      { writingForbiddenSinceMs: 0 },
      'observe and stop write nothing',
    ],
  ])('is broken by %s', (_, seen, given, name) => {
    expect(brokenBy(seen, given)).toEqual([expect.stringContaining(name)]);
  });
});

describe('the law that money is spent once', () => {
  const broken = (provisionedGb: number) => {
    const disabled = orders({ provisionedGb, service: { ...orders().service, name: 'disabled' } });
    const { before, after, ...seen } = write(at(10), at(60));
    const beside = { before: [...before, disabled], after: [...after, disabled] };
    return spentOnce.afterWrite?.({ ...seen, ...beside }, circumstances);
  };

  it('counts the disk of a service that has no autoscaler any more', () => {
    expect(broken(40)).toEqual([]);
    expect(broken(41)).toEqual([expect.stringContaining('was raised, and budget storage may cost')]);
  });
});

describe(auditLaw, () => {
  const made = {
    requestId: 'req-2',
    kind: 'update-endpoint',
    project: 'shop',
    target: 'headroom-orders',
    isCopy: false,
  };
  const record = (more: object = {}) => {
    const { target: endpointName, ...rest } = made;
    return { ...rest, service: 'orders', endpointName, status: 'confirmed', ...more };
  };
  const judged = (...records: object[]) =>
    judgeAudit([JSON.stringify({ records })], [made], new Set(['req-2', 'req-3']));

  it.each<[string, object[], number]>([
    ['its own record', [record()], 0],
    ['the record of a later try', [record({ requestId: 'req-3' })], 0],
    ['a record without an answer', [record({ requestId: null, status: 'unknown' })], 0],
    ['no record', [], 1],
    ['two records', [record(), record()], 1],
    ['a record of another endpoint', [record({ requestId: null, endpointName: 'headroom-x' })], 2],
    ['a record of a request that never was', [record(), record({ requestId: 'req-9' })], 2],
    ['a record of a request that changed nothing', [record(), record({ requestId: 'req-3' })], 1],
    ['a second record without an id', [record(), record({ requestId: null })], 1],
    ['a second record of which nothing is known', [record(), record({ requestId: null, status: 'unknown' })], 0],
  ])('counts the problems of a write with %s', (_, records, problems) => {
    expect(judged(...records)).toHaveLength(problems);
  });
});

it('the pace is the highest number of starts in any 60 s, wherever these begin', () => {
  const pace = createPace();
  for (const atMs of [0, 50_000, 59_999, 60_000, 119_999]) pace.note(atMs);
  expect(pace.most()).toBe(3);
});
