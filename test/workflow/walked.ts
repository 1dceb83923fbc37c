import { startWalk, type Walk } from './permitted-store.ts';
import { walks } from './store-walks.ts';
import { walksOfRuns } from './store-walks-of-runs.ts';

const all = { ...walks, ...walksOfRuns };

export const namesOfWalks = Object.keys(all);

const taken = new Map<string, Promise<Walk>>();

/** What one of the walks used, changed and was refused; each is walked once, by any caller. */
export const walked = (name: string): Promise<Walk> => {
  const known = taken.get(name);
  if (known !== undefined) return known;
  const walk = startWalk();
  const end = (all[name]?.(walk) ?? Promise.reject(new Error(`there is no walk ${name}`))).then(() => walk);
  taken.set(name, end);
  return end;
};
