import type { Finding } from '../../core/model/decision.ts';
import type { Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { sha256 } from './sha256.ts';

const ending = /\.[0-9a-f]{12}$/;

const findingOf = (aside: string): Finding => {
  const key = aside.slice(keys.damagedFolder.length).replace(ending, '');
  return {
    code: 'store-damaged',
    project: '',
    service: '',
    subject: key,
    message: `${key} in the store could not be read, so Headroom starts a new one. The damaged object is now ${aside}. Restore from it what you need, then delete it to end this finding.`,
  };
};

/**
 * Moves an unreadable object aside, byte for byte.
 * @returns the finding that reports it; undefined if the object is another one by now, because another task was faster
 */
export const moveAside = async (store: Store, key: string, body: string): Promise<Finding | undefined> => {
  const aside = keys.damaged(key, sha256(body).slice(0, 12));
  // The marker first, so that no object is moved without a finding.
  await store.put(keys.damagedSign, '{}\n');
  if ((await store.get(key))?.body !== body) return undefined;
  await store.move(key, aside);
  return findingOf(aside);
};

/** One finding per object that was moved aside and still exists. */
export const damageFindings = async (store: Store): Promise<Finding[]> => {
  if ((await store.get(keys.damagedSign)) === undefined) return [];
  const asides = await store.list(keys.damagedFolder);
  if (asides.length === 0) await store.delete(keys.damagedSign);
  return asides.map(findingOf);
};
