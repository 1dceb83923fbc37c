import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import type { Store } from '../../../lib/ports.ts';
import { keyOfSection, keys } from '../../../lib/run/store/keys.ts';
import { readIfWhole } from '../../../lib/run/store/objects.ts';
import type { Refusal } from '../../../lib/run/store/schemas/memory.ts';
import { passMs, type SeenLife } from './lived-passes.ts';

/** How long Headroom goes by a refusal. */
const rememberedMs = 7 * dayMs;

/** By then every pass that asks again has done so: an older refusal is of a service that policy does not enable. */
const askedAgainMs = 8 * dayMs;

/** How far the moment is known at which Headroom looked something up: the pass before, by a clock that may be wrong. */
const wrongMs = 10 * hourMs;

export const bodyOf = async (store: Store, key: string): Promise<string> => (await store.get(key))?.body ?? '';

/** Whether a later pass must confirm that the platform has no price or no plan. */
const isDoubtful = async (store: Store, nowMs: number): Promise<boolean> => {
  for (const key of await store.list(keys.lookups)) {
    const { deniedAt } = JSON.parse(await bodyOf(store, key)) as { deniedAt?: string };
    if (deniedAt !== undefined && nowMs - Date.parse(deniedAt) < dayMs) return true;
  }
  return false;
};

/** Whether the platform's answer that it does not offer the autoscaler is so old that the pass asks again. */
const isForgotten = async (store: Store, nowMs: number): Promise<boolean> => {
  for (const key of await store.list(keys.projectRecords)) {
    const refusals = await readIfWhole<readonly Refusal[]>(store, keyOfSection(key, 'refusals'));
    for (const { notOffered } of refusals ?? []) {
      const ageMs = nowMs - Date.parse(notOffered?.at ?? '');
      if (ageMs < 0 || (ageMs > rememberedMs - passMs && ageMs < askedAgainMs)) return true;
    }
  }
  return false;
};

/** Says before each pass whether Headroom asks again in it what the platform has answered before. */
export const createAskedAgain = ({ time, store, lies }: SeenLife): (() => Promise<boolean>) => {
  /** After two wrong answers of the platform, Headroom assumes for a day that a plan has no price or no size. */
  let denied = 0;
  let deniedMs = Number.NEGATIVE_INFINITY;
  const looksUpAgain = (): boolean => {
    if (lies() > denied) deniedMs = time.now();
    denied = lies();
    const agoMs = time.now() - deniedMs;
    return agoMs >= dayMs - wrongMs && agoMs <= dayMs + wrongMs;
  };
  return async () => looksUpAgain() || (await isDoubtful(store, time.now())) || (await isForgotten(store, time.now()));
};
