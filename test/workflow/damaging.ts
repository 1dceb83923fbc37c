import type { Ports, Store } from '../../lib/ports.ts';
import { contentOf } from '../../lib/run/store/content.ts';
import { keyParts, keys } from '../../lib/run/store/keys.ts';
import { copyOf, type FilledStore } from './filled-store.ts';

export const wrong = [{ wrong: true }];

const recordOf = (key: string) => keyParts(key).object;

export const sectionsOf = async (store: Store, key: string): Promise<Record<string, unknown>> =>
  JSON.parse((await store.get(recordOf(key)))?.body ?? '{}');

/** Puts other JSON in the place of one section, or removes it. */
export const spoilSection = async (store: Store, key: string, json?: object) => {
  const { section = '' } = keyParts(key);
  const record = { ...(await sectionsOf(store, key)), [section]: json };
  await store.put(recordOf(key), `${JSON.stringify(record)}\n`);
};

export const cached = [keys.price('pg', 'startup-4', 'aws-eu-west-1'), keys.planDisk('pg', 'startup-4')];

export const spoil = async (store: Store, key: string, damage: (body: string) => string) => {
  const spoilt = damage((await store.get(recordOf(key)))?.body ?? '');
  await store.put(recordOf(key), spoilt);
  return spoilt;
};

/** A copy of the filled store of its own, and the ports to it. */
export const withCopy = async ({ headroom }: FilledStore): Promise<Ports> => ({
  ...headroom.ports,
  store: await copyOf(headroom.store),
});

/** What was kept of a key. */
export const asideOf = async (store: Store, key: string) => {
  const [aside] = await store.list(`damaged/${key}.`);
  return (await store.get(aside ?? ''))?.body;
};

/** Why what lies under a key now cannot be read; undefined where it can, or where there is nothing. */
export const problemIn = async (store: Store, key: string) => {
  const stored = await store.get(key);
  const content = stored && contentOf(key, stored.body);
  return content && 'problem' in content ? content.problem : undefined;
};

export const damagedKeys = (findings: readonly { readonly code: string; readonly subject?: string }[] = []) =>
  findings.flatMap(({ code, subject = '' }) => (code === 'store-damaged' ? [subject] : [])).sort();
