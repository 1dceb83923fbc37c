import { areaOf, matchesKey, type StoreKeyName, storeAreas, storeKeys } from './store-keys.ts';
import type { StoreAccess } from './task-contract.ts';

/**
 * Keys that the previous version named differently. The first read moves an object from its former key to its new one.
 * This compatibility lasts one release: delete this file then, and the compiler lists its users.
 */
const formerKeys = {
  lastApplied: 'left/*.json',
  heartbeatSent: 'hello/sent.json',
  heartbeatArrived: 'hello/arrived.json',
} as const satisfies Partial<Record<StoreKeyName, string>>;

const renamed = Object.entries(formerKeys) as readonly (readonly [keyof typeof formerKeys, string])[];

/** The key that an object had in the previous version; undefined if it is the same. */
export const formerKeyOf = (key: string): string | undefined => {
  const match = renamed.find(([name]) => matchesKey([storeAreas[name]], key));
  if (match === undefined) return undefined;
  const [name, former] = match;
  const [start = '', end = ''] = storeKeys[name].split('*');
  return former.replace('*', () => key.slice(start.length, key.length - end.length));
};

/** Folder of the former keys of a kind of objects with one for each project; undefined for a single object. */
export const formerFolderOf = (former: string): string | undefined => {
  const pattern = renamed.map(([, one]) => one).find((one) => former.startsWith(one.split('*')[0] ?? one));
  return pattern?.includes('*') ? areaOf(pattern).slice(0, -1) : undefined;
};

/** The key of an object that may have the key of the previous version; other keys stay the same. */
export const currentKeyOf = (key: string): string => {
  for (const [name, former] of renamed) {
    const [start = '', end = ''] = former.split('*');
    const isFormer = former.includes('*') ? key.startsWith(start) && key.endsWith(end) : key === former;
    if (isFormer) return storeKeys[name].replace('*', () => key.slice(start.length, key.length - end.length));
  }
  return key;
};

/** Access of a task while the store may contain objects of the previous version: a task that reads a key may also move its object. */
export const withFormerKeys = ({ read, write, delete: remove }: StoreAccess) => {
  const readable = renamed.filter(([name]) => read.includes(storeAreas[name]));
  const former = readable.map(([, pattern]) => areaOf(pattern));
  return {
    read: [...read, ...former],
    write: [...new Set([...write, ...readable.map(([name]) => storeAreas[name])])],
    delete: [...remove, ...former],
  };
};
