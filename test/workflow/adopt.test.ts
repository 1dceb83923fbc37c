import { expect, inject, it } from 'vitest';
import type { Platform, Store } from '../../lib/ports.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { dyingAtEach } from './mortal.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const sevenHours = 7 * 60 * 60 * 1000;
/** A process dies beside each write in the second stage, and beside the first of so many in the first. */
const every = Math.round(1 / inject('shareOfExamples'));

/** Hand-made autoscalers in so many projects of so many services each, with maximums of their own. */
const byHand = (projects: number, services: number) =>
  organizationOf(
    Array.from({ length: projects }, (_, p) => {
      const names = Array.from({ length: services }, (_, s) => `service-${s}`);
      return {
        name: `project-${p}`,
        services: names.map((name) => pg(name)),
        endpoints: names.map((name, s) => ({ name: `asc for ${name}`, maxAdditionalGb: 50 + p * 10 + s })),
        integrations: names.map((service) => ({ service, endpoint: `asc for ${service}` })),
      };
    }),
  );

const everything = { trigger: { kind: 'manual', by: 'a person' }, adopt: [{ project: '*', service: '*' }] };
const undoing = (undo: string) => ({ trigger: { kind: 'manual', by: 'a person' }, undo });

/** The autoscaler of each service with its maximum, by the platform's own state. */
const truth = ({ platform }: LocalHeadroom): string[] =>
  platform.state().projects.flatMap(({ name, endpoints, integrations }) =>
    integrations.map(({ service, endpointId }) => {
      const endpoint = endpoints.find(({ id }) => id === endpointId);
      return `${name}/${service} ${endpoint?.name} ${JSON.stringify(endpoint?.userConfig)}`;
    }),
  );

/**
 * A process that dies right after its write of that number, to the store or to the platform, which is also right before the
 * next one; it looks at the platform beside each of them.
 */
const mortal = (headroom: LocalHeadroom, fatal: number, look: () => void) => {
  let writes = 0;
  let dead = false;
  const killed = () => Promise.reject(new Error('killed'));
  const writing =
    <A extends unknown[], R>(action: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (dead) return killed();
      writes += 1;
      const isLast = writes === fatal;
      look();
      const result = await action(...args);
      look();
      if (isLast) dead = true;
      return dead ? killed() : result;
    };
  const living =
    <A extends unknown[], R>(action: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      dead ? killed() : action(...args);
  const real = headroom.ports.platform;
  const platform: Platform = {
    ...real,
    createEndpoint: writing(real.createEndpoint),
    updateEndpoint: writing(real.updateEndpoint),
    deleteEndpoint: writing(real.deleteEndpoint),
    createIntegration: writing(real.createIntegration),
    deleteIntegration: writing(real.deleteIntegration),
  };
  const store: Store = {
    ...headroom.store,
    get: living(headroom.store.get),
    list: living(headroom.store.list),
    put: writing(headroom.store.put),
    delete: writing(headroom.store.delete),
  };
  return { ports: { platform, store }, isDead: () => dead };
};

/** Services with an autoscaler that has a maximum, by the platform's own state. */
const countOf = ({ platform }: LocalHeadroom): number =>
  platform
    .state()
    .projects.flatMap(({ endpoints, integrations }) =>
      integrations.filter(({ endpointId }) => endpoints.some(({ id }) => id === endpointId)),
    ).length;

it('33 autoscalers made by hand are adopted without a write to the platform, follow the policy, and are given back', async () => {
  const headroom = await startHeadroom(byHand(3, 11), enableAll(200));
  const before = truth(headroom);
  expect(before).toHaveLength(33);

  const adopted = await headroom.counted(() => headroom.reconcile({ input: everything }));
  expect(adopted.result).toMatchObject({ outcome: 'applied', plan: { summary: { adopt: 33, netGb: 0 } } });
  expect(adopted.result.results.map(({ status }) => status)).toEqual(Array(33).fill('confirmed'));
  expect([adopted.writes, truth(headroom)]).toEqual([0, before]);
  expect((await headroom.reconcile({ input: everything })).outcome).toBe('nothing');

  const back = await headroom.counted(() => headroom.reconcile({ input: undoing('run-1') }));
  expect(back.result).toMatchObject({ outcome: 'applied', plan: { summary: { giveBack: 33 } } });
  expect([back.writes, truth(headroom)]).toEqual([0, before]);
  const reported = await headroom.reconcile();
  expect(reported).toMatchObject({ outcome: 'nothing' });
  expect(reported.plan?.findings.filter(({ code }) => code === 'foreign-autoscaler')).toHaveLength(33);

  await headroom.reconcile({ input: undoing('run-3') });
  const raised = await headroom.counted(() => headroom.reconcile());
  expect(raised.result).toMatchObject({ outcome: 'applied', plan: { summary: { raise: 33 } } });
  expect(raised.writes).toBe(33);
  expect(truth(headroom)).toEqual(before.map((line) => line.replace(/"\d+"/, '"200"')));
  expect((await verifyAudit(headroom.store)).records).toBe(4 * 33);
});

it('foreign: adopt adopts in one run, applies the policy in the next, and then writes nothing', async () => {
  const headroom = await startHeadroom(byHand(1, 3), enableAll(200, 'foreign: adopt'));
  const before = truth(headroom);
  expect((await headroom.reconcile()).plan?.summary).toMatchObject({ adopt: 3, raise: 0 });
  expect(truth(headroom)).toEqual(before);
  expect((await headroom.reconcile()).plan?.summary).toMatchObject({ raise: 3 });
  const last = await headroom.counted(() => headroom.reconcile());
  expect([last.result.outcome, last.writes]).toEqual(['nothing', 0]);
});

it('under the mode stop that begins meanwhile nothing more is adopted', async () => {
  const headroom = await startHeadroom(byHand(1, 2), enableAll(200));
  const { put } = headroom.store;
  const store: Store = {
    ...headroom.store,
    put: async (key, body, condition) => {
      await put(key, body, condition);
      if (key.startsWith(keys.projectRecords) && body.includes('"adopted"'))
        await put(
          keys.mode,
          JSON.stringify({ version: 1, mode: 'stop', by: 'a person', since: '2026-03-02T08:00:00.000Z' }),
        );
    },
  };
  const { results } = await headroom.reconcile({ input: everything, ports: { store } });
  expect(results.map(({ status }) => status)).toEqual(['confirmed', 'skipped']);
});

it.each([
  ['an adoption', everything, '', 2],
  ['its undo', undoing('adopting'), '', 1],
  ['the pass that then raises the maximums', undefined, 'foreign: adopt', 1],
])(
  'killed beside any write of %s, no service is ever unprotected, and the next run ends it',
  async (_, input, foreign, services) => {
    const deaths = await dyingAtEach(async (fatal) => {
      const headroom = await startHeadroom(byHand(1, services), enableAll(200, foreign));
      const look = () => expect(countOf(headroom)).toBe(services);
      if (input !== everything) await headroom.reconcile({ input: everything, runId: 'adopting' });
      const { ports, isDead } = mortal(headroom, fatal, look);
      await headroom.reconcile({ input, ports }).catch(() => undefined);
      look();
      if (!isDead()) return false;
      headroom.pass(sevenHours);
      expect(['applied', 'nothing']).toContain((await headroom.reconcile({ input })).outcome);
      look();
      expect((await headroom.reconcile({ input })).outcome).toBe('nothing');
      await verifyAudit(headroom.store);
      return true;
    }, every);
    expect(deaths * every).toBeGreaterThan(10);
  },
);
