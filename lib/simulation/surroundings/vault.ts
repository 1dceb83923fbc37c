import type { OpenedPlatform } from '../../emulator/open.ts';
import type { Secrets } from '../../ports.ts';
import type { Faults } from '../engine/faults.ts';

/** The secret that holds the token; it can be replaced at any moment. */
interface Vault {
  readonly secrets: Secrets;
  /** Every token so far, the current one last. */
  readonly tokens: readonly string[];
}

/** Connection that has no caller to cut. */
const connection = { address: '127.0.0.1', cut: () => new Response(null, { status: 299 }) };

/** Holds one token; with the fault `token-replaced` a new one takes its place and the old one is refused at once. */
export const createVault = (platform: OpenedPlatform, first: string, faults: Faults): Vault => {
  const tokens = [first];
  const current = () => tokens.at(-1) ?? '';
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const request = new Request(`http://127.0.0.1/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${current()}`, 'content-type': 'application/json' },
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
    tokens.push(String(made.full_token));
    for (const { token_prefix: prefix, currently_active: isActive } of listed) {
      if (isActive) await ask('DELETE', `/access_token/${encodeURIComponent(prefix ?? '')}`);
    }
  };
  return {
    tokens,
    secrets: {
      token: async () => {
        const held = current();
        // The caller still has what it read a moment ago.
        if (faults.strikes('token-replaced')) await replace();
        return held;
      },
    },
  };
};
