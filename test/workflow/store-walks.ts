import { expect } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { keys } from '../../lib/run/store/keys.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { type Handler, type LocalHeadroom, type ReconcileOptions, startHeadroom } from './local-headroom.ts';
import { mortalPorts } from './mortal.ts';
import { notifyAll, permittedTasks, type Walk } from './permitted-store.ts';
import { disableAll, enableAll, even, organizationOf, pg } from './scenarios.ts';

const daySeconds = 86_400;
const sevenHours = 7 * 60 * 60 * 1000;

type Given = Parameters<typeof startHeadroom>;
type Reconcile = (options?: ReconcileOptions) => Promise<ReportObject>;

/** A Headroom whose every task is held to the table. */
export const heldToTable = async (
  walk: Walk,
  ...given: Given
): Promise<{ headroom: LocalHeadroom; tasks: Record<string, Handler>; reconcile: Reconcile }> => {
  const headroom = await startHeadroom(...given);
  const tasks = permittedTasks(headroom, walk);
  return { headroom, tasks, reconcile: (options = {}) => headroom.reconcile({ handlers: () => tasks, ...options }) };
};

const asked = (more: object) => ({ input: { trigger: { kind: 'manual', by: 'a person' }, ...more } });

const base = even(1, 1);
const search = { type: 'engine', plan: 'startup-4' };

/** A search service and another one. */
const searching = {
  ...base,
  plans: [...base.plans, { type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 }],
  prices: [...(base.prices ?? []), { ...search, cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' }],
  projects: [
    { name: 'logs', services: [{ ...pg('search'), ...search }] },
    { name: 'shop', services: [pg('orders')] },
  ],
};

/** A baseline with a thread pool that is larger than the platform lets it be. */
const poolOf = (size: number) =>
  `searchConfiguration: [{ name: p, match: { project: '*' }, config: { engine: { thread_pool_get_size: ${size} } } }]\n`;

/** Runs by what they do; together they reach everything that any task may reach. */
export const walks: Record<string, (walk: Walk) => Promise<void>> = {
  'enable, are refused, forget the refusal, and lower': async (walk) => {
    const small = { type: 'pg', name: 'small', diskGb: 10, dynamicSizing: false };
    const base = even(2, 2);
    const refusing = { name: 'refusing', services: [{ ...pg('small'), plan: 'small' }, pg('large', { diskGb: 300 })] };
    const scenario = { ...base, plans: [...base.plans, small], projects: [...base.projects, refusing] };
    const { headroom, reconcile } = await heldToTable(walk, scenario, enableAll(200));
    expect((await reconcile()).outcome).toBe('partial');
    headroom.pass(40 * daySeconds * 1000);
    await reconcile();
    await headroom.store.put(keys.policy, enableAll(100));
    await reconcile();
  },
  'read a calendar, and the mode before each write': async (walk) => {
    const calendar = 'calendars/freeze.ics';
    const frozen = enableAll(200, `freeze: { calendar: ${calendar} }\n`);
    const { headroom, reconcile } = await heldToTable(walk, even(1, 1), frozen);
    await headroom.store.put(calendar, 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    expect((await reconcile()).outcome).toBe('applied');
  },
  'disable, undo that, and seal what a dead run has written': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(2, 2), enableAll(100));
    await reconcile();
    await headroom.store.put(keys.policy, disableAll);
    await reconcile({ runId: 'off' });
    expect((await reconcile(asked({ undo: 'off' }))).outcome).toBe('applied');
    const { ports } = mortalPorts(headroom.ports, 2, 'after');
    await headroom.reconcile({ runId: 'dead', ports }).catch(() => undefined);
    headroom.pass(sevenHours);
    expect((await reconcile()).outcome).toBe('applied');
    expect(await headroom.store.get(keys.sealed('dead'))).toBeDefined();
  },
  'undo what a dead run has written': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(2, 2), enableAll(100));
    const { ports } = mortalPorts(headroom.ports, 2, 'after');
    await headroom.reconcile({ runId: 'dead', ports }).catch(() => undefined);
    headroom.pass(sevenHours);
    expect((await reconcile(asked({ undo: 'dead' }))).outcome).toBe('applied');
  },
  'write for longer than half of a lease': async (walk) => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const { apply, ...tasks } = permittedTasks(headroom, walk);
    const later: Handler = async (input) => {
      headroom.pass(11 * 60 * 1000);
      return apply?.(input);
    };
    expect((await headroom.reconcile({ handlers: () => ({ ...tasks, apply: later }) })).outcome).toBe('applied');
  },
  'fail before there is a plan': async (walk) => {
    const { reconcile } = await heldToTable(walk, even(1, 1), 'version: 1\nmode: unheard-of\n');
    expect((await reconcile()).error).toBe('PolicyInvalid');
  },
  'fail while it reads, and tells people': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(1, 1), enableAll(200));
    await headroom.control('faults', [{ operation: 'OrganizationProjectsList', times: 9, status: 403 }]);
    expect((await reconcile()).outcome).toBe('failed');
    expect(headroom.events.map(({ type }) => type)).toContain('RunFailed');
  },
  'propose, and are approved': async (walk) => {
    const guarded = enableAll(50).replace('maxChanges: 100000', 'maxChanges: 1');
    const { reconcile } = await heldToTable(walk, even(2, 2), guarded);
    const { plan, outcome } = await reconcile();
    expect(outcome).toBe('needs-approval');
    expect((await reconcile(asked({ approvedDigest: plan?.digest }))).outcome).toBe('applied');
  },
  'leave messages to channels, which are delivered, or fail, or are damaged': async (walk) => {
    const guarded = enableAll(50, notifyAll).replace('maxChanges: 100000', 'maxChanges: 1');
    const { headroom, reconcile } = await heldToTable(walk, even(2, 2), guarded);
    await reconcile();
    await headroom.store.put(keys.delivery('damaged'), 'no JSON');
    const deliver = permittedTasks(headroom, walk).deliver;
    expect(await deliver?.({})).toEqual({ delivered: 2, waiting: 2, dead: 1 });
  },
  'carry out an approved plan, fail and die in it, and give back what was not done': async (walk) => {
    const guarded = enableAll(50).replace('maxChanges: 100000', 'maxChanges: 1');
    const { headroom, reconcile } = await heldToTable(walk, even(2, 4), guarded);
    const { plan } = await reconcile();
    await headroom.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 3, status: 400 }]);
    expect((await reconcile(asked({ approvedDigest: plan?.digest }))).outcome).toBe('partial');
    const { ports } = mortalPorts(headroom.ports, 2, 'after');
    await headroom.reconcile({ runId: 'dead', ports }).catch(() => undefined);
    headroom.pass(sevenHours);
    expect((await reconcile()).outcome).toBe('applied');
    expect(await headroom.store.get(keys.sealed('dead'))).toBeDefined();
  },
  'divide budgets, and ask once a day what forecasts need': async (walk) => {
    const budgets = `budgets: [{ name: all, match: { project: '*' }, monthly: "900.00", rest: share }]\n`;
    const scenario = organizationOf([{ name: 'shop', services: [pg('orders')] }]);
    const { headroom, reconcile } = await heldToTable(walk, scenario, enableAll(40, budgets));
    await headroom.control('service', { project: 'shop', service: 'orders', usedGb: 20, growthGbPerDay: 2 });
    let last: ReportObject = await reconcile();
    for (let day = 0; day < 30; day += 1) {
      await headroom.control('advance', { seconds: daySeconds });
      headroom.pass(daySeconds * 1000);
      last = await reconcile({ input: { trigger: { kind: 'schedule', by: dailyPass } } });
    }
    expect(last.plan?.findings.map(({ code }) => code)).toContain('disk-fills-up');
  },
  'find everything damaged that is remembered, one task after the other': async (walk) => {
    const { headroom } = await heldToTable(walk, searching, enableAll(200, poolOf(64)));
    const remembered = /^projects\/|^(reported|enforcement|watch|intake)/;
    const spoil = async () => {
      await headroom.store.put(keys.grants, 'spoilt');
      for (const key of await headroom.store.list(''))
        if (remembered.test(key)) await headroom.store.put(key, 'spoilt');
    };
    const tasks = permittedTasks(headroom, walk);
    const heartbeat = { 'detail-type': 'Heartbeat', detail: { sentAt: '2026-03-02T08:00:00.000Z' } };
    const created = { 'detail-type': 'ServiceCreated', detail: { project: 'logs', service: 'search' } };
    for (const [place, victim] of [undefined, ...Object.keys(tasks)].entries()) {
      const spoiling = Object.entries(tasks).map(([task, run]): [string, Handler] => [
        task,
        async (input) => {
          if (task === victim) await spoil();
          return run(input);
        },
      ]);
      const handlers = Object.fromEntries(spoiling);
      await headroom.store.put(keys.policy, enableAll(place + 100, poolOf(place + 64)));
      // The first two runs come from events, for only these bring a heartbeat with them.
      const asking = place < 2 ? [heartbeat, created] : { trigger: { kind: 'manual', by: 'a person' } };
      await headroom.reconcile({ handlers: () => handlers, input: asking });
      await handlers['watch-services']?.({ most: 1 });
    }
    await headroom.reconcile({ handlers: () => tasks });
    for (const aside of await headroom.store.list('damaged/')) await headroom.store.delete(aside);
    expect((await headroom.reconcile({ handlers: () => tasks })).outcome).toBe('nothing');
  },
  'keep a search configuration that the platform lowers': async (walk) => {
    const { reconcile } = await heldToTable(walk, searching, enableAll(200, poolOf(64)));
    await reconcile();
    expect((await reconcile()).plan?.findings.map(({ code }) => code)).toContain('thread-pool-lowered');
  },
  'read new services that a look has published': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(1, 1), enableAll(200));
    const watch = permittedTasks(headroom, walk)['watch-services'];
    await watch?.({});
    await reconcile();
    await headroom.control('service', { ...pg('new'), name: undefined, project: 'project-0', service: 'new' });
    await watch?.({});
    expect((await reconcile()).outcome).toBe('applied');
  },
  'report a project that cannot be read, and come from events that were watched for': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(2, 1), enableAll(200));
    await headroom.control('faults', [{ operation: 'ServiceList', times: 9, status: 403 }]);
    await reconcile();
    const watch = permittedTasks(headroom, walk)['watch-services'];
    await watch?.({});
    await watch?.({ most: 1 });
    const heartbeats = headroom.events.filter(({ type }) => type === 'Heartbeat');
    const created = { 'detail-type': 'ServiceCreated', detail: { project: 'project-0', service: 'service-0' } };
    await reconcile({ input: [...heartbeats.map(({ type, detail }) => ({ 'detail-type': type, detail })), created] });
    expect(await headroom.store.get(keys.intake)).toBeDefined();
  },
};
