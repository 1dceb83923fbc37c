import { dayMs, isoInstant, minuteMs } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { StoredLookup } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';

/** Part of a day by which answers expire earlier, each its own part, so that they do not all expire in one pass. */
const spread = 0.25;

/** A number from 0 to 1 that a text determines. */
const fractionOf = (text: string): number => Number.parseInt(sha256(text).slice(0, 8), 16) / 2 ** 32;

/** Age of an answer; one from the future was stored by a clock that was ahead, so it counts as very old. */
const ageOf = ({ askedAt }: StoredLookup<unknown>, nowMs: number): number => {
  const ageMs = nowMs - Date.parse(askedAt);
  return ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs;
};

/** An answer of the platform in the store, of any age; undefined if there is none. */
export const readAnswer = <T>(store: Store, key: string): Promise<StoredLookup<T> | undefined> =>
  readObject<StoredLookup<T>>(store, key);

/** Whether it is time to ask again: after 18 to 24 hours. */
export const isExpired = (key: string, answer: StoredLookup<unknown>, nowMs: number): boolean =>
  ageOf(answer, nowMs) >= dayMs * (1 - spread * fractionOf(`${key} ${answer.askedAt}`));

/** Whether a plan that uses the answer must say so. */
export const isOld = (answer: StoredLookup<unknown>, nowMs: number): boolean => ageOf(answer, nowMs) >= dayMs;

/**
 * Time after which a second denial counts. A 404 may be a mistake of a moment, or speak of a project that was deleted
 * meanwhile. An hourly pass confirms the one before.
 */
const confirmedMs = 30 * minuteMs;

/** Whether the only answer is a denial (404) that no later run has confirmed yet. */
export const isUnconfirmed = ({ answer, deniedAt }: StoredLookup<unknown>): boolean =>
  answer === null && deniedAt !== undefined;

/** What is known after a denial: the first one replaces no answer. */
const denied = <T>(stored: StoredLookup<T | null> | undefined, nowMs: number): StoredLookup<T | null> => {
  const now = isoInstant(nowMs);
  const confirmed = { askedAt: now, answer: null };
  if (stored === undefined) return { ...confirmed, deniedAt: now };
  if (stored.deniedAt === undefined) return stored.answer === null ? confirmed : { ...stored, deniedAt: now };
  const agoMs = nowMs - Date.parse(stored.deniedAt);
  if (agoMs >= confirmedMs) return confirmed;
  // A denial from the future was stored by a clock that was ahead.
  return agoMs < 0 ? { ...stored, deniedAt: now } : stored;
};

/** What is known after an answer; undefined if the platform says that there is no such thing (404). */
export const afterAnswer = <T>(
  stored: StoredLookup<T | null> | undefined,
  answer: T | null | undefined,
  nowMs: number,
): StoredLookup<T | null> => (answer === undefined ? denied(stored, nowMs) : { askedAt: isoInstant(nowMs), answer });

/**
 * Stores the answer of a lookup, unless the store has an answer that is not expired.
 * @param ask answers undefined if the platform says that there is no such thing (404)
 */
export const refresh = async <T>(
  { store, clock }: StorePorts,
  key: string,
  ask: () => Promise<T | null | undefined>,
): Promise<void> => {
  const stored = await readAnswer<T | null>(store, key);
  if (stored !== undefined && !isUnconfirmed(stored) && !isExpired(key, stored, clock.now())) return;
  const next = afterAnswer(stored, await ask(), clock.now());
  if (next !== stored) await writeObject(store, key, next satisfies StoredLookup<T | null>);
};
