import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind } from '../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import type { Freeze, Protective } from '../../../lib/core/model/freeze.ts';
import { holdBack, underFreeze } from '../../../lib/core/plan/freeze-hold.ts';
import { aChange } from '../a-change.ts';

const freeze = (...allow: Protective[]): Freeze => ({ reason: 'weekend', untilMs: 0, isUnreadable: false, allow });

const change = (service: string, kind: ChangeKind, given: Partial<ChangeJson> = {}): Change =>
  aChange({
    phase: kind.startsWith('delete') ? 'release' : 'grant',
    kind,
    project: 'shop',
    service,
    fromGb: 0,
    toGb: 100,
    endpointName: `headroom-${service}`,
    ...given,
  });

const enable = (service: string, given: Partial<ChangeJson> = {}) => [
  change(service, 'create-endpoint', given),
  change(service, 'create-integration', given),
];
const raise = (service: string, given: Partial<ChangeJson> = {}) => change(service, 'update-endpoint', given);
const lower = (service: string, given: Partial<ChangeJson> = {}) =>
  change(service, 'update-endpoint', { phase: 'release', fromGb: 200, ...given });

describe('what a freeze holds back', () => {
  const search = change('s', 'update-search-configuration', { members: [], endpointName: '' });
  const orphan = change('', 'delete-endpoint');
  it.each<[string, Change[], Protective[], boolean]>([
    ['enabling', enable('a'), [], false],
    ['enabling', enable('a'), ['enable'], true],
    ['enabling', enable('a'), ['raise'], false],
    ['raising', [raise('a')], ['raise'], true],
    ['raising', [raise('a')], ['enable'], false],
    ['lowering', [lower('a')], ['enable', 'raise'], false],
    ['disabling', [change('a', 'delete-integration'), change('a', 'delete-endpoint')], ['enable', 'raise'], false],
    ['a left-over endpoint', [orphan], ['enable', 'raise'], false],
    ['a search configuration', [search], ['enable', 'raise'], false],
    ['taking an autoscaler over', [change('a', 'adopt-endpoint')], ['enable', 'raise'], false],
    ['giving an autoscaler back', [change('a', 'return-endpoint')], ['enable', 'raise'], false],
    ['raising with a surplus to remove', [change('a', 'delete-endpoint'), raise('a')], ['raise'], false],
    ['enabling with an endpoint to lower', [lower('a'), change('a', 'create-integration')], ['enable'], false],
    ['enabling with an endpoint to raise', [raise('a'), change('a', 'create-integration')], ['enable'], true],
  ])('of %s (%j, allowed %j) is all or nothing', (_what, changes, allow, through) => {
    const held = holdBack(changes, freeze(...allow));
    expect(held).toEqual(through ? { through: changes, waiting: [] } : { through: [], waiting: changes });
  });

  it('lets a disk through whose service also waits for its search configuration', () => {
    const disk = enable('s');
    expect(holdBack([...disk, search], freeze('enable'))).toEqual({ through: disk, waiting: [search] });
  });

  it('is the whole of a budget in which a release waits, and nothing of others', () => {
    const short = raise('a', { budget: 'one' });
    const paid = raise('b', { budget: 'two' });
    const free = raise('c');
    const waits = lower('d', { budget: 'one' });
    const held = holdBack([waits, short, paid, free], freeze('raise'));
    expect(held).toEqual({ through: [paid, free], waiting: [waits, short] });
  });

  it('is decided so that no grant goes through beside a release of its budget, and nothing is lost or made up', () => {
    const some = fc.array(
      fc.record({
        service: fc.constantFrom('a', 'b', 'c', 'd'),
        kind: fc.constantFrom('up', 'down'),
        budget: fc.constantFrom('one', 'two', undefined),
      }),
    );
    fc.assert(
      fc.property(some, fc.subarray<Protective>(['enable', 'raise']), (given, allow) => {
        const changes = given.map(({ service, kind, budget }) => (kind === 'up' ? raise : lower)(service, { budget }));
        const { through, waiting } = holdBack(changes, freeze(...allow));
        expect(through.every(({ phase }) => phase === 'grant')).toBe(true);
        expect(changes.filter((each) => through.includes(each) !== waiting.includes(each))).toHaveLength(
          changes.length,
        );
        const owed = waiting.filter(({ phase }) => phase === 'release').map(({ budget }) => budget);
        expect(through.filter(({ budget }) => budget !== undefined && owed.includes(budget))).toEqual([]);
      }),
    );
  });
});

describe('a plan in a freeze', () => {
  const tally = (service: string) => ({ project: 'shop', service });

  it('contains the allowed changes with their tallies, and a finding about the rest', () => {
    const changes = [lower('a'), ...enable('b'), raise('c')];
    const under = underFreeze(changes, [tally('a'), tally('b'), tally('c')], freeze('enable'));
    expect(under.changes).toEqual(enable('b'));
    expect(under.tallies).toEqual([tally('b')]);
    expect(under.freeze.freeze).toMatchObject({ reason: 'weekend', until: '1970-01-01T00:00:00.000Z' });
    expect(under.findings).toEqual([
      {
        code: 'frozen',
        project: '',
        service: '',
        message: 'Freeze "weekend" until 1970-01-01T00:00:00.000Z: 2 changes of 2 services wait for its end.',
      },
    ]);
  });

  it('is unchanged without a freeze, and has no finding if no change waits', () => {
    expect(underFreeze([lower('a')], [tally('a')], undefined)).toEqual({
      changes: [lower('a')],
      tallies: [tally('a')],
      findings: [],
      freeze: {},
    });
    expect(underFreeze([], [], freeze()).findings).toEqual([]);
  });

  it('has no end if the freeze has none, and counts changes and services each by themselves', () => {
    const under = underFreeze(enable('a'), [tally('a')], { ...freeze(), untilMs: null });
    expect(under.freeze.freeze?.until).toBeNull();
    expect(under.findings[0]?.message).toBe(
      'Freeze "weekend" with no known end: 2 changes of 1 service wait for its end.',
    );
    expect(underFreeze([lower('a')], [], freeze()).findings[0]?.message).toContain(
      ': 1 change of 1 service waits for its end.',
    );
  });

  it('names the remedy if windows cannot be read, even if no change waits', () => {
    const { findings } = underFreeze([], [], {
      reason: 'calendars/x.ics cannot be read',
      untilMs: null,
      isUnreadable: true,
      allow: [],
    });
    expect(findings).toMatchObject([{ code: 'freeze-unreadable', message: expect.stringContaining('Fix that') }]);
  });
});
