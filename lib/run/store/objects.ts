import type { Finding } from '../../core/model/decision.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { contentOf, objectText, readContent } from './content.ts';
import { moveAside } from './damage.ts';
import { getStored } from './former-objects.ts';
import { keys } from './keys.ts';
import { jsonAt, recordAt } from './records.ts';

/** Receives the finding of an object that was moved aside. */
export type OnAside = (finding: Finding) => void;

/**
 * Reads an object that Headroom wrote; undefined if there is none, or if it is damaged and safe to recreate
 * (`WhenDamaged`).
 * @throws StoreDamaged with the object and a remedy if it is unsafe to continue without it
 */
export const readObject = async <T>(
  store: Store,
  key: string,
  onAside: OnAside = () => undefined,
): Promise<T | undefined> => {
  const stored = await getStored(store, key);
  if (stored === undefined) return undefined;
  const content = contentOf<T>(key, stored.body);
  if ('value' in content) return content.value;
  const { whenDamaged } = recordAt(key);
  if (whenDamaged === 'stop') return readContent(key, stored.body);
  if (whenDamaged === 'begin-anew') onAside(await moveAside(store, key, stored.body));
  return undefined;
};

/** Reads an optional object; undefined if it is missing or damaged. */
export const readIfWhole = async <T>(store: Store, key: string): Promise<T | undefined> => {
  const stored = await getStored(store, key);
  const content = stored && contentOf<T>(key, stored.body);
  return content && 'value' in content ? content.value : undefined;
};

/** Reads an object that an earlier task of the same run must have written. @throws StoreDamaged */
export const needObject = async <T>(store: Store, key: string): Promise<T> => {
  const object = await readObject<T>(store, key);
  if (object === undefined) throw new Error(`the store has no ${key}; it may have been deleted during the run`);
  return object;
};

export const writeObject = (store: Store, key: string, value: unknown): Promise<void> =>
  store.put(key, objectText(jsonAt(key, value)));

/** A project by its index in the run's list. */
export const projectAt = async (store: Store, runId: string, place: number): Promise<ProjectFacts> => {
  const project = (await needObject<readonly ProjectFacts[]>(store, keys.projects(runId)))[place];
  if (project === undefined) throw new Error(`run ${runId} has no project number ${place}`);
  return project;
};
