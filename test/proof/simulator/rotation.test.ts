import { describe, expect, it } from 'vitest';
import { Crash } from '../../simulator/crashes.ts';
import { countCalls, day, expectSettled, firstToken, setUpRotation, steps } from '../../simulator/rotation-setup.ts';
import { even } from '../../workflow/scenarios.ts';

describe('a rotation', () => {
  it('replaces the token by one of the platform, which the retirement leaves as the only one', async () => {
    const setup = await setUpRotation();
    const rotation = await setup.rotate();
    await expectSettled(setup, rotation);
    expect(setup.secret.tokenAt('AWSPREVIOUS')).toBe(firstToken);
    expect(await setup.works(firstToken)).toBe(true);
    expect(await setup.ours()).toMatchObject([{ description: `headroom ${setup.secretId} ${rotation}` }]);
    expect(await setup.retire(undefined, setup.runDefinition)).toEqual([{ status: 'revoked', swept: 0 }]);
    expect(await setup.works(firstToken)).toBe(false);
    await expectSettled(setup, rotation);
  });

  it('makes a token that ends by itself only after two more rotations have failed', async () => {
    const setup = await setUpRotation({ rotationDays: 30 });
    await setup.rotate();
    const [made] = await setup.ours();
    expect(Date.parse(made?.expiresAt ?? '') - setup.platform.now().getTime()).toBe(90 * day * 1000);
  });

  it.each(['before', 'after'] as const)(
    'goes on after a crash %s any of its calls: the token in use works, one is left besides the previous, none is pending',
    async (when) => {
      const { rotating } = await countCalls();
      expect(rotating).toBeGreaterThan(20);
      const setup = await setUpRotation();
      await setup.rotate();
      for (let call = 1; call <= rotating; call += 1) {
        const rotation = await setup.rotate(setup.begin(), { call, when });
        expect(setup.errors, `${call}`).toEqual(Array(call).fill(expect.any(Crash)));
        await expectSettled(setup, rotation);
        expect(await setup.ours(), `${call}`).toHaveLength(2);
        await setup.retire();
        const prefix = setup.secret.tokenAt('AWSCURRENT')?.slice(0, 12);
        expect(await setup.ours(), `${call}`).toMatchObject([{ prefix }]);
        await expectSettled(setup, rotation);
      }
    },
  );

  it.each(['before', 'after'] as const)('is retired in spite of a crash %s any of the calls of that', async (when) => {
    const { retiring } = await countCalls();
    expect(retiring).toBeGreaterThan(5);
    const setup = await setUpRotation();
    for (let call = 1; call <= retiring; call += 1) {
      const rotation = await setup.rotate();
      const replaced = setup.secret.tokenAt('AWSPREVIOUS') ?? '';
      await setup.retire({ call, when });
      expect(setup.errors, `${call}`).toHaveLength(call);
      expect(await setup.works(replaced)).toBe(false);
      await expectSettled(setup, rotation);
      expect(await setup.ours()).toHaveLength(1);
    }
  });

  it('ignores steps of earlier rotations, whenever they come', async () => {
    const setup = await setUpRotation();
    const early = await setup.rotate();
    const late = await setup.rotate();
    const before = await setup.ours();
    for (const name of [...steps, ...steps.toReversed()]) await setup.step(name, early);
    await setup.step('createSecret', 'a-rotation-that-never-was');
    expect(await setup.ours()).toEqual(before);
    await expectSettled(setup, late);
  });

  it('passes the trial that Secrets Manager makes when a schedule is set, and makes nothing current by it', async () => {
    const setup = await setUpRotation();
    const empty = setup.begin();
    await setup.step('testSecret', empty);
    await expect(setup.step('finishSecret', empty)).rejects.toThrow('has no token');
    setup.put('version-copied', { token: firstToken }, 'AWSPENDING');
    await setup.control('faults', [{ operation: '*', times: 5, status: 403 }]);
    await setup.step('testSecret', 'version-copied');
    expect(setup.secret.versionAt('AWSCURRENT')).toBe('version-stored-by-a-person');
  });

  it('proves the new token once more in its last step: one that was revoked meanwhile never becomes current', async () => {
    const setup = await setUpRotation();
    const rotation = setup.begin();
    for (const name of ['createSecret', 'setSecret', 'testSecret'] as const) await setup.step(name, rotation);
    const [made] = await setup.ours();
    const revoked = await fetch(`${setup.platform.url}/v1/access_token/${encodeURIComponent(made?.prefix ?? '')}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${firstToken}` },
    });
    expect(revoked.status).toBe(200);
    await expect(setup.step('finishSecret', rotation)).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(setup.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(setup.broken).toEqual([]);
  });

  it('starts the retirement at the latest in the next rotation, when a crash has kept it from starting', async () => {
    const setup = await setUpRotation();
    await setup.rotate();
    setup.started.clear();
    await setup.rotate();
    await setup.retire();
    expect(await setup.works(firstToken)).toBe(false);
    expect(await setup.ours()).toHaveLength(1);
  });

  it('leaves alone what is not of this secret, and what may still be on its way', async () => {
    const setup = await setUpRotation();
    const authorization = `Bearer ${firstToken}`;
    const make = (description: string) =>
      fetch(`${setup.platform.url}/v1/access_token`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ description }),
      });
    for (const description of ['of a person', 'headroom another-secret r1', `headroom ${setup.secretId} r2`]) {
      expect((await make(description)).ok).toBe(true);
    }
    await setup.rotate();
    expect((await setup.ours()).map(({ description }) => description)).toContain(`headroom ${setup.secretId} r2`);
    await setup.platform.advance(2 * day);
    const rotation = await setup.rotate();
    await setup.retire();
    const state = await fetch(`${setup.platform.url}/v1/access_token`, {
      headers: { authorization: `Bearer ${setup.secret.tokenAt('AWSCURRENT')}` },
    });
    const left = ((await state.json()) as { tokens: { description: string }[] }).tokens;
    expect(left.map(({ description }) => description).sort()).toEqual(
      [`headroom ${setup.secretId} ${rotation}`, 'headroom another-secret r1', 'of a person'].sort(),
    );
  });

  it('works for application users, whose id goes along with each token', async () => {
    const token = 'canary1/token/of/an/application/user/that/is/long/enough/for/a/prefix==';
    const scenario = {
      ...even(1, 1),
      tokens: [{ name: 'robot', token, application: true, roles: { '*': 'operator' as const } }],
    };
    const probe = await setUpRotation({ scenario });
    const users = (await (
      await fetch(`${probe.platform.url}/v1/organization/${probe.platform.organization}/application-users`, {
        headers: { authorization: `Bearer ${firstToken}` },
      })
    ).json()) as { application_users: { user_id: string }[] };
    const applicationUser = users.application_users[0]?.user_id ?? '';
    // The same scenario and seed give the same ids.
    const setup = await setUpRotation({ scenario, stored: { token, applicationUser } });
    const rotation = await setup.rotate();
    await setup.retire();
    expect(await setup.works(token)).toBe(false);
    expect(await setup.works(firstToken)).toBe(true);
    await setup.rotate();
    await setup.retire();
    expect(await setup.ours()).toHaveLength(1);
    expect(setup.broken).toEqual([]);
    expect(setup.secret.versionAt('AWSPREVIOUS')).toBe(rotation);
  });
});
