import { describe, expect, it } from 'vitest';
import type { ChangeResult, ChangeStatus } from '../../../lib/core/change/change.ts';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { driftFinder } from '../../../lib/core/service/drift.ts';
import { lastAppliedAfter } from '../../../lib/core/service/last-applied.ts';
import { lawsFor } from '../../laws.ts';
import { at, rules, snapshotWith } from '../one-service.ts';
import { additional, afterApplying, aPolicy, planOf } from '../organization.ts';
import { example, planned } from '../plan/any-plan.ts';

const always = lawsFor(example, 500);

const now = '2030-06-15T12:00:00.000Z';
const e1: readonly [string, string][] = [['headroom-orders', 'e1']];

/** What is left after a plan for this snapshot, whose every change ended so. */
const left = (
  snapshot: Snapshot,
  desired: string,
  made: readonly (readonly [string, string])[] = [],
  statuses: readonly ChangeStatus[] = [],
) => {
  const { changes } = planOf([snapshot], { policy: aPolicy({ rules: rules[desired] }) }).plan;
  const results = changes.map((change, n): ChangeResult => ({ ...change, status: statuses[n] ?? 'confirmed' }));
  return lastAppliedAfter(snapshot, results, new Map(made), now);
};

const at100 = {
  service: 'orders',
  endpointId: 'e1',
  endpointName: 'headroom-orders',
  maximum: additional(100),
  confirmedAt: now,
};

describe('what a run leaves', () => {
  it.each([
    ['what it made', left(snapshotWith([], []), 'enable at 100', e1), [{ ...at100, attached: true }]],
    [
      'a service that it attached',
      left(snapshotWith([at('e1', 100)], []), 'enable at 100'),
      [{ ...at100, attached: true }],
    ],
    [
      'an endpoint that it changed, with its service attached',
      left(snapshotWith([at('e1', 40)], ['e1']), 'enable at 100', e1),
      [{ ...at100, attached: true }],
    ],
    [
      'an endpoint that got a new id by being changed',
      left(snapshotWith([at('e0', 40)], ['e0']), 'enable at 100', e1),
      [{ ...at100, attached: true }],
    ],
    [
      'one of two',
      left(snapshotWith([at('e1', 100), at('e2', 40)], ['e1', 'e2']), 'enable at 100'),
      [{ ...at100, attached: true }],
    ],
    ['nothing of what it took away', left(snapshotWith([at('e1', 100)], ['e1']), 'disable'), []],
    ['nothing where it changed nothing', left(snapshotWith([at('e1', 100)], ['e1']), 'enable at 100'), []],
    [
      'nothing that is sure where a change is not confirmed',
      left(snapshotWith([], []), 'enable at 100', e1, ['confirmed', 'unconfirmed']),
      [],
    ],
    [
      'nothing that is sure where a change was skipped',
      left(snapshotWith([], []), 'enable at 100', e1, ['confirmed', 'skipped']),
      [],
    ],
  ])('%s', (_, seen, expected) => {
    expect(seen).toEqual(expected);
  });
});

it('what a run leaves is no drift to the next one, whatever the organization and the policy', () => {
  let [examples, left] = [0, 0];
  always((given) => {
    examples += 1;
    const { changes } = planned(given).plan;
    const results = changes.map((change): ChangeResult => ({ ...change, status: 'confirmed' }));
    const after = afterApplying(given.snapshots, changes);
    for (const [at, snapshot] of given.snapshots.entries()) {
      const { project } = snapshot;
      const own = results.filter((result) => result.project === project);
      const ids = results.flatMap((change, place): (readonly [string, string])[] =>
        change.project === project && change.kind === 'create-endpoint' ? [[change.endpointName, `new-${place}`]] : [],
      );
      const { services = [], endpoints = [] } = after[at] ?? {};
      const finder = driftFinder({ endpoints });
      for (const applied of lastAppliedAfter(snapshot, own, new Map(ids), now)) {
        const service = services.find(({ name }) => name === applied.service);
        expect(service && finder(applied, service)).toEqual([]);
        left += 1;
      }
    }
  });
  expect(left).toBeGreaterThan(examples / 5);
});
