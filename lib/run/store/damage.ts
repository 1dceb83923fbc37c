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
    message: `${key} in the store could not be read, so Headroom starts it anew. The damaged object is now ${aside}: restore from it what you need, then delete it to end this finding.`,
  };
};

/** Moves an object that could not be read out of the way, byte for byte. @returns the finding that reports it */
export const moveAside = async (store: Store, key: string, body: string): Promise<Finding> => {
  const aside = keys.damaged(key, sha256(body).slice(0, 12));
  // The sign first, so that nothing is moved without a finding.
  await store.put(keys.damagedSign, '{}\n');
  await store.move(key, aside);
  return findingOf(aside);
};

/** One finding for each object that was moved aside and is still there. */
export const damageFindings = async (store: Store): Promise<Finding[]> => {
  if ((await store.get(keys.damagedSign)) === undefined) return [];
  const asides = await store.list(keys.damagedFolder);
  if (asides.length === 0) await store.delete(keys.damagedSign);
  return asides.map(findingOf);
};
