import { describe, expect, it } from 'vitest';
import { firstToken, startRotationWorld } from './rotation-setup.ts';

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
