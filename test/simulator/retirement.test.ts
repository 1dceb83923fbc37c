import { describe, expect, it } from 'vitest';
import { firstToken, setUpRotation } from './rotation-setup.ts';

describe('a retirement', () => {
  it('keeps a token whose version came back, and one that another version holds too', async () => {
    const setup = await setUpRotation();
    const first = setup.secret.versionAt('AWSCURRENT') ?? '';
    const rotation = await setup.rotate();
    setup.secret.update({
      SecretId: setup.secret.arn,
      VersionStage: 'AWSCURRENT',
      RemoveFromVersionId: rotation,
      MoveToVersionId: first,
    });
    expect(await setup.retire()).toEqual([{ status: 'kept', swept: 0 }]);
    setup.put('version-again', { token: firstToken }, 'AWSCURRENT');
    setup.started.set('again', first);
    expect(await setup.retire()).toEqual([{ status: 'kept', swept: 0 }]);
    expect(await setup.works(firstToken)).toBe(true);
  });

  it('keeps the previous token when the one in use does not work', async () => {
    const setup = await setUpRotation();
    await setup.rotate();
    setup.put('version-wrong', { token: 'canary4/wrong' }, 'AWSCURRENT');
    setup.started.set('by hand', setup.secret.versionAt('AWSPREVIOUS') ?? '');
    await expect(setup.retire()).rejects.toMatchObject({ name: 'TokenRefused' });
    expect(await setup.works(firstToken)).toBe(true);
  });

  it('finds nothing to do for a token that is gone', async () => {
    const setup = await setUpRotation();
    await setup.rotate();
    const again = new Map(setup.started);
    await setup.retire();
    for (const [name, versionId] of again) setup.started.set(name, versionId);
    expect(await setup.retire()).toEqual([{ status: 'gone', swept: 0 }]);
  });
});
