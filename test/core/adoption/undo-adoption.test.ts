import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { at, snapshotWith } from '../one-service.ts';
import { additional, aPolicy, enableAll, planOf } from '../organization.ts';
import { aRecord } from '../plan/undone-run.ts';

const ofTeam = { endpointName: 'team-endpoint' };
const manager = (by: 'headroom' | 'others') => ({ kind: 'manager', by, maximum: additional(250) }) as const;
const adopted = aRecord('adopt-endpoint', manager('others'), manager('headroom'), ofTeam);
const returned = aRecord('return-endpoint', manager('headroom'), manager('others'), ofTeam);
const ours = new Map([
  ['shop-prod', [{ service: 'orders', endpointName: 'team-endpoint', kind: 'additional' as const }]],
]);

/** The undo of a run with this record, where the service has the team's endpoint at this maximum, or none. */
const undone = (record: typeof adopted, gb: number | null | undefined, isOurs: boolean) =>
  undoneIn(
    gb === undefined ? snapshotWith([], []) : snapshotWith([at('e1', gb, 'team-endpoint')], ['e1']),
    record,
    isOurs,
  );

const undoneIn = (snapshot: Snapshot, record: typeof adopted, isOurs: boolean) => {
  const { plan } = planOf([snapshot], {
    policy: aPolicy({ rules: [enableAll(999)] }),
    undo: { runId: 'run-1', records: [record] },
    adopted: isOurs ? ours : undefined,
  });
  return {
    changes: plan.changes.map((change) => [change.kind, 'maximum' in change ? change.maximum : null, change.reasons]),
    toGb: plan.changes.map((change) => ('toGb' in change ? change.toGb : null)),
    findings: plan.findings.filter(({ code }) => code === 'not-undone').map(({ message }) => message),
  };
};

const because = (text: string) => [{ source: 'undo', text }];

describe('the undo of an adoption', () => {
  it('gives the endpoint back with the maximum that it has by now', () => {
    expect(undone(adopted, 300, true)).toEqual({
      changes: [
        ['return-endpoint', additional(300), because('Undoes run run-1: endpoint team-endpoint was made by hand.')],
      ],
      toGb: [300],
      findings: [],
    });
  });

  it('has nothing to do where it is given back already, and says what it cannot give back', () => {
    expect(undone(adopted, 250, false)).toEqual({ changes: [], toGb: [], findings: [] });
    expect(undone(adopted, undefined, true).findings).toEqual([
      expect.stringContaining('The service no longer uses endpoint team-endpoint.'),
    ]);
    expect(undone(adopted, null, true)).toMatchObject({
      changes: [],
      findings: [expect.stringContaining('The maximum of endpoint team-endpoint cannot be read.')],
    });
  });
});

describe('the undo of giving back', () => {
  it('adopts the endpoint again, unless that is done', () => {
    expect(undone(returned, 250, false)).toEqual({
      changes: [
        ['adopt-endpoint', additional(250), because('Undoes run run-1: Headroom managed endpoint team-endpoint.')],
      ],
      toGb: [250],
      findings: [],
    });
    expect(undone(returned, 250, true)).toEqual({ changes: [], toGb: [], findings: [] });
  });

  it('says what it cannot adopt', () => {
    expect(undone(returned, undefined, false).findings).toEqual([
      expect.stringContaining('The service no longer uses endpoint team-endpoint.'),
    ]);
    const two = snapshotWith([at('e1', 250, 'team-endpoint'), at('e2', 10, 'another')], ['e1', 'e2']);
    expect(undoneIn(two, returned, false)).toMatchObject({
      changes: [],
      findings: [expect.stringContaining('Headroom cannot take over: ')],
    });
  });
});

it.each([
  ['an adoption', adopted],
  ['giving back', returned],
])('the undo of %s leaves another endpoint that the service uses by now, managed by Headroom or not', (_, record) => {
  for (const name of ['another-team', 'headroom-orders'])
    expect(undoneIn(snapshotWith([at('e1', 250, name)], ['e1']), record, false)).toMatchObject({
      changes: [],
      findings: [expect.stringContaining('The service no longer uses endpoint team-endpoint.')],
    });
});
