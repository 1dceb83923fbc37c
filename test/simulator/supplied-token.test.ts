import { describe, expect, it } from 'vitest';
import { dyingAtEach } from '../workflow/mortal.ts';
import { even } from '../workflow/scenarios.ts';
import { expectSettled, firstToken, type RotationWorld, startRotationWorld, steps } from './rotation-setup.ts';

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
      const crashes = await dyingAtEach(async (call) => {
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
        return world.errors.length > 0;
      });
      expect(crashes).toBeGreaterThan(20);
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
