import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { flat } from '../a-change.ts';
import { at, create, integrationWith, outcome, remove, rules, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';

const nothing = snapshotWith([], []);
const spare = snapshotWith([at('e1', 100)], []);
const spareOther = snapshotWith([at('e1', 40)], []);
const ours = snapshotWith([at('e1', 100)], ['e1']);
const oursLess = snapshotWith([at('e1', 40)], ['e1']);
const oursMore = snapshotWith([at('e1', 400)], ['e1']);
const unreadable = snapshotWith([at('e1', null)], ['e1']);
const two = snapshotWith([at('e1', 40), at('e2', 100)], ['e1', 'e2']);
const oursAndSpare = snapshotWith([at('e1', 100), at('e2', 100)], ['e2']);
const foreign = snapshotWith([at('f1', 100, 'team-endpoint')], ['f1']);
const foreignAndOurs = snapshotWith([at('f1', 100, 'team-endpoint'), at('e1', 100)], ['f1', 'e1']);
const foreignUnlisted = snapshotWith([], ['f1']);
const stopped = snapshotWith([], [], { state: 'POWEROFF' });
const stoppedAtFloor = snapshotWith([at('e1', 40)], ['e1'], { state: 'POWEROFF', diskMb: 120 * 1024 });
const rebuilding = snapshotWith([at('e1', 40)], ['e1'], { state: 'REBUILDING' });
const stoppedOurs = snapshotWith([at('e1', 40)], ['e1'], { state: 'POWEROFF' });

describe('the table of desired and actual', () => {
  it.each<[string, string, Snapshot, string[], string[]]>([
    ['nothing', 'enable at 100', nothing, create, []],
    ['nothing', 'disable', nothing, [], []],
    ['nothing', 'ignore', nothing, [], []],
    ['our endpoint only, at M', 'enable at 100', spare, ['grant create-integration e1 0→100'], []],
    [
      'our endpoint only, not at M',
      'enable at 100',
      spareOther,
      ['grant update-endpoint e1 40→100', 'grant create-integration e1 0→100'],
      [],
    ],
    ['our endpoint only', 'disable', spare, ['release delete-endpoint e1 100→0'], []],
    ['our endpoint only', 'ignore', spare, ['release delete-endpoint e1 100→0'], []],
    ['ours at M', 'enable at 100', ours, [], []],
    ['ours at M', 'disable', ours, remove('e1', 100), []],
    ['ours at M', 'ignore', ours, [], ['no-longer-selected']],
    ['ours below M', 'enable at 100', oursLess, ['grant update-endpoint e1 40→100'], []],
    ['ours above M', 'enable at 100', oursMore, ['release update-endpoint e1 400→100'], []],
    ['ours above M', 'disable', oursMore, remove('e1', 400), []],
    ['ours above M', 'ignore', oursMore, [], ['no-longer-selected']],
    ['ours with an unreadable maximum', 'enable at 100', unreadable, ['grant update-endpoint e1 0→100'], []],
    ['two of ours', 'enable at 100', two, remove('e1', 40), []],
    [
      'two of ours',
      'disable',
      two,
      [
        'release delete-integration e1 40→0',
        'release delete-integration e2 100→0',
        'release delete-endpoint e1 40→0',
        'release delete-endpoint e2 100→0',
      ],
      [],
    ],
    ['two of ours', 'ignore', two, [], ['no-longer-selected']],
    ['ours and an unused one', 'enable at 100', oursAndSpare, ['release delete-endpoint e1 100→0'], []],
    ["someone else's", 'enable at 100', foreign, [], ['foreign-autoscaler']],
    ["someone else's", 'disable', foreign, [], ['foreign-autoscaler']],
    ["someone else's", 'ignore', foreign, [], []],
    ["someone else's and ours", 'enable at 100', foreignAndOurs, [], ['foreign-autoscaler']],
    ["someone else's and ours", 'disable', foreignAndOurs, [], ['foreign-autoscaler']],
    ["someone else's and ours", 'ignore', foreignAndOurs, [], ['foreign-autoscaler']],
    ['an endpoint that the project does not list', 'enable at 100', foreignUnlisted, [], ['foreign-autoscaler']],
    ['not eligible', 'enable at 100', stopped, [], ['not-eligible']],
    ['powered off, with ours', 'enable at 100', stoppedOurs, ['release update-endpoint e1 40→0'], ['not-eligible']],
    ['powered off, with what is provisioned', 'enable at 100', stoppedAtFloor, [], ['not-eligible']],
    ['rebuilding, with ours', 'enable at 100', rebuilding, [], ['not-eligible']],
    ['not eligible, with ours', 'disable', stoppedOurs, remove('e1', 40), []],
    ['not eligible, with ours', 'ignore', stoppedOurs, [], ['no-longer-selected']],
  ])('actual: %s, desired: %s', (_, desired, snapshot, changes, findings) => {
    expect(outcome(snapshot, { rules: rules[desired] })).toEqual({ changes, findings });
  });

  it('an exempt service is left alone without a word, even with an unused endpoint', () => {
    const tags = { 'disk-autoscaler-exempt': '2031-01-01' };
    for (const snapshot of [
      snapshotWith([at('e1', 40)], ['e1'], { tags }),
      snapshotWith([at('e1', 40)], [], { tags }),
    ]) {
      expect(outcome(snapshot, {})).toEqual({ changes: [], findings: [] });
    }
  });

  it('one endpoint attached twice gets one integration', () => {
    const service = aService({ integrations: [integrationWith('e1', 'b'), integrationWith('e1', 'a')] });
    const { plan } = planOf([aSnapshot({ services: [service], endpoints: [at('e1', 100)] })]);
    expect(flat(plan.changes).map(({ kind, integrationId }) => [kind, integrationId])).toEqual([
      ['delete-integration', 'b'],
    ]);
  });

  it('two of ours, neither at M: the lowest id is kept and brought to M', () => {
    const snapshot = snapshotWith([at('e2', 300), at('e1', 40)], ['e2', 'e1']);
    expect(outcome(snapshot, {}).changes).toEqual([...remove('e2', 300), 'grant update-endpoint e1 40→100']);
  });

  it('an endpoint of our name that another service uses too stays unchanged, with a finding for both', () => {
    const services = [
      aService({ integrations: [integrationWith('e1', 'a')] }),
      aService({ name: 'billing', integrations: [integrationWith('e1', 'b')] }),
    ];
    const snapshot = aSnapshot({ services, endpoints: [at('e1', 40)] });
    for (const desired of ['enable at 100', 'disable']) {
      const { changes, findings } = outcome(snapshot, { rules: rules[desired] });
      expect(changes).toEqual([]);
      expect(findings).toEqual(['foreign-autoscaler', 'endpoint-shared']);
    }
  });

  it('an unused name of ours that another service has taken is not created again', () => {
    const services = [aService(), aService({ name: 'billing', integrations: [integrationWith('e1')] })];
    const only = [{ ...enableAll(100), match: { service: ['orders'] } }];
    const { changes, findings } = outcome(aSnapshot({ services, endpoints: [at('e1', 40)] }), { rules: only });
    expect({ changes, findings }).toEqual({ changes: [], findings: ['endpoint-shared'] });
  });

  it('services whose endpoints would bear the same name are both left as they are', () => {
    const long = 'customer-orders-archive-eu-west-1-2030';
    const services = [aService({ name: long }), aService({ name: endpointName(long).slice('headroom-'.length) })];
    for (const desired of ['enable at 100', 'disable']) {
      const seen = outcome(aSnapshot({ services }), { rules: rules[desired] });
      expect(seen).toEqual({ changes: [], findings: ['name-collision', 'name-collision'] });
    }
    expect(outcome(aSnapshot({ services }), { rules: [] }).findings).toEqual([]);
  });

  it('an endpoint of ours whose service is gone is left in a project that is exempt, while it is', () => {
    const leftIn = (day: string) =>
      outcome(aSnapshot({ tags: { 'disk-autoscaler-exempt': day }, endpoints: [at('e1', 40, 'headroom-gone')] }), {});
    expect(leftIn('2030-06-15').changes).toEqual([]);
    expect(leftIn('2030-06-14').changes).toEqual(['release delete-endpoint e1 40→0']);
  });

  it('an endpoint of ours whose service is gone is deleted, unless some service uses it', () => {
    const endpoints = [at('e1', 40, 'headroom-gone'), at('e2', 40, 'headroom-used'), at('e3', 40, 'team-endpoint')];
    const snapshot = aSnapshot({ services: [aService({ integrations: [integrationWith('e2')] })], endpoints });
    const { plan } = planOf([snapshot], { policy: aPolicy({ rules: [] }) });
    expect(plan.changes).toEqual([
      expect.objectContaining({
        kind: 'delete-endpoint',
        phase: 'release',
        service: null,
        endpointId: 'e1',
        fromGb: 40,
      }),
    ]);
  });
});

it('services with autoscalers of others have one text, whatever their names and endpoints, so that a list groups them', () => {
  const snapshots = ['orders', 'carts'].map((name, place) => {
    const endpoint = at(`f${place}`, 100, `team-${name}`);
    const integrations = [integrationWith(endpoint.id)];
    return aSnapshot({ project: `p-${place}`, services: [aService({ name, integrations })], endpoints: [endpoint] });
  });
  const { findings } = planOf(snapshots).plan;
  expect(findings.map(({ code }) => code)).toEqual(['foreign-autoscaler', 'foreign-autoscaler']);
  expect(new Set(findings.map(({ message }) => message)).size).toBe(1);
});
