import { describe, expect, it } from 'vitest';
import type { HeldMaximum, Service } from '../../../lib/core/model/model.ts';
import type { OptionValue } from '../../../lib/core/model/search-configuration.ts';
import { differences, passageOf, undoSearch } from '../../../lib/core/undo/undo-state.ts';
import { additional, aService } from '../organization.ts';
import { aRecord, attached, endpointAt } from '../plan/undone-run.ts';

describe('what a run did to the autoscaler of a service', () => {
  it('begins before its first write and ends after its last one', () => {
    const twice = [
      aRecord('update-endpoint', endpointAt(100), endpointAt(150)),
      aRecord('update-endpoint', endpointAt(150), endpointAt(200)),
    ];
    expect(passageOf(twice)).toMatchObject({
      before: { endpoint: { maximum: additional(100) } },
      after: { endpoint: { maximum: additional(200) } },
    });
  });

  it('took away the endpoint that the service used, whichever was deleted first', () => {
    const both = [
      aRecord('delete-integration', attached, null),
      aRecord('delete-endpoint', endpointAt(50), null, { endpointId: 'e0' }),
      aRecord('delete-endpoint', endpointAt(100), null),
    ];
    expect(passageOf(both)?.before).toMatchObject({ endpoint: { maximum: additional(100) }, integrated: true });
  });
});

it('a state has the same maximum only if both count alike', () => {
  const now = (maximum: HeldMaximum) => ({ endpoint: { maximum, maxAdditionalGb: 100 }, integrated: true });
  expect(differences(now(additional(180)), now(additional(180)))).toEqual([]);
  expect(differences(now({ kind: 'total', gb: 180 }), now(additional(180)))).toEqual(['endpoint']);
  expect(differences(now(additional(180)), now(additional(100)))).toEqual(['endpoint']);
});

type Options = Readonly<Record<string, OptionValue>>;

/** The undo of a run that changed these options. */
const undone = (before: Options, after: Options, service: Partial<Service>) => {
  const state = (options: Options) => ({ kind: 'search-configuration', options }) as const;
  const record = aRecord('update-search-configuration', state(before), state(after));
  return undoSearch(aService(service), record, new Set(['engine.lasts']));
};

const showing = (options: object): Partial<Service> => ({ searchConfiguration: { engine: options } as never });
const none = { members: [], problems: [] };

describe('the undo of search options', () => {
  it('gives back what the service shows as the run has set it, and leaves what is back already', () => {
    const before = { 'engine.a': 1, 'engine.b': null, 'engine.c': 3 };
    const after = { 'engine.a': 2, 'engine.b': 5, 'engine.c': 4 };
    expect(undone(before, after, showing({ a: 2, b: 5, c: 3 }))).toEqual({
      members: [
        { path: 'engine.a', from: 2, to: 1 },
        { path: 'engine.b', from: 5, to: null },
      ],
      problems: [],
    });
    expect(undone(before, after, showing({ a: 1, c: 3 }))).toEqual(none);
  });

  it('gives back an option that the run has unset', () => {
    expect(undone({ 'engine.a': 1 }, {}, showing({}))).toEqual({
      members: [{ path: 'engine.a', from: null, to: 1 }],
      problems: [],
    });
  });

  it('leaves what was changed after the run, and takes a value that the platform lowered for that of the run', () => {
    const now = showing({ a: 9 });
    const changed = ['Option engine.a was changed after the run, so it stays unchanged.'];
    expect(undone({ 'engine.a': 1 }, { 'engine.a': 2 }, now)).toEqual({ members: [], problems: changed });
    const lowered = (asked: number, got: number, path = 'engine.a') =>
      undone({ 'engine.a': 1 }, { 'engine.a': 20 }, { ...now, lowered: [{ path, asked, got }] as never });
    expect(lowered(20, 9)).toEqual({ members: [{ path: 'engine.a', from: 9, to: 1 }], problems: [] });
    for (const other of [lowered(19, 9), lowered(20, 8), lowered(20, 9, 'engine.b')])
      expect(other.problems).toEqual(changed);
  });

  it('leaves an option that cannot be unset, with its value, so that the platform takes the others', () => {
    const after = { 'engine.lasts': 7, 'engine.a': 2 };
    expect(undone({ 'engine.lasts': null, 'engine.a': 1 }, after, showing({ lasts: 7, a: 2 }))).toEqual({
      members: [{ path: 'engine.a', from: 2, to: 1 }],
      problems: ['Option engine.lasts was not set before the run and cannot be unset, so it stays 7.'],
    });
    expect(undone({ 'engine.lasts': 5 }, after, showing({ lasts: 7 })).members).toHaveLength(1);
  });

  it.each([undefined, null])('changes nothing that the platform does not show: %s', (searchConfiguration) => {
    expect(undone({ 'engine.a': 1 }, { 'engine.a': 2 }, { searchConfiguration })).toEqual({
      members: [],
      problems: ['The platform does not show the search configuration, so it stays unchanged.'],
    });
  });

  it('waits for a service that does not run, if there is something to change', () => {
    const off = { state: 'POWEROFF', ...showing({ a: 2 }) } as Partial<Service>;
    expect(undone({ 'engine.a': 1 }, { 'engine.a': 2 }, off)).toEqual({
      members: [],
      problems: ['The service is in state POWEROFF; its search configuration can change only in state RUNNING.'],
    });
    expect(undone({ 'engine.a': 2 }, { 'engine.a': 1 }, off)).toEqual(none);
  });

  it('has nothing to do for a record of another kind', () => {
    const record = aRecord('update-endpoint', null, null);
    expect(undoSearch(aService(showing({ a: 2 })), record, new Set())).toEqual(none);
  });
});
