import { SecretUnavailable } from '../../contract/errors.ts';
import { minuteMs } from '../../core/model/durations.ts';
import type { Clock, Secrets } from '../../ports.ts';

/** A token that a call may use. */
export interface UsableToken {
  /** Place of its secret in the list, and of its ledger of calls. */
  readonly index: number;
  readonly token: string;
  /** It was read past every cache after the platform refused it. */
  readonly isFresh: boolean;
}

/** The tokens of a connection, each of an application user of its own. */
interface Tokens {
  /**
   * The tokens that calls may use now. Without one of several the others go on.
   * @throws the error of the first secret if there is none
   */
  usable(): Promise<readonly UsableToken[]>;
  /** The token of one secret. @throws the errors of Secrets */
  only(index: number): Promise<readonly UsableToken[]>;
  /** Reads one secret past its cache. @throws the errors of Secrets */
  fresh(index: number): Promise<UsableToken>;
  /** Leaves a token out for some minutes, if there are others. */
  rest(index: number): void;
}

/** A token that is missing or refused is looked at again so rarely that it hardly costs a request of the others. */
const restMs = 5 * minuteMs;

export const createTokens = (secrets: readonly Secrets[], clock: Clock): Tokens => {
  const all = [...secrets.keys()];
  const restsUntil = new Map<number, number>();

  const read = async (index: number, options?: { readonly refresh: boolean }): Promise<UsableToken> => {
    const secret = secrets[index];
    if (secret === undefined) throw new RangeError(`there is no token ${index + 1}`);
    return { index, token: await secret.token(options), isFresh: options?.refresh ?? false };
  };

  const rest = (index: number): void => {
    restsUntil.set(index, clock.now() + restMs);
  };

  /** A secret without a token rests, and so leaves none here. */
  const readOrRest = async (index: number): Promise<readonly UsableToken[]> => {
    try {
      return [await read(index)];
    } catch (error) {
      if (!(error instanceof SecretUnavailable)) throw error;
      rest(index);
      return [];
    }
  };

  /** All readable tokens, also resting ones. @throws the error of the first if there is none */
  const anyOf = async (): Promise<readonly UsableToken[]> => {
    if (all.length === 1) return [await read(0)];
    const results = await Promise.allSettled(all.map((index) => read(index)));
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const [first] = results;
    if (found.length === 0 && first?.status === 'rejected') throw first.reason;
    return found;
  };

  return {
    rest,
    only: async (index) => [await read(index)],
    fresh: (index) => read(index, { refresh: true }),
    usable: async () => {
      const awake = all.filter((index) => clock.now() >= (restsUntil.get(index) ?? 0));
      const found = (await Promise.all((all.length > 1 ? awake : []).map(readOrRest))).flat();
      return found.length > 0 ? found : anyOf();
    },
  };
};
