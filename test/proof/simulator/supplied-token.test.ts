import { describe, expect, it } from 'vitest';
import { expectSettled, firstToken, type RotationSetup, setUpRotation, steps } from '../../simulator/rotation-setup.ts';
import { dyingAtEach } from '../../workflow/mortal.ts';
import { even } from '../../workflow/scenarios.ts';

describe('a rotation that the platform does not make a token for', () => {
  const supplied = 'canary2/token/that/a/person/supplies/and/that/is/long/enough/for/a/prefix==';
  const scenario = {
    ...even(1, 1),
    tokens: [{ name: 'person', token: supplied, roles: { '*': 'operator' as const } }],
  };
  const forbid = (setup: RotationSetup) =>
    setup.control('faults', [{ operation: 'AccessTokenCreate', times: 50, status: 403 }]);

  it('fails with the way out, and the token in use stays', async () => {
    const setup = await setUpRotation({ scenario });
    await forbid(setup);
    await expect(setup.rotate()).rejects.toMatchObject({ name: 'TokenNotMintable' });
    expect(String(setup.errors[0])).toContain('headroom token store --next');
    expect(setup.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(setup.broken).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'takes the one that a person supplied, with a crash %s any call',
    async (when) => {
      const crashes = await dyingAtEach(async (call) => {
        const setup = await setUpRotation({ scenario });
        await forbid(setup);
        setup.put('version-supplied', { token: supplied }, 'HEADROOM_NEXT');
        const rotation = await setup.rotate(setup.begin(), { call, when });
        await expectSettled(setup, rotation);
        expect(setup.secret.tokenAt('AWSCURRENT')).toBe(supplied);
        expect(setup.secret.versionAt('HEADROOM_NEXT')).toBeUndefined();
        await setup.retire();
        expect(await setup.works(firstToken)).toBe(false);
        await expectSettled(setup, rotation);
        return setup.errors.length > 0;
      });
      expect(crashes).toBeGreaterThan(20);
    },
  );

  it('gives up a supplied token that the platform refuses: nothing is pending, and the next rotation begins anew', async () => {
    const setup = await setUpRotation({ scenario });
    setup.put('version-supplied', { token: 'canary3/no-such-token' }, 'HEADROOM_NEXT');
    const refused = setup.begin();
    await expect(setup.rotate(refused)).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(setup.secret.versionAt('AWSPENDING')).toBeUndefined();
    expect(setup.secret.versionAt('HEADROOM_NEXT')).toBeUndefined();
    for (const name of steps) await setup.step(name, refused);
    expect(setup.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    await expectSettled(setup, await setup.rotate());
  });

  it('gives up one that sees no project', async () => {
    const blind = { ...scenario, tokens: [{ name: 'blind', token: supplied, roles: {} }] };
    const setup = await setUpRotation({ scenario: blind });
    setup.put('version-supplied', { token: supplied }, 'HEADROOM_NEXT');
    await expect(setup.rotate()).rejects.toThrow('no project');
    expect(setup.secret.tokenAt('AWSCURRENT')).toBe(firstToken);
    expect(setup.secret.versionAt('AWSPENDING')).toBeUndefined();
  });
});
