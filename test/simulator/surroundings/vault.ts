import { SecretUnavailable } from '../../../lib/contract/errors.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { OpenedPlatform } from '../../../lib/platform/index.ts';
import type { Secrets } from '../../../lib/ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { SimulatedTime } from '../engine/time.ts';

/** The secret that holds the token; it can be replaced at any moment. */
interface Vault {
  readonly secrets: Secrets;
  /** Every token so far, the current one last. */
  readonly tokens: readonly string[];
}

/** How long the platform accepts a token after another one became current. */
const overlapMs = 10 * minuteMs;

/** Replaced tokens that the platform still accepts at one time, at most: it refuses an account more than ten tokens. */
const mostOverlapping = 5;

/**
 * Holds one token. With the fault `token-replaced` a new one takes its place and the old one is refused at once; with
 * `secret-moved` the old one is refused a while later, as after a rotation.
 */
export const createVault = (platform: OpenedPlatform, first: string, faults: Faults, time: SimulatedTime): Vault => {
  const tokens = [first];
  let overlapping = 0;
  const current = () => tokens.at(-1) ?? '';
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const request = {
      method,
      path: `/v1${path}`,
      headers: { authorization: `Bearer ${current()}` },
      body: body === undefined ? null : JSON.stringify(body),
    };
    const { text = '' } = (await platform.answer(request, '127.0.0.1')) ?? {};
    return text === '' ? {} : JSON.parse(text);
  };
  /** Makes another token current; answers the prefixes of the replaced ones. */
  const replace = async (): Promise<string[]> => {
    const { tokens: listed } = (await ask('GET', '/access_token')) as { tokens?: { readonly token_prefix: string }[] };
    const made = await ask('POST', '/access_token', { description: 'replaced in a simulation' });
    if (typeof made.full_token !== 'string') throw new Error(`the platform made no token: ${JSON.stringify(made)}`);
    tokens.push(made.full_token);
    return (listed ?? []).map(({ token_prefix: prefix }) => prefix);
  };
  const revoke = async (prefixes: readonly string[]) => {
    for (const prefix of prefixes) await ask('DELETE', `/access_token/${encodeURIComponent(prefix)}`);
  };
  return {
    tokens,
    secrets: {
      token: async () => {
        if (faults.strikes('secret-unavailable')) throw new SecretUnavailable('the secret gives no answer');
        const held = current();
        // The caller still has what it read a moment ago.
        if (faults.strikes('token-replaced')) await revoke(await replace());
        else if (overlapping < mostOverlapping && faults.strikes('secret-moved')) {
          overlapping += 1;
          const replaced = await replace();
          time.at(time.now() + overlapMs, () => {
            overlapping -= 1;
            void revoke(replaced);
          });
        }
        return held;
      },
    },
  };
};
