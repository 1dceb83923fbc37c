import { StoreUnavailable } from '../../contract/errors.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import type { PutCondition, Store, StoredObject } from '../../ports.ts';
import { putIf } from './conditions.ts';
import { type Content, contentOf, contentOfJson, headOf, objectText, readContent, valueIn } from './content.ts';
import { keys } from './keys.ts';
import { hasListsApart, PartDamaged, withLists, withListsApart } from './long-lists.ts';
import { jsonAt, recordAt } from './records.ts';
import { sha256 } from './sha256.ts';

/** Receives the finding of a damaged object that counts as absent. */
export type OnAside = (finding: Finding) => void;

/** Content of a stored object, with the lists that are stored apart. */
const contentAt = async <T>(store: Store, key: string, body: string): Promise<Content<T>> => {
  if (!hasListsApart(key, body)) return contentOf<T>(key, body);
  try {
    return contentOfJson<T>(key, await withLists(store, JSON.parse(body)), Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof PartDamaged) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: 'it is not JSON' };
    throw error;
  }
};

const ending = /\.[0-9a-f]{12}$/;

const findingOf = (copy: string): Finding => {
  const key = copy.slice(keys.damagedFolder.length).replace(ending, '');
  return {
    code: 'store-damaged',
    project: '',
    service: '',
    subject: key,
    message: `${key} in the store could not be read, so Headroom goes on without it. Its text is in ${copy}. Restore from it what you need, delete ${key} if 'headroom store verify' still names it, then delete the copy to end this finding.`,
  };
};

/** Keeps the text of a damaged object, which the next writer replaces. @returns the finding that reports it */
const keepDamaged = async (store: Store, key: string, body: string): Promise<Finding> => {
  const copy = keys.damaged(key, sha256(body).slice(0, 12));
  await putIf(store, copy, body, { ifAbsent: true });
  return findingOf(copy);
};

/** One finding per damaged object whose text is kept. */
export const damageFindings = async (store: Store): Promise<Finding[]> =>
  (await store.list(keys.damagedFolder)).map(findingOf);

/** The value of a stored object; undefined if it is damaged and safe to recreate. */
const wholeOf = async <T>(store: Store, key: string, body: string, onAside: OnAside): Promise<T | undefined> => {
  const content = await contentAt<T>(store, key, body);
  if ('value' in content) return content.value;
  const { whenDamaged } = recordAt(key);
  if (whenDamaged === 'stop') return valueIn(key, content);
  if (whenDamaged === 'ask-again') return undefined;
  onAside(await keepDamaged(store, key, body));
  return undefined;
};

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
  const stored = await store.get(key);
  return stored === undefined ? undefined : wholeOf(store, key, stored.body, onAside);
};

/** Reads an optional object; undefined if it is missing or damaged. */
export const readIfWhole = async <T>(store: Store, key: string): Promise<T | undefined> => {
  const stored = await store.get(key);
  const content = stored && (await contentAt<T>(store, key, stored.body));
  return content && 'value' in content ? content.value : undefined;
};

/**
 * Reads an object without its lists that are stored in parts: they are empty, and nothing is known of their parts.
 * @throws StoreDamaged if the object itself cannot be read
 */
export const readWithoutLists = async <T>(store: Store, key: string): Promise<T | undefined> => {
  const stored = await store.get(key);
  return stored && valueIn(key, headOf<T>(key, stored.body));
};

const missing = (key: string) => new Error(`the store has no ${key}; it may have been deleted during the run`);

/** Reads an object that an earlier task of the same run must have written. @throws StoreDamaged */
export const needObject = async <T>(store: Store, key: string): Promise<T> => {
  const object = await readObject<T>(store, key);
  if (object === undefined) throw missing(key);
  return object;
};

/** Text of an object that is about to be stored; stores long lists of it in parts. */
export const textToStore = async (store: Store, key: string, value: unknown): Promise<string> =>
  objectText(await withListsApart(store, key, jsonAt(key, value)));

/** Writes an object, long lists of it in parts. */
export const writeObject = async (store: Store, key: string, value: unknown): Promise<void> =>
  store.put(key, await textToStore(store, key, value));

/** Attempts while other tasks change the same object. */
const mostTries = 10;

/** An object and the condition under which a write replaces exactly this version of it. */
interface Versioned<T> {
  /** Undefined if there is none, or if it is damaged. */
  readonly value: T | undefined;
  readonly condition: PutCondition;
}

/** The condition under which a write replaces exactly this version of an object, or creates it where there is none. */
export const replacing = (stored: StoredObject | undefined): PutCondition =>
  stored === undefined ? { ifAbsent: true } : { ifVersion: stored.version };

interface Found<T> extends Versioned<T> {
  /** The text of a damaged object. */
  readonly damaged: string | undefined;
}

const findVersioned = async <T>(store: Store, key: string): Promise<Found<T>> => {
  const stored = await store.get(key);
  const content = stored && contentOf<T>(key, stored.body);
  const condition = replacing(stored);
  return content && 'value' in content
    ? { value: content.value, condition, damaged: undefined }
    : { value: undefined, condition, damaged: stored?.body };
};

/** Reads an object together with the condition for replacing it. */
export const readVersioned = async <T>(store: Store, key: string): Promise<Versioned<T>> => {
  const { value, condition } = await findVersioned<T>(store, key);
  return { value, condition };
};

/**
 * Changes an object that tasks of several runs write at the same time; no change is lost. The text of a damaged
 * object that is begun anew is kept first.
 * @param change the new value, or undefined to leave the object as it is; called again after a conflict
 * @throws StoreDamaged instead of replacing a damaged object that is not safe to recreate; StoreUnavailable if the store
 *   rejects every change
 */
export const updateObject = async <T extends object>(
  store: Store,
  key: string,
  change: (value: T | undefined) => T | undefined,
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { value, condition, damaged } = await findVersioned<T>(store, key);
    const changed = change(value);
    if (changed === undefined) return;
    if (damaged !== undefined) {
      const { whenDamaged } = recordAt(key);
      if (whenDamaged === 'stop') readContent(key, damaged);
      if (whenDamaged === 'begin-anew') await keepDamaged(store, key, damaged);
    }
    if (await putIf(store, key, objectText(jsonAt(key, changed)), condition)) return;
  }
  throw new StoreUnavailable(
    `the store rejects every change of ${key}; check the permissions and locks of that object`,
  );
};

const at = (projects: readonly ProjectFacts[], runId: string, place: number): ProjectFacts => {
  const project = projects[place];
  if (project === undefined) throw new Error(`run ${runId} has no project number ${place}`);
  return project;
};

/** A project by its index in the run's list. */
export const projectAt = async (store: Store, runId: string, place: number): Promise<ProjectFacts> =>
  at(await needObject<readonly ProjectFacts[]>(store, keys.projects(runId)), runId, place);

/** Projects by their indexes in the run's list, with one request. */
export const projectsAt = async (
  store: Store,
  runId: string,
  places: readonly number[],
): Promise<readonly ProjectFacts[]> => {
  const projects = await needObject<readonly ProjectFacts[]>(store, keys.projects(runId));
  return places.map((place) => at(projects, runId, place));
};
