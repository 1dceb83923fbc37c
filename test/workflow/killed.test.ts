import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { assertLease, takeLease } from '../../lib/run/apply/lease.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { dyingAtEach, mortalPorts } from './mortal.ts';
import { enableAll, even, organizationOf, pg, wantedByTag as policy } from './scenarios.ts';
import { type Handler, startWorld, type World } from './local-headroom.ts';

/** How long the lease of a run outlives it. */
const leaseMs = 20 * 60 * 1000;

/** Two projects in which there is something to enable, to lower, to raise and to disable. */
const scenario = organizationOf(
  ['a', 'b'].map((name) => ({
    name,
    services: [pg('new'), pg('lower', { tags: { want: 'less' } }), pg('raise'), pg('off', { tags: { want: 'off' } })],
    endpoints: [
      { name: 'headroom-lower', maxAdditionalGb: 300 },
      { name: 'headroom-raise', maxAdditionalGb: 100 },
      { name: 'headroom-off', maxAdditionalGb: 100 },
      { name: 'headroom-gone', maxAdditionalGb: 100 },
    ],
    integrations: ['lower', 'raise', 'off'].map((service) => ({ service, endpoint: `headroom-${service}` })),
  })),
);

/** In each project one lower, two deletions to disable, one of an unused endpoint, one raise, and two to enable. */
const plannedWrites = 2 * 7;

const wanted = [
  'headroom-lower {"autoscaler":{"max_additional_storage":"50"}}',
  'headroom-new {"autoscaler":{"max_additional_storage":"200"}}',
  'headroom-raise {"autoscaler":{"max_additional_storage":"200"}}',
];

const actual = (world: World) =>
  world.platform.state().projects.map(({ endpoints, integrations }) => ({
    endpoints: endpoints.map(({ name, userConfig }) => `${name} ${JSON.stringify(userConfig)}`).sort(),
    integrated: integrations.map(({ service }) => service).sort(),
  }));

const killed = () => Promise.reject(new Error('killed'));

/** A process that dies at a call: what it did before has happened, and it does nothing any more. */
const killAt = (isLast: (task: string) => boolean, when: 'before' | 'after') => {
  let dead = false;
  const handlers = (all: Record<string, Handler>): Record<string, Handler> =>
    Object.fromEntries(
      Object.entries(all).map(([task, handler]) => [
        task,
        async (input: unknown) => {
          if (dead) return killed();
          if (!isLast(task)) return handler(input);
          if (when === 'after') await handler(input);
          dead = true;
          return killed();
        },
      ]),
    );
  return { handlers, isDead: () => dead };
};

const nth = (task: string, n: number) => {
  let calls = 0;
  return (called: string) => {
    if (called === task) calls += 1;
    return called === task && calls === n;
  };
};

/** After the lease has expired one run must put everything right, and the one after it must find nothing to do. */
const expectToConverge = async (world: World) => {
  world.pass(leaseMs);
  const next = await world.reconcile();
  expect(['applied', 'nothing']).toContain(next.outcome);
  expect(actual(world)).toEqual(Array(2).fill({ endpoints: wanted, integrated: ['lower', 'new', 'raise'] }));
  const last = await world.counted(() => world.reconcile());
  expect(last.result.outcome).toBe('nothing');
  expect(last.writes).toBe(0);
};

describe('a run that is killed', () => {
  it('lets no other run plan until its lease has expired', async () => {
    const world = await startWorld(scenario, policy);
    await world.reconcile({ handlers: killAt(nth('plan', 2), 'after').handlers }).catch(() => undefined);
    const { result, writes } = await world.counted(() => world.reconcile());
    expect(result).toMatchObject({ outcome: 'refused', error: 'LeaseHeld' });
    expect([result.plan, writes]).toEqual([null, 0]);
    expect(await world.store.get('report/latest.json')).toBeUndefined();
    await expectToConverge(world);
  });

  const states = [
    ['discover', 1],
    ['survey', 1],
    ['survey', 2],
    ['plan', 1],
    ['ask', 1],
    ['plan', 2],
    ['apply', 1],
    ['apply', 2],
    ['apply', 3],
    ['apply', 4],
    ['report', 1],
  ] as const;

  it.each(states.flatMap(([task, n]) => (['before', 'after'] as const).map((when) => [when, task, n] as const)))(
    '%s %s number %i leaves a world that the next run puts right',
    async (when, task, n) => {
      const world = await startWorld(scenario, policy);
      const kill = killAt(nth(task, n), when);
      await world.reconcile({ handlers: kill.handlers }).catch(() => undefined);
      expect(kill.isDead()).toBe(true);
      await expectToConverge(world);
    },
  );

  it('right after any single write leaves a world that the next run puts right', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const world = await startWorld(scenario, policy);
      const { ports, isDead } = mortalPorts(world.ports, fatal, 'after');
      await world.reconcile({ ports }).catch(() => undefined);
      if (isDead()) await expectToConverge(world);
      return isDead();
    });
    expect(deaths).toBe(plannedWrites);
  });
});

/** A promise to be kept from outside. */
const deferred = () => {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve: () => resolve() };
};

describe('two runs at once', () => {
  it.each([
    ['because it had expired', leaseMs, false],
    ['by a person who broke it', 0, true],
  ])('the one whose lease another took %s writes nothing more', async (_, ms, isBroken) => {
    const world = await startWorld(even(1, 3), enableAll(200));
    const { createEndpoint } = world.ports.platform;
    let created = 0;
    const platform: Platform = {
      ...world.ports.platform,
      createEndpoint: async (...given) => {
        const endpoint = await createEndpoint(...given);
        created += 1;
        if (created > 1) return endpoint;
        world.pass(ms);
        if (isBroken) await world.store.delete(keys.lease);
        await takeLease(world.ports, 'second', 'another run');
        return endpoint;
      },
    };
    const { result, writes } = await world.counted(() => world.reconcile({ runId: 'first', ports: { platform } }));
    expect(writes).toBe(1);
    expect(result.results.map(({ error }) => error ?? '').join()).toContain('LeaseLost');
    await assertLease(world.ports, 'second');
  });

  it('write one after the other: the second waits for the lease and finds nothing to do', async () => {
    const world = await startWorld(scenario, policy);
    const refused = deferred();
    const ended = deferred();
    const first = world.reconcile({
      runId: 'first',
      // The first run holds still in the middle until the second one has been refused the lease.
      handlers: ({ apply, ...rest }) => ({
        ...rest,
        apply: async (input) => refused.promise.then(() => apply?.(input)),
      }),
    });
    const second = world.reconcile({
      runId: 'second',
      handlers: ({ plan, ...rest }) => ({
        ...rest,
        plan: async (input) => {
          try {
            return await plan?.(input);
          } catch (error) {
            refused.resolve();
            await ended.promise;
            throw error;
          }
        },
      }),
    });
    expect((await first).outcome).toBe('applied');
    ended.resolve();
    expect((await second).outcome).toBe('nothing');
  });
});
