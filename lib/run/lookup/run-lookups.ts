import { type Lookup, lookupText } from '../../core/plan/lookups.ts';
import type { ProjectEvent, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject, writeObject } from '../store/objects.ts';
import type { RunLookups, RunObject } from '../store/run-objects.ts';

/** Lookups that a run has made. */
export interface DoneLookups {
  readonly runId: string;
  /** Whether it asks no more: what the store has is the answer, also if it has none. */
  readonly has: (lookup: Lookup) => boolean;
  /** Services that it measured. */
  readonly measured: number;
  /** Whether it asks again for expired answers. */
  readonly refreshes: boolean;
}

/**
 * Rounds of lookups of one run: sizes and prices come first, then what depends on them, then event logs; one is left for
 * lookups that follow from answers.
 */
const mostRounds = 4;

/** @param lookups of the earlier rounds; no round repeats a lookup */
export const doneLookups = (
  run: Pick<DoneLookups, 'runId' | 'refreshes'>,
  { rounds, lookups }: { readonly rounds: number; readonly lookups: readonly Lookup[] },
): DoneLookups => {
  const texts = new Set(lookups.map(lookupText));
  return {
    ...run,
    has: (lookup) => rounds >= mostRounds || texts.has(lookupText(lookup)),
    measured: lookups.filter(({ kind }) => kind === 'usage').length,
  };
};

const none: RunLookups = { rounds: 0, open: [], asked: [] };

const readLookups = async (store: Store, runId: string): Promise<RunLookups> =>
  (await readObject<RunLookups>(store, keys.questions(runId))) ?? none;

/** Lookups that a run has made. The run of an event is in a hurry: it looks up only what the store does not have. */
export const readDoneLookups = async (store: Store, { runId, trigger }: RunObject): Promise<DoneLookups> => {
  const { rounds, asked } = await readLookups(store, runId);
  return doneLookups({ runId, refreshes: trigger.kind !== 'event' }, { rounds, lookups: asked });
};

/** Stores the next round of a run's lookups. A repeated attempt stores the same round. */
export const storeLookups = async (store: Store, runId: string, open: readonly Lookup[]): Promise<void> => {
  const before = await readLookups(store, runId);
  const rounds = before.open.length > 0 ? before.rounds : before.rounds + 1;
  await writeObject(store, keys.questions(runId), { ...before, rounds, open } satisfies RunLookups);
};

/** Event logs of projects, newest first, that a run has asked for. */
export const eventLogs = async (store: Store, runId: string): Promise<NonNullable<RunLookups['events']>> =>
  (await readLookups(store, runId)).events ?? {};

/** Stores the event log of a project for the run. */
export const noteEventLog = (
  store: Store,
  runId: string,
  project: string,
  log: readonly ProjectEvent[],
): Promise<void> =>
  updateObject<RunLookups>(store, keys.questions(runId), (stored = none) => ({
    ...stored,
    events: { ...stored.events, [project]: log },
  }));

/** Open lookups of a run. */
export const openLookups = async (store: Store, runId: string): Promise<readonly Lookup[]> =>
  (await readLookups(store, runId)).open;

/** Records which lookups a run need not make any more. */
export const noteDoneLookups = async (store: Store, runId: string, lookups: readonly Lookup[]): Promise<void> => {
  if (lookups.length === 0) return;
  const texts = new Set(lookups.map(lookupText));
  await updateObject<RunLookups>(store, keys.questions(runId), (stored = none) => {
    const asked = new Set(stored.asked.map(lookupText));
    return {
      ...stored,
      open: stored.open.filter((lookup) => !texts.has(lookupText(lookup))),
      asked: [...stored.asked, ...lookups.filter((lookup) => !asked.has(lookupText(lookup)))],
    };
  });
};
