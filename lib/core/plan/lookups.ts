import { priceKeyText } from '../budget/service-price.ts';
import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { inWords } from '../model/durations.ts';
import { byText, keepFirst } from '../model/grouping.ts';
import type { PlanKey, PriceKey, Snapshot, UnreadProject } from '../model/model.ts';
import { namesText } from '../model/visible-text.ts';
import { planKeyText } from '../service/floor.ts';

/** Something that a plan must read from the platform first. */
export type Lookup =
  | ({ readonly kind: 'plan-disk' } & PlanKey)
  | ({ readonly kind: 'price' } & PriceKey)
  /** Disk usage of a service over the last month, at its present disk size. */
  | { readonly kind: 'usage'; readonly project: string; readonly service: string; readonly diskMb: number }
  /** The event log of a project, which may name the actor of a manual change. */
  | { readonly kind: 'events'; readonly project: string };

/** Subject of a lookup, for people. Two lookups with the same text have the same answer. */
export const lookupText = (lookup: Lookup): string => {
  switch (lookup.kind) {
    case 'plan-disk':
      return `disk size of plan ${planKeyText(lookup.serviceType, lookup.plan)}`;
    case 'price':
      return `price of plan ${priceKeyText(lookup)}`;
    case 'usage':
      return `disk usage of ${lookup.project}/${lookup.service}`;
    case 'events':
      return `event log of ${lookup.project}`;
  }
};

/** What planning must read from the platform before the plan is whole. */
export interface Lookups {
  /**
   * Service plans whose disk size is missing. The plan omits their services, or their findings on reached maximums: read
   * the sizes from the platform and make the plan again.
   */
  readonly needs: readonly PlanKey[];
  /** Missing prices; the same applies. */
  readonly priceNeeds: readonly PriceKey[];
}

interface Projects {
  readonly snapshots: readonly Pick<Snapshot, 'project'>[];
  readonly unread: readonly UnreadProject[];
}

/**
 * Plans and prices are the same in every project, so they are asked for through a project that could be read: a budget must not
 * wait for the others.
 */
const throughReadable = ({ snapshots, unread }: Projects, isRemembered: (project: string) => boolean) => {
  const unreadable = new Set(unread.map(({ project }) => project));
  const isReadable = (project: string) => !isRemembered(project) && !unreadable.has(project);
  const [first] = snapshots
    .map(({ project }) => project)
    .filter(isReadable)
    .sort();
  return <T extends PlanKey>(key: T): T =>
    first === undefined || isReadable(key.project) ? key : { ...key, project: first };
};

/** Each key once, with the first project that has it. */
const distinctKeys = <T extends PlanKey>(keys: readonly T[], textOf: (key: T) => string): T[] => {
  const first = new Map<string, T>();
  for (const key of keys) keepFirst(first, textOf(key), key);
  return [...first].sort(([a], [b]) => byText(a, b)).map(([, key]) => key);
};

/**
 * Lookups on the platform, each once and in a fixed order.
 * @param plans service plans whose disk size to ask for
 * @param prices prices to ask for
 * @param isRemembered whether a project counts with an old record only
 */
export const lookupsOf = (
  input: Projects,
  { plans, prices }: { readonly plans: Iterable<PlanKey>; readonly prices: Iterable<PriceKey> },
  isRemembered: (project: string) => boolean,
): Lookups => {
  const through = throughReadable(input, isRemembered);
  return {
    needs: distinctKeys([...plans].map(through), ({ serviceType, plan }) => planKeyText(serviceType, plan)),
    priceNeeds: distinctKeys([...prices].map(through), priceKeyText),
  };
};

/** An answer of the platform that is older than a day. */
export interface OldLookup {
  /** Subject of the lookup. */
  readonly what: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
}

/** Answers that the message names. */
const mostNamed = 5;

/** The finding about old answers that a plan uses, because an old answer is better than none (scale §3). */
export const oldLookupFindings = (answers: readonly OldLookup[], now: string): Finding[] => {
  if (answers.length === 0) return [];
  const named = answers
    .toSorted((a, b) => byText(a.what, b.what))
    .map(({ what, askedAt }) => `${what} (${inWords(Date.parse(now) - Date.parse(askedAt))} old)`);
  const message = `The platform gave no new answer, so the plan uses an old one: ${namesText(named, mostNamed)}.`;
  return [findingAt(everywhere, 'answers-old', message)];
};
