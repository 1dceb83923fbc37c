import { expect } from 'vitest';
import { BusUnavailable } from '../../lib/contract/errors.ts';
import { approveRequest } from '../../lib/run/approval/requests.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import { type Handler, operatorToken, startHeadroom } from './local-headroom.ts';
import { permittedTasks, type Walk } from './permitted-store.ts';
import { enableAll, even, organizationOf, pg } from './scenarios.ts';
import { heldToTable } from './store-walks.ts';

const created = (detail: object) => ({ 'detail-type': 'ServiceCreated', detail });

/** A maximum by hand, which only counts in the budget, and a service that gets the rest; GB of `large-4` cost more. */
const counted = organizationOf([
  {
    name: 'a',
    services: [pg('counted')],
    endpoints: [{ name: 'by-hand', maxAdditionalGb: 100 }],
    integrations: [{ service: 'counted', endpoint: 'by-hand' }],
  },
  { name: 'b', services: [pg('new')] },
]);
const large = { type: 'pg', cloud: 'aws-eu-west-1' };
const twoPlans = {
  ...counted,
  plans: [...counted.plans, { type: 'pg', name: 'large-4', diskGb: 80, capGb: 400, stepGb: 10 }],
  prices: [...(counted.prices ?? []), { ...large, plan: 'large-4', base: '0.20', additionalGb: '0.0010' }],
};
const budgeted = enableAll(
  200,
  `budgets: [{ name: shared, match: { project: '*' }, monthly: "73.00", rest: share }]\n`,
);

/** Runs that reach what few runs leave in their folder. */
export const walksOfRuns: Record<string, (walk: Walk) => Promise<void>> = {
  'undo what an approver has approved, where only stored approvals count': async (walk) => {
    const headroom = await startHeadroom(even(1, 1), enableAll(100));
    const tasks = permittedTasks({ ...headroom, ports: { ...headroom.ports, approvalRule: 'stored' } }, walk);
    await headroom.reconcile({ runId: 'first', handlers: () => tasks });
    await approveRequest(headroom.ports, { undo: 'first' }, 'an approver');
    const input = { trigger: { kind: 'manual', by: 'a person' }, undo: 'first' };
    expect((await headroom.reconcile({ handlers: () => tasks, input })).outcome).toBe('applied');
  },
  'come from an event that cannot be read': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(1, 1), enableAll(100));
    const events = [created({ project: 42 }), created({ project: 'project-0', service: 'service-0' })];
    expect((await reconcile({ runId: 'events', input: events })).outcome).toBe('applied');
    expect(await headroom.store.get(keys.unreadableEvents('events'))).toBeDefined();
  },
  'lose a survey without a result': async (walk) => {
    const { reconcile, tasks } = await heldToTable(walk, even(1, 1), enableAll(100));
    const handlers = { ...tasks, survey: async () => ({ services: 0, endpoints: 0, unread: 0 }) };
    expect((await reconcile({ handlers: () => handlers })).unread).toHaveLength(1);
  },
  'ask for the price of a plan that a service of the budget has got since it was read': async (walk) => {
    const { headroom, tasks, reconcile } = await heldToTable(walk, twoPlans, budgeted);
    const apply: Handler = async (input) => {
      const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
      const url = `${headroom.platform.url}/v1/project/a/service/counted`;
      await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ plan: 'large-4' }) });
      return tasks.apply?.(input);
    };
    expect((await reconcile({ handlers: () => ({ ...tasks, apply }) })).outcome).toBe('partial');
  },
  'find a maximum that a person changed': async (walk) => {
    const { headroom, reconcile } = await heldToTable(walk, even(1, 1), enableAll(100));
    await reconcile();
    const { platform } = headroom.ports;
    const [endpoint] = await platform.listEndpoints('project-0');
    await platform.updateEndpoint('project-0', endpoint?.id ?? '', { kind: 'additional', gb: 140 });
    expect((await reconcile()).outcome).toBe('applied');
  },
  'lower one service of a budget for another': async (walk) => {
    const tagged = (want: string) => ({ tags: { want } });
    const services = [pg('large', tagged('more')), pg('small', tagged('less'))];
    const policy = (more: number, less: number) => `version: 1
mode: enforce
rules:
  - { name: more, match: { tags: { want: more } }, effect: enable, maxAdditionalGb: ${more} }
  - { name: less, match: { tags: { want: less } }, effect: enable, maxAdditionalGb: ${less} }
budgets: [{ name: all, match: { project: '*' }, monthly: "75.00", rest: share, deadBandGb: 0 }]
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 10000, needApproval: [], firstRun: apply }
`;
    const { headroom, reconcile } = await heldToTable(
      walk,
      organizationOf([{ name: 'shop', services }]),
      policy(50, 150),
    );
    await reconcile();
    await headroom.store.put(keys.policy, policy(150, 50));
    // The disk grows right after the release, so the money is not free, which the task notes too.
    const { platform } = headroom.ports;
    let isLowered = false;
    const updateEndpoint: typeof platform.updateEndpoint = async (...given) => {
      const updated = await platform.updateEndpoint(...given);
      isLowered = true;
      return updated;
    };
    const listServices: typeof platform.listServices = async (project) =>
      (await platform.listServices(project)).map((one) =>
        isLowered && one.name === 'small' ? { ...one, diskMb: 200 * 1024 } : one,
      );
    const growing = {
      ...headroom,
      ports: { ...headroom.ports, platform: { ...platform, updateEndpoint, listServices } },
    };
    const tasks = permittedTasks(growing, walk);
    const grown = await reconcile({ runId: 'grown', handlers: () => tasks });
    expect(await readObject(headroom.store, keys.checkedMoney('grown', 'all'))).toMatchObject({
      refused: [{ why: expect.stringContaining('in force') }],
    });
    expect(grown.outcome).toBe('partial');
  },
  'publish to a bus that is down': async (walk) => {
    const headroom = await startHeadroom(even(1, 1), enableAll(100));
    const bus = { publish: () => Promise.reject(new BusUnavailable('the bus is down')) };
    const tasks = permittedTasks({ ...headroom, ports: { ...headroom.ports, bus } }, walk);
    expect((await headroom.reconcile({ handlers: () => tasks })).unpublished).toBeGreaterThan(0);
  },
  'have longer lists than one object takes': async (walk) => {
    const { headroom, reconcile } = await heldToTable(
      walk,
      even(1, 4_001),
      enableAll(100).replace('enforce', 'observe'),
    );
    expect((await reconcile({ runId: 'long' })).outcome).toBe('observed');
    expect((await headroom.store.list('runs/long/plan/')).length).toBeGreaterThan(1);
  },
};
