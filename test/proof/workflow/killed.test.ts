import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/ports.ts';
import { assertLease, takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { type Handler, type LocalHeadroom, startHeadroom } from '../../workflow/local-headroom.ts';
import { dyingAtEach, mortalPorts } from '../../workflow/mortal.ts';
import { enableAll, even, organizationOf, pg, wantedByTag as policy } from '../../workflow/scenarios.ts';

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

const actual = (headroom: LocalHeadroom) =>
  headroom.platform.state().projects.map(({ endpoints, integrations }) => ({
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
const expectToConverge = async (headroom: LocalHeadroom) => {
  headroom.pass(leaseMs);
  const next = await headroom.reconcile();
  expect(['applied', 'nothing']).toContain(next.outcome);
  expect(actual(headroom)).toEqual(Array(2).fill({ endpoints: wanted, integrated: ['lower', 'new', 'raise'] }));
  const last = await headroom.counted(() => headroom.reconcile());
  expect(last.result.outcome).toBe('nothing');
  expect(last.writes).toBe(0);
};

describe('a run that is killed', () => {
  it('lets no other run plan until its lease has expired', async () => {
    const headroom = await startHeadroom(scenario, policy);
    await headroom.reconcile({ handlers: killAt(nth('plan', 3), 'after').handlers }).catch(() => undefined);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result).toMatchObject({ outcome: 'refused', error: 'LeaseHeld' });
    expect([result.plan, writes]).toEqual([null, 0]);
    expect(await headroom.store.get('report/latest.json')).toBeUndefined();
    await expectToConverge(headroom);
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
    '%s %s number %i leaves nothing that the next run does not put right',
    async (when, task, n) => {
      const headroom = await startHeadroom(scenario, policy);
      const kill = killAt(nth(task, n), when);
      await headroom.reconcile({ handlers: kill.handlers }).catch(() => undefined);
      expect(kill.isDead()).toBe(true);
      await expectToConverge(headroom);
    },
  );

  it('right after any single write leaves nothing that the next run does not put right', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const headroom = await startHeadroom(scenario, policy);
      const { ports, isDead } = mortalPorts(headroom.ports, fatal, 'after');
      await headroom.reconcile({ ports }).catch(() => undefined);
      if (isDead()) await expectToConverge(headroom);
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
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    const { createEndpoint } = headroom.ports.platform;
    let created = 0;
    const platform: Platform = {
      ...headroom.ports.platform,
      createEndpoint: async (...given) => {
        const endpoint = await createEndpoint(...given);
        created += 1;
        if (created > 1) return endpoint;
        headroom.pass(ms);
        if (isBroken) await headroom.store.delete(keys.lease);
        await takeLease(headroom.ports, 'second', 'another run');
        return endpoint;
      },
    };
    const { result, writes } = await headroom.counted(() =>
      headroom.reconcile({ runId: 'first', ports: { platform } }),
    );
    expect(writes).toBe(1);
    expect(result.results.map(({ error }) => error ?? '').join()).toContain('LeaseLost');
    await assertLease(headroom.ports, 'second');
  });

  it('write one after the other: the second waits for the lease and finds nothing to do', async () => {
    const headroom = await startHeadroom(scenario, policy);
    const refused = deferred();
    const ended = deferred();
    const first = headroom.reconcile({
      runId: 'first',
      // The first run holds still in the middle until the second one has been refused the lease.
      handlers: ({ apply, ...rest }) => ({
        ...rest,
        apply: async (input) => refused.promise.then(() => apply?.(input)),
      }),
    });
    const second = headroom.reconcile({
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
