import { describe, expect, it } from 'vitest';
import { even } from '../workflow/scenarios.ts';
import { Crash } from './crashes.ts';
import { countCalls, day, expectSettled, firstToken, startRotationWorld, steps } from './rotation-setup.ts';

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
    await expect(world.step('finishSecret', empty)).rejects.toThrow('has no token');
    world.put('version-copied', { token: firstToken }, 'AWSPENDING');
    await world.control('faults', [{ operation: '*', times: 5, status: 403 }]);
    await world.step('testSecret', 'version-copied');
    expect(world.secret.versionAt('AWSCURRENT')).toBe('version-stored-by-a-person');
  });

  it('proves the new token once more in its last step: one that was revoked meanwhile never becomes current', async () => {
    const world = await startRotationWorld();
    const rotation = world.begin();
    for (const name of ['createSecret', 'setSecret', 'testSecret'] as const) await world.step(name, rotation);
    const [made] = await world.ours();
    const revoked = await fetch(`${world.platform.url}/v1/access_token/${encodeURIComponent(made?.prefix ?? '')}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${firstToken}` },
    });
    expect(revoked.status).toBe(200);
    await expect(world.step('finishSecret', rotation)).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(world.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(world.broken).toEqual([]);
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
