import {
  answeredPrice,
  type PlatformPrice,
  type PlatformPrices,
  priceKeyText,
} from '../../core/budget/service-price.ts';
import { oncePerText } from '../../core/model/remembering.ts';
import { type Lookup, type Lookups, lookupText, type OldLookup } from '../../core/plan/lookups.ts';
import { planKeyText } from '../../core/service/floor.ts';
import type { PlanSpecification, StorePorts } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import type { StoredLookup } from '../store/run-objects.ts';
import type { DoneLookups } from './run-lookups.ts';
import { isExpired, isOld, isUnconfirmed, readAnswer } from './stored-answer.ts';

/** Disks of service plans in MB, by `planKeyText`, and prices; null if the platform gives none, absent while a lookup is open. */
interface Answers {
  readonly planDiskMb: ReadonlyMap<string, number | null>;
  readonly planCapMb: ReadonlyMap<string, number | null>;
  readonly planStepMb: ReadonlyMap<string, number | null>;
  /** Plans that the platform did not describe when it was asked; the next run asks again. */
  readonly unreadPlans: ReadonlySet<string>;
  readonly prices: PlatformPrices;
}

/** Answers in the store, and the open lookups. */
interface FoundLookups {
  readonly answers: Answers;
  readonly lookups: readonly Lookup[];
  /** Whether some of these have no answer at all yet. */
  readonly isMissing: boolean;
  readonly old: readonly OldLookup[];
}

/** What the store says about a lookup. */
interface Found<T> {
  readonly stored: StoredLookup<T> | undefined;
  readonly isOpen: boolean;
}

/** The answers in a store, each read once: several lookups of a plan share one. */
export interface LookupReader extends Pick<StorePorts, 'clock'> {
  readonly read: <T>(key: string) => Promise<StoredLookup<T> | undefined>;
  /** Whether the platform has given any price. */
  readonly hasPrices: () => Promise<boolean>;
}

/** Opens the answers of a store. It does not see an answer that is stored after it has read the old one. */
export const openLookupReader = ({ store, clock }: StorePorts): LookupReader => {
  const readOnce = oncePerText((key: string) => readAnswer<unknown>(store, key));
  const read = <T>(key: string) => readOnce(key) as Promise<StoredLookup<T> | undefined>;
  const hasPrices = async () => {
    for (const key of await store.list(keys.prices)) {
      if ((await read<string | null>(key))?.answer != null) return true;
    }
    return false;
  };
  return { clock, read, hasPrices };
};

/**
 * The stored answers of lookups about plans. An answer of any age is better than none; an expired one is asked for again.
 * A first denial of a price is no answer yet on a platform that has prices: policy's own price might be too low.
 */
export const storedLookups = async (
  { clock, read, hasPrices }: LookupReader,
  { needs, priceNeeds }: Lookups,
  done: DoneLookups,
): Promise<FoundLookups> => {
  const planDiskMb = new Map<string, number | null>();
  const planCapMb = new Map<string, number | null>();
  const planStepMb = new Map<string, number | null>();
  const unreadPlans = new Set<string>();
  const prices = new Map<string, PlatformPrice>();
  const unconfirmed: string[] = [];
  const open = new Set<Lookup>();
  const old: OldLookup[] = [];
  let isMissing = false;

  const find = async <T>(lookup: Lookup, key: string): Promise<Found<T>> => {
    const nowMs = clock.now();
    const stored = await read<T>(key);
    const isLacking = stored === undefined || isUnconfirmed(stored);
    const isWanted = isLacking || (done.refreshes && isExpired(key, stored, nowMs));
    const isOpen = isWanted && !done.has(lookup);
    if (isOpen) open.add(lookup);
    if (isOpen && stored === undefined) isMissing = true;
    if (stored !== undefined && isOld(stored, nowMs)) old.push({ what: lookupText(lookup), askedAt: stored.askedAt });
    return { stored, isOpen };
  };

  const plans = needs.map((need) => ({ kind: 'plan-disk', ...need }) as const);
  const priced = priceNeeds.map((need) => ({ kind: 'price', ...need }) as const);
  await inBatches(plans, async (lookup) => {
    const { serviceType, plan } = lookup;
    const name = planKeyText(serviceType, plan);
    const { stored, isOpen } = await find<PlanSpecification | null>(lookup, keys.planDisk(serviceType, plan));
    if (stored === undefined && isOpen) return;
    if (stored === undefined) unreadPlans.add(name);
    planDiskMb.set(name, stored?.answer?.diskMb ?? null);
    planCapMb.set(name, stored?.answer?.capMb ?? null);
    planStepMb.set(name, stored?.answer?.stepMb ?? null);
  });
  await inBatches(priced, async (lookup) => {
    const { serviceType, plan, cloud } = lookup;
    const { stored, isOpen } = await find<string | null>(lookup, keys.price(serviceType, plan, cloud));
    if (stored === undefined && isOpen) return;
    prices.set(priceKeyText(lookup), stored === undefined ? { kind: 'unread' } : answeredPrice(stored.answer));
    if (stored !== undefined && isUnconfirmed(stored)) unconfirmed.push(priceKeyText(lookup));
  });
  if (unconfirmed.length > 0 && (await hasPrices())) {
    for (const name of unconfirmed) prices.set(name, { kind: 'denied-once' });
  }
  const lookups = [...plans, ...priced].filter((lookup) => open.has(lookup));
  return { answers: { planDiskMb, planCapMb, planStepMb, unreadPlans, prices }, lookups, isMissing, old };
};
