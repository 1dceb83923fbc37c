import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { snapshotsAfter } from '../../../lib/core/service/snapshots-after.ts';
import { lawsFor } from '../../laws.ts';
import { at, rules, snapshotWith } from '../one-service.ts';
import { afterApplying, aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';
import { example, planned } from '../plan/any-plan.ts';

const always = lawsFor(example, 500);

/** What matters of a project: ids that are made up may differ. */
const shape = (snapshots: readonly Snapshot[]) =>
  snapshots.map(({ project, services, endpoints }) => ({
    project,
    endpoints: endpoints.map(({ name, maximum }) => ({ name, maximum })),
    services: services.map(({ name, integrations, searchConfiguration }) => ({
      name,
      used: integrations.map(({ endpointId }) => endpoints.find(({ id }) => id === endpointId)?.name),
      searchConfiguration,
    })),
  }));

const search = aService({
  name: 'logs',
  type: 'engine',
  searchConfiguration: { engine: { a: true, inner: { b: 1 } }, other: 2 },
});
const baseline = {
  name: 'kept',
  match: { project: ['*'] },
  options: [
    { path: 'engine.inner.b', value: 7 },
    { path: 'fresh.c', value: 'x' },
  ],
};
const disabling: Partial<Policy> = { rules: rules.disable ?? [] };
const baselined = { rules: [], searchConfiguration: [baseline] } as unknown as Partial<Policy>;

describe('projects after changes', () => {
  it.each<[string, Snapshot, Partial<Policy>]>([
    ['enabling', snapshotWith([], []), {}],
    ['enabling with the endpoint that is there', snapshotWith([at('e1', 100)], []), {}],
    ['raising', snapshotWith([at('e1', 50)], ['e1']), {}],
    ['disabling', snapshotWith([at('e1', 100), at('f1', 10, 'by-hand')], ['e1']), disabling],
    ['removing surplus', snapshotWith([at('e1', 100), at('e2', 70)], ['e1', 'e2']), {}],
    ['setting search options', aSnapshot({ services: [search] }), baselined],
  ])('%s are as if the platform had carried them out', (_, snapshot, given) => {
    const snapshots = [snapshot, aSnapshot({ project: 'untouched' })];
    const policy = aPolicy(given);
    const { changes } = planOf(snapshots, { policy }).plan;
    expect(changes.length).toBeGreaterThan(0);
    const after = snapshotsAfter(snapshots, changes);
    expect(shape(after)).toEqual(shape(afterApplying(snapshots, changes)));
    expect(planOf(after, { policy }).plan.changes).toEqual([]);
  });

  it('are those of the platform, whatever the organization and the policy', () => {
    always((given) => {
      const { changes } = planned(given).plan;
      const after = snapshotsAfter(given.snapshots, changes);
      expect(shape(after)).toEqual(shape(afterApplying(given.snapshots, changes)));
    });
  });

  it('leave what they were made from as it was', () => {
    const before = snapshotWith([at('e1', 50)], ['e1']);
    const copy = structuredClone(before);
    snapshotsAfter([before], planOf([before], { policy: aPolicy({ rules: [enableAll(100)] }) }).plan.changes);
    expect(before).toEqual(copy);
  });
});
