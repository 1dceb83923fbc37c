import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../lib/contract/errors.ts';
import { type SecretValue, stages } from '../../lib/core/token/rotation.ts';
import type { SecretStore } from '../../lib/ports.ts';

export interface KeptStages {
  readonly secret: SecretStore;
  /** Begins a rotation, as Secrets Manager does. */
  readonly begin: (requestToken: string) => Promise<void>;
}

const value = (token: string): SecretValue => ({ token });
const { current, pending, previous, next } = stages;

/** What every keeper of the secret's versions must do, whatever it is made of. */
export const secretStagesContract = (name: string, make: () => KeptStages | Promise<KeptStages>): void => {
  const shown = async ({ describe }: SecretStore) =>
    Object.fromEntries((await describe()).versions.map(({ id, stages: own }) => [id, [...own].sort()]));

  describe(`${name} as the versions of the secret`, () => {
    it('shows no version before anything was stored', async () => {
      const { secret } = await make();
      expect(await secret.describe()).toMatchObject({ versions: [] });
      expect(await secret.read('version-1')).toBeUndefined();
    });

    it('keeps a value whole, and gives it by its version', async () => {
      const { secret } = await make();
      const whole = { token: 'token-1', prefix: 'tok', applicationUser: 'u1' };
      await secret.put('version-1', whole, current);
      expect(await secret.read('version-1')).toEqual(whole);
      expect(await shown(secret)).toEqual({ 'version-1': [current] });
    });

    it('takes the same value for a version again, and refuses another', async () => {
      const { secret } = await make();
      await secret.put('version-1', value('token-1'), current);
      await secret.put('version-1', value('token-1'), current);
      await expect(secret.put('version-1', value('token-2'), current)).rejects.toThrow(StoreConflict);
      expect(await secret.read('version-1')).toEqual(value('token-1'));
    });

    it('makes what was current previous, and forgets what was previous', async () => {
      const { secret } = await make();
      for (const n of [1, 2, 3]) await secret.put(`version-${n}`, value(`token-${n}`), current);
      expect(await shown(secret)).toEqual({ 'version-2': [previous], 'version-3': [current] });
    });

    it('begins a rotation with a version that holds nothing, which is then filled', async () => {
      const { secret, begin } = await make();
      await secret.put('version-1', value('token-1'), current);
      await begin('version-2');
      expect(await shown(secret)).toEqual({ 'version-1': [current], 'version-2': [pending] });
      expect(await secret.read('version-2')).toBeUndefined();
      await secret.put('version-2', value('token-2'), pending);
      expect(await secret.read('version-2')).toEqual(value('token-2'));
      await secret.move(current, { from: 'version-1', to: 'version-2' });
      await secret.move(pending, { from: 'version-2' });
      expect(await shown(secret)).toEqual({ 'version-1': [previous], 'version-2': [current] });
      expect(await secret.read('version-1')).toEqual(value('token-1'));
    });

    it('moves a stage only from where it is', async () => {
      const { secret } = await make();
      for (const n of [1, 2]) await secret.put(`version-${n}`, value(`token-${n}`), current);
      await expect(secret.move(current, { from: 'version-1', to: 'version-2' })).rejects.toThrow(StoreConflict);
      await expect(secret.move(current, { to: 'version-1' })).rejects.toThrow(StoreConflict);
      await expect(secret.move(current, { from: 'version-2', to: 'version-9' })).rejects.toThrow(StoreConflict);
      await expect(secret.move(pending, { from: 'version-2' })).rejects.toThrow(StoreConflict);
      expect(await shown(secret)).toEqual({ 'version-1': [previous], 'version-2': [current] });
    });

    it('forgets a supplied token once it has served', async () => {
      const { secret } = await make();
      await secret.put('version-1', value('token-1'), current);
      await secret.put('version-2', value('token-2'), next);
      await secret.put('version-3', value('token-3'), next);
      expect(await shown(secret)).toEqual({ 'version-1': [current], 'version-3': [next] });
      await secret.move(next, { from: 'version-3' });
      expect(await shown(secret)).toEqual({ 'version-1': [current] });
    });

    it('has a short name of its own that does not change', async () => {
      const { secret } = await make();
      expect(secret.id).toMatch(/^[\w-]{8,40}$/);
    });
  });
};
