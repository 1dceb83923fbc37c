import { describe, expect, it } from 'vitest';
import { PlatformRefused, PlatformUnavailable } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { because } from '../../../lib/core/model/decision.ts';
import { isoInstant } from '../../../lib/core/model/durations.ts';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';
import type { Platform } from '../../../lib/ports.ts';
import { applyChanges } from '../../../lib/run/apply/apply-changes.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { auditedWrites } from '../../../lib/run/audit/writes.ts';
import { objectText } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { at, rules, snapshotWith } from '../../core/one-service.ts';
import { additional, aPolicy, planOf } from '../../core/organization.ts';
import { enableAll } from '../../workflow/scenarios.ts';
import { aChange, aPlan, aRun, leaveRun, sent } from '../stored.ts';

const project = 'shop-prod';
const clock = { now: () => Date.parse('2030-06-15T12:00:00Z') };
const call = { method: 'PUT', path: '/v1/project/shop-prod' };

/**
 * The audit of a run that raised a maximum from 40 to 100 GB, where the write ended so and the platform then shows that.
 * @param answers id of the endpoint in the platform's answer
 */
const auditedAfter = async (write: () => Promise<void>, shows: HeldMaximum, answers: string) => {
  const store = createMemoryStore();
  const snapshot = snapshotWith([at('e1', 40)], ['e1']);
  const { plan } = planOf([snapshot], { policy: aPolicy({ rules: rules['enable at 100'] }) });
  const run = aRun({ runId: 'run', policy: enableAll(100) });
  await writeObject(store, keys.run('run'), run);
  await writeObject(store, keys.plan('run'), plan);
  await writeObject(store, keys.plannedProject('run', project), {
    changes: [],
    ...snapshot,
    readAt: isoInstant(clock.now()),
  });
  await takeLease({ store, clock }, 'run', 'a test');
  const platform: Partial<Platform> = {
    updateEndpoint: async (_project, _id, _maximum, watch) => {
      await watch?.mayStart?.();
      await write();
      return at(answers, 100);
    },
    listEndpoints: async () => [{ ...at(answers, 0), maximum: shows }],
  };
  const part = { runId: 'run', phase: 'grant', project, changes: plan.changes } as const;
  const { results } = await applyChanges({ platform: platform as Platform, store, clock }, part);
  await writeObject(store, keys.results('run', 'grant', project), results);
  const writes = await auditedWrites(store, 'run');
  const text = 'Rule "everyone" enables the autoscaler with a maximum of 100 GB.';
  for (const { reason, reasons } of writes) expect([reason, reasons]).toEqual([text, [{ source: 'rule', text }]]);
  return writes;
};

const auditOf = async (write: () => Promise<void>, shows: HeldMaximum) =>
  (await auditedAfter(write, shows, 'e1')).map(({ kind, status, error }) => [kind, status, error]);

const fails = (error: Error) => async () => {
  throw error;
};

const unsure = { status: 'failed', error: 'No answer.', write: { ...sent.write, uncertain: true } } as const;
const refused = { ...sent, status: 'failed', error: 'No.' } as const;

describe('a write in the audit', () => {
  it('names the approval that allowed it, and who gave that', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run', ['a', 'b']);
    const approval = { digest: 'd1', by: 'ann', approvedAt: sent.write.at };
    const used = [{ ...approval, expiresAt: sent.write.at, changes: 1, left: 0 }];
    const changes = [{ ...aChange('a'), approval: 'd1' }, aChange('b')];
    await writeObject(store, keys.plan('run'), aPlan({ changes, approval: { used, waiting: [] } }));
    expect((await auditedWrites(store, 'run')).map((write) => write.approval)).toEqual([approval, undefined]);
  });

  it('is confirmed where reading back shows it, and unconfirmed where it does not', async () => {
    expect(await auditOf(async () => undefined, additional(100))).toEqual([['update-endpoint', 'confirmed', null]]);
    expect(await auditOf(async () => undefined, additional(40))).toEqual([
      ['update-endpoint', 'unconfirmed', 'accepted, but reading back does not show it yet'],
    ]);
  });

  it.each([40, 100])('is unknown where its answer was lost, also where %i GB are there now', async (gb) => {
    expect(await auditOf(fails(new PlatformUnavailable('no answer', call)), additional(gb))).toEqual([
      ['update-endpoint', 'unknown', 'PlatformUnavailable: no answer'],
    ]);
  });

  it('has failed where the platform refused it', async () => {
    expect(await auditOf(fails(new PlatformRefused('No.', { ...call, status: 400 })), additional(40))).toEqual([
      ['update-endpoint', 'failed', 'PlatformRefused: No.'],
    ]);
  });

  it.each([
    ['accepted, and never read back', sent, undefined, ['unconfirmed', 'accepted, but not read back']],
    ['of unknown outcome, which reading back shows', unsure, { status: 'confirmed' }, ['confirmed', null]],
    ['of unknown outcome, which reading back does not show', unsure, { status: 'failed' }, ['unknown', 'No answer.']],
    ['refused', refused, { status: 'failed' }, ['failed', 'No.']],
    ['refused without a reason', { ...refused, error: undefined }, undefined, ['failed', null]],
  ] as const)('has the outcome of one that was %s', async (_, attempt, end, expected) => {
    const store = createMemoryStore();
    await leaveRun(store, 'run', ['a'], { attempts: [attempt], made: [] });
    if (end !== undefined) await writeObject(store, keys.results('run', 'grant', 'shop'), [end]);
    expect((await auditedWrites(store, 'run')).map(({ status, error }) => [status, error])).toEqual([expected]);
  });

  it.each([
    ['confirmed', undefined, ['confirmed', null]],
    ['unconfirmed', 'Not there yet.', ['unknown', 'Not there yet.']],
    [undefined, undefined, ['unknown', 'the task ended before it recorded the result of the write']],
  ] as const)('is there where only its intent is known: read back as %s', async (status, error, expected) => {
    const store = createMemoryStore();
    await leaveRun(store, 'run', ['a', 'b'], { attempts: [], made: [], intent: { at: sent.write.at } });
    if (status !== undefined) await writeObject(store, keys.results('run', 'grant', 'shop'), [{ status, error }]);
    const writes = await auditedWrites(store, 'run');
    expect(writes.map(({ service, status, error }) => [service, status, error])).toEqual([['a', ...expected]]);
  });

  const time = (second: number) => `2030-01-01T00:00:0${second}.000Z`;
  const done = (second: number) => ({ ...sent, write: { ...sent.write, at: time(second) } });

  /** The audit of a run of three changes: before and after each write its log has a record, and one of these is damaged. */
  const withDamage = async (number: number, ends: readonly object[] = []) => {
    const store = createMemoryStore();
    await leaveRun(store, 'run', ['a', 'b', 'c']);
    const key = keys.progress('run', 'grant', 'shop');
    await store.delete(key);
    const steps = [0, 1, 2].flatMap((index) => [
      { index, attempts: [], made: [], intent: { at: time(index) } },
      { index, attempts: [done(index)], made: [] },
    ]);
    const bodies = steps.map((step) => objectText(step)).with(number, '{"of": "other text"}\n');
    for (const [number, body] of bodies.entries()) await store.append(key, { number, body });
    if (ends.length > 0) await writeObject(store, keys.results('run', 'grant', 'shop'), ends);
    return (await auditedWrites(store, 'run')).map((write) => [write.service, write.status, write.at]);
  };

  const whole = ['a', 'b', 'c'].map((service, index) => [service, 'unconfirmed', time(index)]);

  it('loses nothing by a damaged record before it, where the next record says how it ended', async () => {
    for (const number of [0, 2, 4]) expect(await withDamage(number)).toEqual(whole);
  });

  it('is damaged where the record of its end is, with the time of its intent; all others are as they were', async () => {
    for (const index of [0, 1, 2])
      expect(await withDamage(2 * index + 1)).toEqual(
        whole.with(index, [['a', 'b', 'c'][index] ?? '', 'damaged', time(index)]),
      );
  });

  it('is confirmed where its record is damaged and reading back shows it', async () => {
    const ends = ['unconfirmed', 'confirmed', 'unconfirmed'].map((status) => ({ status }));
    expect(await withDamage(3, ends)).toEqual(whole.with(1, ['b', 'confirmed', time(1)]));
  });

  it('may be any write that the run had left where the last record of its log is damaged', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run', ['a', 'b', 'c'], { attempts: [done(1)], made: [] });
    await store.append(keys.progress('run', 'grant', 'shop'), { number: 1, body: '{"of": "other text"}\n' });
    const writes = await auditedWrites(store, 'run');
    expect(writes.map(({ service, status, at, error }) => [service, status, at, error])).toEqual([
      ['a', 'unconfirmed', time(1), 'accepted, but not read back'],
      ...['b', 'c'].map((service) => [
        service,
        'damaged',
        time(1),
        'the record of the write is damaged: whether it was sent, and how it ended, is unknown',
      ]),
    ]);
  });

  it('names the id that the endpoint has after it, where the platform gives it another', async () => {
    const [after] = await auditedAfter(async () => undefined, additional(100), 'e2');
    expect([after?.endpointId, after?.status]).toEqual(['e2', 'confirmed']);
    const [unchanged] = await auditedAfter(async () => undefined, additional(100), 'e1');
    expect(unchanged?.endpointId).toBe('e1');
  });
});

describe('the states before and after a write', () => {
  const disk = { fromGb: 40, toGb: 100, fromMb: 81_920, toMb: 102_400 };
  const of = { project, service: 'orders', rule: 'everyone', reasons: because('rule', 'Because.') };
  const named = { endpointName: 'headroom-orders', endpointId: 'e1', maximum: additional(100), ...disk };
  const held = (gb: number | null) => ({ kind: 'endpoint', maximum: additional(gb), maxAdditionalGb: gb ?? 40 });
  const made = { kind: 'endpoint', maximum: additional(100), maxAdditionalGb: 100 };
  const manager = (by: string) => ({ kind: 'manager', by, maximum: additional(100) });
  const members = [{ path: 'engine.x', from: 1, to: null }];

  /** The audit of one write that was accepted, of a run that found these endpoints. */
  const audited = async (
    kind: string,
    endpoints = [at('e1', 60)],
    made: readonly (readonly [string, string])[] = [],
  ) => {
    const store = createMemoryStore();
    const phase = kind.startsWith('delete') ? 'release' : 'grant';
    const change = { phase, kind, ...of, ...named, integrationId: 'i1', members } as unknown as Change;
    await writeObject(store, keys.run('run'), aRun({ runId: 'run' }));
    await writeObject(store, keys.plan('run'), aPlan({ changes: [change] }));
    await writeObject(store, keys.plannedProject('run', project), {
      changes: [],
      services: [],
      endpoints,
      readAt: isoInstant(clock.now()),
    });
    const body = objectText({ index: 0, attempts: [sent], made });
    await store.append(keys.progress('run', phase, project), { number: 0, body });
    const [write] = await auditedWrites(store, 'run');
    return write && [write.before, write.after, write.endpointId];
  };

  it.each<[string, unknown, unknown, string | null]>([
    ['create-endpoint', null, made, null],
    ['update-endpoint', { ...held(60), maxAdditionalGb: 40 }, made, 'e1'],
    ['delete-endpoint', { ...held(60), maxAdditionalGb: 40 }, null, 'e1'],
    ['create-integration', null, { kind: 'integration', integrationId: null, endpointId: 'e1' }, 'e1'],
    ['delete-integration', { kind: 'integration', integrationId: 'i1', endpointId: 'e1' }, null, 'e1'],
    ['adopt-endpoint', manager('others'), manager('headroom'), 'e1'],
    ['return-endpoint', manager('headroom'), manager('others'), 'e1'],
    [
      'update-search-configuration',
      { kind: 'search-configuration', options: { 'engine.x': 1 } },
      { kind: 'search-configuration', options: { 'engine.x': null } },
      null,
    ],
  ])('of %s are in the audit', async (kind, before, after, endpointId) => {
    expect(await audited(kind)).toEqual([before, after, endpointId]);
  });

  it.each(['create-endpoint', 'create-integration'])('name the endpoint that the run made: %s', async (kind) => {
    expect((await audited(kind, [], [['headroom-orders', 'e9']]))?.[2]).toBe('e9');
    const of = (await audited(kind, [], [['headroom-orders', 'e9']]))?.[1];
    if (kind === 'create-integration') expect(of).toMatchObject({ endpointId: 'e9' });
  });

  it('have no maximum where the run did not find the endpoint', async () => {
    expect(await audited('update-endpoint', [])).toEqual([held(null), made, 'e1']);
  });
});
