import { StoreUnavailable } from '../../contract/errors.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { PutCondition, Store, StoredObject } from '../../ports.ts';
import { putIf } from './conditions.ts';
import { type Content, contentOf, contentOfJson, objectText, readContent, sectionsIn, valueIn } from './content.ts';
import { keyOfSection, keyParts, keys, type Section } from './keys.ts';
import { hasListsApart, jsonWithLists, listsApart, PartDamaged } from './long-lists.ts';
import { containsChanges, jsonAt, recordAt } from './records.ts';
import { sha256 } from './sha256.ts';

/** Receives the finding of a damaged object that counts as absent. */
export type OnAside = (finding: Finding) => void;

/** Content of a stored object, with the lists that are stored apart. */
const contentAt = async <T>(store: Store, key: string, body: string): Promise<Content<T>> => {
  if (!hasListsApart(body)) return contentOf<T>(key, body);
  try {
    return contentOfJson<T>(key, await jsonWithLists(store, key, body), Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof PartDamaged) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: 'it is not JSON' };
    throw error;
  }
};

const ending = /\.[0-9a-f]{12}$/;

const findingOf = (copy: string): Finding => {
  const key = copy.slice(keys.damagedFolder.length).replace(ending, '');
  const { object, section } = keyParts(key);
  const what = section === undefined ? key : `the section ${section} of ${object}`;
  return {
    code: 'store-damaged',
    project: '',
    service: '',
    subject: key,
    message: `${key} in the store could not be read, so Headroom goes on without it. Its text is in ${copy}. Restore from it what you need, delete ${what} if it is still damaged, then delete the copy to end this finding.`,
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

/** Sections of an object that can be read as a whole; undefined for an object without any, and for one that cannot. */
const sectionsOf = (key: string, body: string): Readonly<Record<string, unknown>> | undefined => {
  const { object, section } = keyParts(key);
  const content = section === undefined ? undefined : sectionsIn(object, body);
  return content && 'value' in content ? content.value : undefined;
};

/** What of an object cannot be read: a section alone where its record is whole otherwise. */
const damageAt = (key: string, body: string): { readonly key: string; readonly body: string } => {
  const { object, section } = keyParts(key);
  const sections = sectionsOf(key, body);
  if (section === undefined || sections === undefined) return { key: object, body };
  return { key, body: JSON.stringify(sections[section]) };
};

/** Text of an object in which the value at a key is another one: the object itself, or one section of it. */
const textWith = (key: string, body: string | undefined, value: unknown): string => {
  const { section } = keyParts(key);
  if (section === undefined) return objectText(jsonAt(key, value));
  return objectText({ ...(body !== undefined && sectionsOf(key, body)), [section]: value });
};

const storedAt = (store: Store, key: string): Promise<StoredObject | undefined> => store.get(keyParts(key).object);

/** The value of a stored object; undefined if it is damaged and safe to recreate. */
const wholeOf = async <T>(
  store: Store,
  key: string,
  body: string,
  onAside: OnAside = () => undefined,
): Promise<T | undefined> => {
  const content = await contentAt<T>(store, key, body);
  if ('value' in content) return content.value;
  const { whenDamaged } = recordAt(key);
  if (whenDamaged === 'stop') return valueIn(key, content);
  if (whenDamaged === 'ask-again') return undefined;
  const damage = damageAt(key, body);
  onAside(await keepDamaged(store, damage.key, damage.body));
  return undefined;
};

/**
 * Reads an object that Headroom wrote; undefined if there is none, or if it is damaged and safe to recreate
 * (`WhenDamaged`).
 * @throws StoreDamaged with the object and a remedy if it is unsafe to continue without it
 */
export const readObject = async <T>(store: Store, key: string, onAside?: OnAside): Promise<T | undefined> => {
  const stored = await storedAt(store, key);
  return stored === undefined ? undefined : wholeOf(store, key, stored.body, onAside);
};

/** A record of a project that was read: gives its sections, as `readObject` does. */
export type OpenRecord = <T>(section: Section) => Promise<T | undefined>;

const sectionsFrom =
  (store: Store, key: string, body: string | undefined, onAside?: OnAside): OpenRecord =>
  async (section) =>
    body === undefined ? undefined : wholeOf(store, keyOfSection(key, section), body, onAside);

/** Reads an object once for several of its sections; gives them as `readObject` does. */
export const openSections = async (store: Store, key: string, onAside: OnAside): Promise<OpenRecord> =>
  sectionsFrom(store, key, (await store.get(key))?.body, onAside);

/** Reads the record of a project once for several of its sections. */
export const openRecord = async (store: Store, project: string): Promise<OpenRecord> => {
  const key = keys.projectRecord(project);
  return sectionsFrom(store, key, (await store.get(key))?.body);
};

/** Reads an optional object; undefined if it is missing or damaged. */
export const readIfWhole = async <T>(store: Store, key: string): Promise<T | undefined> => {
  const stored = await storedAt(store, key);
  const content = stored && (await contentAt<T>(store, key, stored.body));
  return content && 'value' in content ? content.value : undefined;
};

const missing = (key: string) => new Error(`the store has no ${key}; it may have been deleted during the run`);

/** Reads an object that an earlier task of the same run must have written. @throws StoreDamaged */
export const needObject = async <T>(store: Store, key: string): Promise<T> => {
  const object = await readObject<T>(store, key);
  if (object === undefined) throw missing(key);
  return object;
};

/** Text of an object that is about to be stored; stores long lists of it in parts. */
const textToStore = async (store: Store, key: string, value: unknown): Promise<string> => {
  if (!containsChanges(key)) return objectText(value);
  const lists = listsApart(key);
  const text = objectText(jsonAt(key, value), lists.replace);
  await lists.store(store);
  return text;
};

/** Writes an object, long lists of it in parts; or a section of one, beside what other tasks write in the others. */
export const writeObject = async (store: Store, key: string, value: unknown): Promise<void> => {
  if (keyParts(key).section !== undefined) return updateObject(store, key, () => value as object, true);
  await store.put(key, await textToStore(store, key, value));
};

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
  readonly body: string | undefined;
  readonly isDamaged: boolean;
}

const findVersioned = async <T>(store: Store, key: string): Promise<Found<T>> => {
  const stored = await storedAt(store, key);
  const content = stored && contentOf<T>(key, stored.body);
  const found = { condition: replacing(stored), body: stored?.body };
  return content && 'value' in content
    ? { ...found, value: content.value, isDamaged: false }
    : { ...found, value: undefined, isDamaged: stored !== undefined };
};

/** Before a damaged object is replaced: its text is kept if it is begun anew. @throws StoreDamaged if it is not safe to recreate */
const beforeReplacing = async (store: Store, key: string, body: string, isReplaceable: boolean): Promise<void> => {
  const damage = damageAt(key, body);
  const { whenDamaged } = recordAt(damage.key);
  if (whenDamaged === 'stop' && !isReplaceable) readContent(key, body);
  if (whenDamaged === 'begin-anew') await keepDamaged(store, damage.key, damage.body);
};

/**
 * Changes an object that tasks of several runs write at the same time; no change is lost. The text of a damaged
 * object that is begun anew is kept first.
 * @param change the new value, or undefined to leave the object as it is; called again after a conflict
 * @param isReplaceable whether the value does not depend on the one before, so that it may replace a damaged one
 * @throws StoreDamaged instead of replacing a damaged object that is not safe to recreate; StoreUnavailable if the store
 *   rejects every change
 */
export const updateObject = async <T extends object>(
  store: Store,
  key: string,
  change: (value: T | undefined) => T | undefined,
  isReplaceable = false,
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { value, condition, body, isDamaged } = await findVersioned<T>(store, key);
    const changed = change(value);
    if (changed === undefined) return;
    if (body !== undefined && isDamaged) await beforeReplacing(store, key, body, isReplaceable);
    if (await putIf(store, keyParts(key).object, textWith(key, body, changed), condition)) return;
  }
  throw new StoreUnavailable(
    `the store rejects every change of ${key}; check the permissions and locks of that object`,
  );
};
