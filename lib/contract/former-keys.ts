import { areaOf, matchesKey, type StoreKeyName, storeAreas, storeKeys } from './store-keys.ts';
import type { StoreAccess } from './task-contract.ts';

/**
 * Keys that have another name today than in the version before. An object that is still there is moved when it is first
 * read. They stay for one release: then this file goes, and the compiler names what uses it.
 */
const formerKeys = {
  lastApplied: 'left/*.json',
  heartbeatSent: 'hello/sent.json',
  heartbeatArrived: 'hello/arrived.json',
} as const satisfies Partial<Record<StoreKeyName, string>>;

const renamed = Object.entries(formerKeys) as readonly (readonly [keyof typeof formerKeys, string])[];

/** The key that an object had in the version before; undefined where it is the same. */
export const formerKeyOf = (key: string): string | undefined => {
  const found = renamed.find(([name]) => matchesKey([storeAreas[name]], key));
  if (found === undefined) return undefined;
  const [name, former] = found;
  const [start = '', end = ''] = storeKeys[name].split('*');
  return former.replace('*', () => key.slice(start.length, key.length - end.length));
};

/** What a task is permitted while objects of the version before may be there: who reads a key may move its object to it. */
export const withFormerKeys = ({ read, write, delete: remove }: StoreAccess) => {
  const own = renamed.filter(([name]) => read.includes(storeAreas[name]));
  const former = own.map(([, pattern]) => areaOf(pattern));
  return {
    read: [...read, ...former],
    write: [...new Set([...write, ...own.map(([name]) => storeAreas[name])])],
    delete: [...remove, ...former],
  };
};
