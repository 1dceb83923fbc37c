import { describe, expect, it } from 'vitest';
import type { Endpoint, Snapshot } from '../../../lib/core/model/model.ts';
import { at, create, remove, rules, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, planDiskMb, planOf } from '../organization.ts';

describe('the floor under a maximum', () => {
  const gb = 1024;
  const withDisk = (diskMb: number | null, endpoints: Endpoint[] = [], ties: string[] = []) =>
    snapshotWith(endpoints, ties, { diskMb });
  const made = (snapshot: Snapshot, disks = planDiskMb) => {
    const { plan, needs } = planOf([snapshot], { planDiskMb: disks });
    return { changes: plan.changes.map(shown), findings: plan.findings.map(({ code }) => code), needs };
  };

  it('waits for no plan as long as the whole disk is no larger than the maximum', () => {
    expect(made(withDisk(100 * gb), new Map())).toMatchObject({ changes: create, findings: [] });
  });

  it('asks for the sizes of the plan of every disk that has an autoscaler or gets one, because they limit it', () => {
    const needs = [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }];
    expect(made(withDisk(100 * gb - 1), new Map()).needs).toEqual(needs);
    expect(made(withDisk(100 * gb - 1, [at('e1', 100)], ['e1']), new Map())).toEqual({
      changes: [],
      findings: [],
      needs,
    });
  });

  it('asks for the disk of the plan once the whole disk is larger, and leaves the service out until it knows', () => {
    expect(made(withDisk(100 * gb + 1), new Map())).toEqual({
      changes: [],
      findings: [],
      needs: [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
    });
    expect(made(withDisk(100 * gb + 1))).toEqual({ changes: create, findings: [], needs: [] });
  });

  it('lifts the maximum to what is provisioned, rounded up to whole GB', () => {
    expect(made(withDisk((80 + 149) * gb + 1))).toMatchObject({
      changes: ['grant create-endpoint new 0→150', 'grant create-integration new 0→150'],
      findings: ['floor-above-maximum'],
    });
    expect(made(withDisk(230 * gb, [at('e1', 400)], ['e1'])).changes).toEqual(['release update-endpoint e1 400→150']);
    expect(made(withDisk(230 * gb, [at('e1', 150)], ['e1']))).toMatchObject({
      changes: [],
      findings: ['floor-above-maximum'],
    });
  });

  it('a disk smaller than its plan has nothing provisioned', () => {
    const plan = new Map([['pg/startup-4', 500 * gb]]);
    expect(made(withDisk(400 * gb), plan)).toEqual({ changes: create, findings: [], needs: [] });
  });

  it.each([
    ['enabling', withDisk(230 * gb), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    ['lowering', withDisk(230 * gb, [at('e1', 400)], ['e1']), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    ['raising', withDisk(230 * gb, [at('e1', 50)], ['e1']), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    [
      'using an endpoint at hand',
      withDisk(230 * gb, [at('e1', 100)]),
      new Map([['pg/startup-4', null]]),
      'plan-unknown',
    ],
    ['enabling', withDisk(null), planDiskMb, 'disk-unknown'],
  ])('%s stops where what is provisioned cannot be known', (_, snapshot, disks, code) => {
    expect(made(snapshot, disks)).toEqual({ changes: [], findings: [code], needs: [] });
  });

  it('an unknown plan does not matter below the maximum or for disabling', () => {
    const unknown = new Map([['pg/startup-4', null]]);
    expect(made(withDisk(90 * gb), unknown).changes).toEqual(create);
    const { plan } = planOf([withDisk(null, [at('e1', 100)], ['e1'])], { policy: aPolicy({ rules: rules.disable }) });
    expect(plan.changes.map(shown)).toEqual(remove('e1', 100));
  });

  it('asks for each plan once, through the first project in order', () => {
    const services = [aService({ diskMb: 200 * gb }), aService({ name: 'b', diskMb: 200 * gb, plan: 'business-8' })];
    const snapshots = ['z', 'a'].map((project) => aSnapshot({ project, services }));
    expect(planOf(snapshots, { planDiskMb: new Map() }).needs).toEqual([
      { project: 'a', serviceType: 'pg', plan: 'business-8' },
      { project: 'a', serviceType: 'pg', plan: 'startup-4' },
    ]);
  });
});
