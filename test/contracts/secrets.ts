import { describe, expect, it } from 'vitest';
import type { Secrets } from '../../lib/ports.ts';

export interface KeptSecrets {
  readonly secrets: Secrets;
  /** Puts another token in the place of the one that is kept. */
  readonly keep: (token: string) => Promise<void>;
}

/** What every keeper of the token must do, whatever it is made of. */
export const secretsContract = (name: string, makeSecrets: (token: string) => KeptSecrets): void => {
  describe(`${name} as the keeper of the token`, () => {
    it('gives the token that is kept', async () => {
      const { secrets } = makeSecrets('token-1');
      expect(await secrets.token()).toBe('token-1');
      expect(await secrets.token({ refresh: false })).toBe('token-1');
    });

    it('gives the new token once asked past any cache, and from then on', async () => {
      const { secrets, keep } = makeSecrets('token-1');
      await secrets.token();
      await keep('token-2');
      expect(await secrets.token({ refresh: true })).toBe('token-2');
      expect(await secrets.token()).toBe('token-2');
    });

    it('gives many who ask at the same time the same token', async () => {
      const { secrets } = makeSecrets('token-1');
      const asked = Array.from({ length: 20 }, (_, n) => secrets.token({ refresh: n % 2 === 0 }));
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['token-1']));
    });
  });
};
