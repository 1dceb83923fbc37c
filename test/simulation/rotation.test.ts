import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { even } from '../workflow/scenarios.ts';
import { Crash, type CrashPoint } from './crashes.ts';
import { firstToken, type RotationWorld, type Step, startRotationWorld, steps } from './rotation-world.ts';

const day = 86_400;

/** What holds whenever a rotation has come to its end. */
const expectSettled = async (world: RotationWorld, rotation: string) => {
  expect(world.secret.versionAt('AWSCURRENT')).toBe(rotation);
  expect(world.secret.versionAt('AWSPENDING')).toBeUndefined();
  expect(world.broken).toEqual([]);
};

/** Calls of a rotation in which nothing goes wrong, and of the retirement behind it. */
const countCalls = async () => {
  const world = await startRotationWorld();
  await world.rotate();
  const rotating = world.crashes.begin();
  await world.retire();
  return { rotating, retiring: world.crashes.begin() };
};

describe('a rotation', () => {
  it('replaces the token by one of the platform, which the retirement leaves as the only one', async () => {
    const world = await startRotationWorld();
    const rotation = await world.rotate();
    await expectSettled(world, rotation);
    expect(world.secret.tokenAt('AWSPREVIOUS')).toBe(firstToken);
    expect(await world.works(firstToken)).toBe(true);
    expect(await world.ours()).toMatchObject([{ description: `headroom ${world.secretId} ${rotation}` }]);
    expect(await world.retire(undefined, world.runDefinition)).toEqual([{ status: 'revoked', swept: 0 }]);
    expect(await world.works(firstToken)).toBe(false);
    await expectSettled(world, rotation);
  });

  it('makes a token that ends by itself only after two more rotations have failed', async () => {
    const world = await startRotationWorld({ rotationDays: 30 });
    await world.rotate();
    const [made] = await world.ours();
    expect(Date.parse(made?.expiresAt ?? '') - world.platform.now().getTime()).toBe(90 * day * 1000);
  });

  it.each(['before', 'after'] as const)(
    'goes on after a crash %s any of its calls: the token in use works, one is left besides the previous, none is pending',
    async (when) => {
      const { rotating } = await countCalls();
      expect(rotating).toBeGreaterThan(20);
      const world = await startRotationWorld();
      await world.rotate();
      for (let call = 1; call <= rotating; call += 1) {
        const rotation = await world.rotate(world.begin(), { call, when });
        expect(world.errors, `${call}`).toEqual(Array(call).fill(expect.any(Crash)));
        await expectSettled(world, rotation);
        expect(await world.ours(), `${call}`).toHaveLength(2);
        await world.retire();
        const prefix = world.secret.tokenAt('AWSCURRENT')?.slice(0, 12);
        expect(await world.ours(), `${call}`).toMatchObject([{ prefix }]);
        await expectSettled(world, rotation);
      }
    },
  );

  it.each(['before', 'after'] as const)('is retired in spite of a crash %s any of the calls of that', async (when) => {
    const { retiring } = await countCalls();
    expect(retiring).toBeGreaterThan(5);
    const world = await startRotationWorld();
    for (let call = 1; call <= retiring; call += 1) {
      const rotation = await world.rotate();
      const replaced = world.secret.tokenAt('AWSPREVIOUS') ?? '';
      await world.retire({ call, when });
      expect(world.errors, `${call}`).toHaveLength(call);
      expect(await world.works(replaced)).toBe(false);
      await expectSettled(world, rotation);
      expect(await world.ours()).toHaveLength(1);
    }
  });

  it('ignores steps of earlier rotations, whenever they come', async () => {
    const world = await startRotationWorld();
    const early = await world.rotate();
    const late = await world.rotate();
    const before = await world.ours();
    for (const name of [...steps, ...steps.toReversed()]) await world.step(name, early);
    await world.step('createSecret', 'a-rotation-that-never-was');
    expect(await world.ours()).toEqual(before);
    await expectSettled(world, late);
  });

  it('passes the trial that Secrets Manager makes when a schedule is set, and makes nothing current by it', async () => {
    const world = await startRotationWorld();
    const empty = world.begin();
    await world.step('testSecret', empty);
    await expect(world.step('finishSecret', empty)).rejects.toThrow('holds no token');
    world.put('version-copied', { token: firstToken }, 'AWSPENDING');
    await world.control('faults', [{ operation: '*', times: 5, status: 403 }]);
    await world.step('testSecret', 'version-copied');
    expect(world.secret.versionAt('AWSCURRENT')).toBe('version-stored-by-a-person');
  });

  it('starts the retirement at the latest in the next rotation, when a crash has kept it from starting', async () => {
    const world = await startRotationWorld();
    await world.rotate();
    world.started.clear();
    await world.rotate();
    await world.retire();
    expect(await world.works(firstToken)).toBe(false);
    expect(await world.ours()).toHaveLength(1);
  });

  it('leaves alone what is not of this secret, and what may still be on its way', async () => {
    const world = await startRotationWorld();
    const authorization = `Bearer ${firstToken}`;
    const make = (description: string) =>
      fetch(`${world.platform.url}/v1/access_token`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ description }),
      });
    for (const description of ['of a person', 'headroom another-secret r1', `headroom ${world.secretId} r2`]) {
      expect((await make(description)).ok).toBe(true);
    }
    await world.rotate();
    expect((await world.ours()).map(({ description }) => description)).toContain(`headroom ${world.secretId} r2`);
    await world.platform.advance(2 * day);
    const rotation = await world.rotate();
    await world.retire();
    const state = await fetch(`${world.platform.url}/v1/access_token`, {
      headers: { authorization: `Bearer ${world.secret.tokenAt('AWSCURRENT')}` },
    });
    const left = ((await state.json()) as { tokens: { description: string }[] }).tokens;
    expect(left.map(({ description }) => description).sort()).toEqual(
      [`headroom ${world.secretId} ${rotation}`, 'headroom another-secret r1', 'of a person'].sort(),
    );
  });

  it('works for application users, whose id goes along with each token', async () => {
    const token = 'canary1/token/of/an/application/user/that/is/long/enough/for/a/prefix==';
    const scenario = {
      ...even(1, 1),
      tokens: [{ name: 'robot', token, application: true, roles: { '*': 'operator' as const } }],
    };
    const probe = await startRotationWorld({ scenario });
    const users = (await (
      await fetch(`${probe.platform.url}/v1/organization/${probe.platform.organization}/application-users`, {
        headers: { authorization: `Bearer ${firstToken}` },
      })
    ).json()) as { application_users: { user_id: string }[] };
    const applicationUser = users.application_users[0]?.user_id ?? '';
    // The same scenario and seed give the same ids.
    const world = await startRotationWorld({ scenario, stored: { token, applicationUser } });
    const rotation = await world.rotate();
    await world.retire();
    expect(await world.works(token)).toBe(false);
    expect(await world.works(firstToken)).toBe(true);
    await world.rotate();
    await world.retire();
    expect(await world.ours()).toHaveLength(1);
    expect(world.broken).toEqual([]);
    expect(world.secret.versionAt('AWSPREVIOUS')).toBe(rotation);
  });
});

describe('a rotation that the platform does not make a token for', () => {
  const supplied = 'canary2/token/that/a/person/supplies/and/that/is/long/enough/for/a/prefix==';
  const scenario = {
    ...even(1, 1),
    tokens: [{ name: 'person', token: supplied, roles: { '*': 'operator' as const } }],
  };
  const forbid = (world: RotationWorld) =>
    world.control('faults', [{ operation: 'AccessTokenCreate', times: 50, status: 403 }]);

  it('fails with the way out, and the token in use stays', async () => {
    const world = await startRotationWorld({ scenario });
    await forbid(world);
    await expect(world.rotate()).rejects.toMatchObject({ name: 'TokenNotMintable' });
    expect(String(world.errors[0])).toContain('headroom token store --next');
    expect(world.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(world.broken).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'takes the one that a person supplied, with a crash %s any call',
    async (when) => {
      for (let call = 1; call <= 25; call += 1) {
        const world = await startRotationWorld({ scenario });
        await forbid(world);
        world.put('version-supplied', { token: supplied }, 'HEADROOM_NEXT');
        const rotation = await world.rotate(world.begin(), { call, when });
        await expectSettled(world, rotation);
        expect(world.secret.tokenAt('AWSCURRENT')).toBe(supplied);
        expect(world.secret.versionAt('HEADROOM_NEXT')).toBeUndefined();
        await world.retire();
        expect(await world.works(firstToken)).toBe(false);
        await expectSettled(world, rotation);
      }
    },
  );

  it('gives up a supplied token that the platform refuses: nothing is pending, and the next rotation begins anew', async () => {
    const world = await startRotationWorld({ scenario });
    world.put('version-supplied', { token: 'canary3/no-such-token' }, 'HEADROOM_NEXT');
    const refused = world.begin();
    await expect(world.rotate(refused)).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(world.secret.versionAt('AWSPENDING')).toBeUndefined();
    expect(world.secret.versionAt('HEADROOM_NEXT')).toBeUndefined();
    for (const name of steps) await world.step(name, refused);
    expect(world.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    await expectSettled(world, await world.rotate());
  });

  it('gives up one that sees no project', async () => {
    const blind = { ...scenario, tokens: [{ name: 'blind', token: supplied, roles: {} }] };
    const world = await startRotationWorld({ scenario: blind });
    world.put('version-supplied', { token: supplied }, 'HEADROOM_NEXT');
    await expect(world.rotate()).rejects.toThrow('no project');
    expect(world.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(world.secret.versionAt('AWSPENDING')).toBeUndefined();
  });
});

describe('a retirement', () => {
  it('keeps a token whose version came back, and one that another version holds too', async () => {
    const world = await startRotationWorld();
    const first = world.secret.versionAt('AWSCURRENT') ?? '';
    const rotation = await world.rotate();
    world.secret.update({
      SecretId: world.secret.arn,
      VersionStage: 'AWSCURRENT',
      RemoveFromVersionId: rotation,
      MoveToVersionId: first,
    });
    expect(await world.retire()).toEqual([{ status: 'kept', swept: 0 }]);
    world.put('version-again', { token: firstToken }, 'AWSCURRENT');
    world.started.set('again', first);
    expect(await world.retire()).toEqual([{ status: 'kept', swept: 0 }]);
    expect(await world.works(firstToken)).toBe(true);
  });

  it('keeps the previous token when the one in use does not work', async () => {
    const world = await startRotationWorld();
    await world.rotate();
    world.put('version-wrong', { token: 'canary4/wrong' }, 'AWSCURRENT');
    world.started.set('by hand', world.secret.versionAt('AWSPREVIOUS') ?? '');
    await expect(world.retire()).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(await world.works(firstToken)).toBe(true);
  });

  it('finds nothing to do for a token that is gone', async () => {
    const world = await startRotationWorld();
    await world.rotate();
    const again = new Map(world.started);
    await world.retire();
    for (const [name, versionId] of again) world.started.set(name, versionId);
    expect(await world.retire()).toEqual([{ status: 'gone', swept: 0 }]);
  });
});

describe('any order of steps, rotations and crashes', () => {
  interface Move {
    readonly rotation: string;
    readonly step: Step;
    readonly crash: CrashPoint | undefined;
  }
  const moves: fc.Arbitrary<Move[]> = fc.array(
    fc.record({
      rotation: fc.constantFrom('rotation-1', 'rotation-2', 'rotation-3'),
      step: fc.constantFrom(...steps),
      crash: fc.option(fc.record({ call: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom('before', 'after') }), {
        nil: undefined,
      }),
    }),
    { maxLength: 14 },
  );

  it('leaves the token in use working throughout, and one token of ours in the end', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const world = await startRotationWorld();
        const begun = new Set<string>();
        for (const { rotation, step, crash } of given) {
          if (!begun.has(rotation)) world.begin(rotation);
          begun.add(rotation);
          world.crashes.begin(crash);
          // What a step refuses or where it crashes is its own affair: what follows must hold all the same.
          await world.step(step, rotation).catch(() => undefined);
        }
        const last = await world.rotate();
        await world.retire();
        await world.platform.advance(2 * day);
        const rotation = await world.rotate();
        await world.retire();
        await expectSettled(world, rotation);
        expect(await world.ours(), last).toHaveLength(1);
        expect(await world.works(firstToken)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

it('full tokens are in no state, output, error, retirement, description or answer of the platform', async () => {
  const world = await startRotationWorld();
  await world.rotate(world.begin(), { call: 9, when: 'after' });
  await world.retire({ call: 6, when: 'after' }, world.runDefinition);
  await world.control('faults', [
    { operation: 'AccessTokenCreate', times: 1, malformed: true },
    { operation: 'AccessTokenList', times: 1, status: 403 },
  ]);
  await world.rotate().catch(() => undefined);
  await world.rotate().catch(() => undefined);
  const rotation = await world.rotate();
  expect(world.errors.length).toBeGreaterThan(3);
  const everything = {
    states: world.states,
    outputs: world.outputs,
    errors: world.errors.map((error) =>
      error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : error,
    ),
    retirements: [...world.started],
    tokens: await world.ours(),
    platform: world.platform.state(),
    requests: world.platform.requests(),
    stages: world.secret.describe(),
  };
  expect(world.seenTokens.size).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(everything.stages)).toContain(rotation);
  for (const [place, found] of Object.entries(everything)) {
    const text = JSON.stringify(found);
    expect(text.length, place).toBeGreaterThan(2);
    for (const token of world.seenTokens) {
      for (const echo of [token, encodeURIComponent(token)]) expect(text.includes(echo), place).toBe(false);
    }
  }
});
