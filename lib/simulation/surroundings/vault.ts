import type { OpenedPlatform } from '../../emulator/open.ts';
import type { Secrets } from '../../ports.ts';
import type { Faults } from '../engine/faults.ts';

/** The secret that holds the token; it can be replaced at any moment. */
export interface Vault {
  readonly secrets: Secrets;
  readonly current: () => string;
}

/** Connection that has no caller to cut. */
const connection = { address: '127.0.0.1', cut: () => new Response(null, { status: 299 }) };

/** Holds one token; with the fault `token-replaced` a new one takes its place and the old one is refused at once. */
export const createVault = (platform: OpenedPlatform, first: string, faults: Faults): Vault => {
  let token = first;
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const request = new Request(`http://127.0.0.1/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await platform.fetch(request, connection);
    const text = await response.text();
    return text === '' ? {} : JSON.parse(text);
  };
  const replace = async () => {
    const old = await ask('GET', '/access_token');
    const made = await ask('POST', '/access_token', { description: 'replaced in a simulation' });
    const listed = (old.tokens ?? []) as { readonly currently_active?: boolean; readonly token_prefix?: string }[];
    token = String(made.full_token);
    for (const { token_prefix: prefix, currently_active: isActive } of listed) {
      if (isActive) await ask('DELETE', `/access_token/${encodeURIComponent(prefix ?? '')}`);
    }
  };
  return {
    current: () => token,
    secrets: {
      token: async () => {
        const held = token;
        // The caller still has what it read a moment ago.
        if (faults.strikes('token-replaced')) await replace();
        return held;
      },
    },
  };
};
