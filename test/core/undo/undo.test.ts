import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import { because } from '../../../lib/core/model/decision.ts';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { at, create, remove, shown, snapshotWith } from '../one-service.ts';
import { planOf } from '../organization.ts';
import {
  aRecord,
  at100,
  at200,
  at300,
  attachedOnly,
  disabled,
  enabled,
  endpointAt,
  foreign,
  gone,
  grown,
  lowered,
  nothing,
  orphaned,
  raised,
  undo,
  unknown,
  unused,
} from '../plan/undone-run.ts';

describe('undoing a run that', () => {
  it.each<[string, readonly AuditRecord[], Snapshot, readonly string[], readonly string[]]>([
    ['enabled takes the autoscaler away', enabled, at100, remove('e1', 100), []],
    ['enabled, when it is gone already, has nothing to do', enabled, nothing, [], []],
    ['enabled, with another maximum now, leaves it', enabled, at200, [], ['not-undone']],
    ['enabled in part takes away what there is', enabled, unused, [remove('e1', 100)[1] ?? ''], []],
    [
      'enabled a disk that has grown says that it stays',
      enabled,
      grown(40, [at('e1', 100)], ['e1']),
      remove('e1', 100),
      ['not-undone'],
    ],
    ['raised lowers', raised, at200, ['release update-endpoint e1 200→100'], []],
    ['raised, when it is back already, has nothing to do', raised, at100, [], []],
    ['raised, with another maximum now, leaves it', raised, at300, [], ['not-undone']],
    ['raised, with the autoscaler gone, leaves it', raised, nothing, [], ['not-undone']],
    [
      'raised does not go below what is provisioned',
      raised,
      grown(150, [at('e1', 200)], ['e1']),
      ['release update-endpoint e1 200→150'],
      ['floor-above-maximum'],
    ],
    [
      'raised, all of which is provisioned, changes nothing',
      raised,
      grown(200, [at('e1', 200)], ['e1']),
      [],
      ['floor-above-maximum'],
    ],
    ['lowered raises', lowered, at100, ['grant update-endpoint e1 100→200'], []],
    ['disabled enables', disabled, nothing, create, []],
    ['disabled, when it is on already, has nothing to do', disabled, at100, [], []],
    ['disabled in part brings back what is missing', disabled, unused, ['grant create-integration e1 0→100'], []],
    [
      'disabled does not enable below what is provisioned',
      disabled,
      grown(150, [], []),
      create.map((text) => text.replace('100', '150')),
      ['floor-above-maximum'],
    ],
    ["disabled leaves someone else's autoscaler", disabled, foreign, [], ['foreign-autoscaler']],
    [
      'disabled a service that cannot have it now says so',
      disabled,
      snapshotWith([], [], { state: 'POWEROFF' }),
      [],
      ['not-eligible'],
    ],
    [
      'disabled at a maximum that could not be read says so',
      [disabled[0], aRecord('delete-endpoint', endpointAt(null), null)].filter((one) => one !== undefined),
      nothing,
      [],
      ['not-undone'],
    ],
    ['attached an existing endpoint detaches it', attachedOnly, at100, ['release delete-integration e1 100→0'], []],
    [
      'deleted an endpoint that nothing used does not make it again',
      [disabled[1]].filter((one) => one !== undefined),
      nothing,
      [],
      ['not-undone'],
    ],
    ['removed what a gone service left does not make it again', orphaned, nothing, [], ['not-undone']],
    ['changed a service that is gone now says so', enabled, gone, [], ['not-undone']],
    [
      'wrote only what was refused has nothing to do',
      enabled.map((one) => ({ ...one, status: 'failed' as const })),
      at100,
      [],
      [],
    ],
    ['may have enabled, and has not, has nothing to do', unknown(enabled), nothing, [], []],
    ['may have enabled, and has, takes it away', unknown(enabled), at100, remove('e1', 100), []],
    ['may have raised, and has not, has nothing to do', unknown(raised), at100, [], []],
    ['may have raised, and has, lowers', unknown(raised), at200, ['release update-endpoint e1 200→100'], []],
    [
      'enabled and may have integrated, and has, takes both away',
      [...enabled.slice(0, 1), ...unknown(enabled.slice(1))],
      at100,
      remove('e1', 100),
      [],
    ],
  ])('%s', (_name, records, snapshot, changes, codes) => {
    const plan = undo(records, snapshot);
    expect(plan.changes.map(shown)).toEqual(changes);
    expect(plan.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('says in every change and finding which run and why', () => {
    expect(undo(raised, at200).changes[0]).toMatchObject({
      rule: '',
      reasons: because(
        'undo',
        'Undoes run run-1: before it the service had a maximum of 100 GB and the autoscaler on.',
      ),
    });
    expect(undo(raised, at300).findings[0]?.message).toBe(
      'Changed after run run-1, so it stays unchanged: the run left a maximum of 200 GB, now it has a maximum of 300 GB and the autoscaler on.',
    );
    expect(undo(enabled, grown(40, [at('e1', 100)], ['e1'])).findings[0]?.message).toBe(
      'The disk keeps its size: 40 GB of additional storage are provisioned, and only a person can remove them (disk_space_mb of the service, with a rolling restart).',
    );
  });

  it.each([
    ['enabled', enabled],
    ['attached', attachedOnly],
    ['raised', raised],
  ])('%s a service that another tool manages reports the steps and changes nothing', (_name, records) => {
    const maximum = records === raised ? 200 : 100;
    const kept = snapshotWith([at('e1', maximum)], ['e1'], { tags: { 'disk-autoscaler-managed-by': 'terraform' } });
    const plan = undo(records, kept);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['managed-elsewhere']]);
  });

  it('reads the disk of the plan first where an added disk may stay without the autoscaler', () => {
    const { plan, needs } = planOf([grown(40, [at('e1', 100)], ['e1'])], {
      undo: { runId: 'run-1', records: enabled },
      planDiskMb: new Map(),
    });
    expect([plan.changes, plan.findings, needs]).toEqual([
      [],
      [],
      [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
    ]);
  });

  it('says nothing of an added disk where the autoscaler stays', () => {
    const tags = { 'disk-autoscaler-managed-by': 'terraform' };
    const kept = snapshotWith([at('e1', 100)], ['e1'], { tags, diskMb: (80 + 40) * 1024 });
    expect(undo(enabled, kept).findings.map(({ code }) => code)).toEqual(['managed-elsewhere']);
  });

  it('brings nothing back at a maximum that no one knows', () => {
    const detached = disabled.slice(0, 1);
    const spare = snapshotWith([{ ...at('e1', 0), maximum: { kind: 'total', gb: 300 } }], []);
    const { plan } = planOf([spare], {
      undo: { runId: 'run-1', records: detached },
      planDiskMb: new Map([['pg/startup-4', null]]),
    });
    expect([plan.changes, plan.findings.map(({ message }) => message)]).toEqual([
      [],
      ['The run could not read the maximum before its write, so it cannot be restored.'],
    ]);
    const lost = undo(detached, nothing);
    expect([lost.changes, lost.findings.map(({ message }) => message)]).toEqual([
      [],
      ['Its endpoint headroom-orders is gone, and the run did not record its maximum.'],
    ]);
  });

  it('says what was there where the service or its endpoint is gone', () => {
    expect(undo(orphaned, nothing).findings[0]?.message).toMatch(/^Endpoint headroom-orders was unused/);
    expect(undo(enabled, gone).findings[0]?.message).toMatch(/^The service or its project no longer exists/);
    expect(
      undo(
        [disabled[1]].flatMap((one) => one ?? []),
        nothing,
      ).findings[0]?.message,
    ).toMatch(/^Its endpoint headroom-orders was unused before the run/);
  });

  it('changes nothing of a service whose record is invalid', () => {
    const searchConfiguration = { service_log: true };
    const damaged = snapshotWith([at('e1', 200)], ['e1'], {
      unusable: 'it is listed twice',
      diskMb: null,
      searchConfiguration,
    });
    const options = (value: boolean) => ({ kind: 'search-configuration' as const, options: { service_log: value } });
    const configured = aRecord('update-search-configuration', options(false), options(true), { endpointName: '' });
    const plan = undo([...raised, configured], damaged);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['record-invalid']]);
  });

  it('leaves the manager of an endpoint unchanged where a tag exempts the service after the run', () => {
    const exempt = snapshotWith([at('e1', 100, 'team')], ['e1'], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    const plan = undo([aRecord('return-endpoint', null, null, { endpointName: 'team' })], exempt);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['not-undone']]);
  });

  it('leaves services unchanged that a tag exempts after the run', () => {
    const exempt = snapshotWith([at('e1', 200)], ['e1'], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    const plan = undo(raised, exempt);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['not-undone']]);
  });
});
