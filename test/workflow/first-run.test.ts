import { describe, expect, it } from 'vitest';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

const proposing = (maximum: number, mode = 'enforce') =>
  enableAll(maximum).replace('firstRun: apply', 'firstRun: propose').replace('mode: enforce', `mode: ${mode}`);

const trigger = { kind: 'manual', by: 'a test' };

/** Proposes, then applies what was proposed. */
const begin = async (headroom: LocalHeadroom, more: object = {}) => {
  const proposed = await headroom.reconcile({ input: { trigger, ...more } });
  expect(proposed.outcome).toBe('needs-approval');
  const approved = { trigger, approvedDigest: proposed.plan?.digest, ...more };
  expect((await headroom.reconcile({ input: approved })).outcome).toBe('applied');
};

const setPolicy = (headroom: LocalHeadroom, text: string) => headroom.store.put(keys.policy, text);

describe('the first run of an organization', () => {
  it('proposes, writes nothing, and explains why', async () => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(result.plan?.violations.map(({ guardrail, limit, actual }) => [guardrail, limit, actual])).toEqual([
      ['firstRun', 0, 1],
    ]);
    expect(writes).toBe(0);
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
  });

  it('is over once a plan was approved: what follows needs none', async () => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await begin(headroom);
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('is not over after a plan without changes, because it does not show the effect of the policy', async () => {
    const headroom = await startHeadroom(even(1, 0), proposing(200));
    expect((await headroom.reconcile()).outcome).toBe('nothing');
    await headroom.control('service', {
      project: 'project-0',
      service: 'new',
      type: 'pg',
      plan: 'startup-4',
      cloud: 'aws-eu-west-1',
    });
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
  });

  it.each(['observe', 'stop'] as const)(
    'comes again after the mode was %s, also when no run fell between',
    async (mode) => {
      const headroom = await startHeadroom(even(1, 1), proposing(200));
      await begin(headroom);
      await setStoreMode(headroom.ports, mode, 'ada');
      await setStoreMode(headroom.ports, 'enforce', 'ada');
      await setPolicy(headroom, proposing(300));
      expect((await headroom.reconcile()).outcome).toBe('needs-approval');
    },
  );

  it('does not come again because a person sets enforce once more, also long after another mode', async () => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await setStoreMode(headroom.ports, 'observe', 'ada');
    await setStoreMode(headroom.ports, 'enforce', 'ada');
    await begin(headroom);
    await setStoreMode(headroom.ports, 'enforce', 'ada');
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('comes again after the mode could not be read, which stops every run', async () => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await begin(headroom);
    await headroom.store.put(keys.mode, 'garbage');
    await setStoreMode(headroom.ports, 'enforce', 'ada');
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
  });

  it('is not over by an approval of some projects only', async () => {
    const headroom = await startHeadroom(even(2, 1), proposing(200));
    await begin(headroom, { projects: ['project-0'] });
    const next = await headroom.reconcile();
    expect(next.outcome).toBe('needs-approval');
    expect(next.plan?.changes.map(({ project }) => project)).toEqual(['project-1', 'project-1']);
  });

  it('applies at once where policy says so, and then stays begun', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    expect((await headroom.reconcile()).outcome).toBe('applied');
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });
});

describe('every first run after the mode was another one', () => {
  it.each(['observe', 'stop'])('proposes again after %s', async (mode) => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await begin(headroom);
    await setPolicy(headroom, proposing(300, mode));
    await headroom.reconcile();
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
  });

  it('does not propose because of a read-only command in between', async () => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await begin(headroom);
    await setPolicy(headroom, proposing(300, 'observe'));
    await headroom.reconcile({ input: { trigger, readOnly: true } });
    await setPolicy(headroom, proposing(300));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });
});

describe('what a store remembers of the first run', () => {
  it.each([
    ['lost', async ({ store }: LocalHeadroom) => store.delete(keys.inventoryIndex)],
    ['not JSON', async ({ store }: LocalHeadroom) => store.put(keys.inventoryIndex, '{"organization":"or')],
    ['null', async ({ store }: LocalHeadroom) => store.put(keys.inventoryIndex, 'null')],
    [
      'of another organization',
      async ({ store }: LocalHeadroom) =>
        store.put(
          keys.inventoryIndex,
          JSON.stringify({ version: 1, organization: 'org-other', projects: {}, policy: '', enforcedSince: '' }),
        ),
    ],
  ])('counts as nothing when it is %s', async (_what, spoil) => {
    const headroom = await startHeadroom(even(1, 1), proposing(200));
    await begin(headroom);
    await setPolicy(headroom, proposing(300));
    await spoil(headroom);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(writes).toBe(0);
  });
});
