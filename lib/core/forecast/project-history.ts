import { dayMs } from '../model/durations.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { Emptied } from '../service/emptied-lists.ts';
import type { Sample } from './growth.ts';

/** A day and a number of MB. */
type DayMb = readonly [day: number, mb: number];

/** What is kept of one service. */
export interface ServiceHistory {
  readonly name: string;
  /** Last day on which the service was seen. */
  readonly lastDay: number;
  /** Provisioned disk, and the day on which it was first seen so large: sizes change rarely. */
  readonly provisioned: readonly DayMb[];
  /** Used disk, a sample a day; only of services that were measured. */
  readonly used: readonly DayMb[];
  /** Last day on which the platform was asked for what is used; null when it never was. */
  readonly measuredDay: number | null;
}

/** Sizes of a project's services, one sample a day. Days are days since 1970, UTC. */
export interface ProjectHistory {
  /** Days on which the project was looked at, in order. */
  readonly days: readonly number[];
  readonly services: readonly ServiceHistory[];
  /** Lists of the project that came back empty when it was looked at last; absent where none did. */
  readonly emptied?: Emptied;
}

export const emptyHistory: ProjectHistory = { days: [], services: [] };

/** Days with a sample that are kept, counted and not measured, so that one day of a clock far ahead drops no other. */
const keptDays = 120;

/** The day of a moment. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

/** Provisioned disk as listed; null when the platform does not say. */
interface Listed {
  readonly name: string;
  readonly diskMb: number | null;
}

const withoutOld = (service: ServiceHistory, firstDay: number): ServiceHistory => {
  const newer = service.provisioned.findIndex(([day]) => day > firstDay);
  const from = (newer === -1 ? service.provisioned.length : newer) - 1;
  const provisioned = service.provisioned.slice(Math.max(0, from));
  const used = service.used.filter(([day]) => day >= firstDay);
  return { ...service, provisioned: provisioned.map(([day, mb]) => [Math.max(day, firstDay), mb]), used };
};

const upTo =
  (day: number) =>
  (service: ServiceHistory): ServiceHistory => {
    const isPast = ([on]: DayMb) => on <= day;
    const { provisioned, used, lastDay, measuredDay } = service;
    return {
      ...service,
      lastDay: Math.min(lastDay, day),
      provisioned: provisioned.filter(isPast),
      used: used.filter(isPast),
      measuredDay: measuredDay !== null && measuredDay > day ? null : measuredDay,
    };
  };

/** Without days that are still to come: they were noted while the clock was ahead. The very same history without any. */
const withoutFuture = (history: ProjectHistory, day: number): ProjectHistory => {
  const { days, services } = history;
  if ((days.at(-1) ?? day) <= day) return history;
  return {
    ...history,
    days: days.filter((on) => on <= day),
    services: services.map(upTo(day)).filter(({ provisioned }) => provisioned.length > 0),
  };
};

/** A disk never shrinks (spec.md §1.2), so a smaller one is another service of that name, or another plan. */
const withSize = (
  known: ServiceHistory | undefined,
  { name, diskMb }: Listed,
  day: number,
): ServiceHistory | undefined => {
  if (diskMb === null) return known;
  const last = known?.provisioned.at(-1)?.[1];
  if (known === undefined || last === undefined || diskMb < last) {
    return { name, lastDay: day, provisioned: [[day, diskMb]], used: [], measuredDay: null };
  }
  return {
    ...known,
    lastDay: day,
    provisioned: diskMb === last ? known.provisioned : [...known.provisioned, [day, diskMb]],
  };
};

/**
 * Adds what is provisioned today. Samples before the latest 120 days with one are dropped, and so are days that are still
 * to come, and services that are not listed any more: one of that name that comes later is another, and what the first
 * one did says nothing of it.
 * @returns the very same history when it has this day already, and no later one
 */
export const withDay = (history: ProjectHistory, day: number, listed: readonly Listed[]): ProjectHistory => {
  const past = withoutFuture(history, day);
  if (past.days.at(-1) === day) return past;
  const days = [...past.days, day].slice(-keptDays);
  const firstDay = days[0] ?? day;
  const known = new Map(past.services.map((service) => [service.name, service]));
  const services = listed
    .flatMap((service) => withSize(known.get(service.name), service, day) ?? [])
    .filter(({ lastDay }) => lastDay >= firstDay)
    .map((service) => withoutOld(service, firstDay));
  return { ...past, days, services };
};

/** Notes whether lists came back empty. @returns the very same history when that is noted already */
export const withEmptied = (history: ProjectHistory, emptied: Emptied | null): ProjectHistory => {
  if (emptied === (history.emptied ?? null)) return history;
  const { emptied: _, ...rest } = history;
  return emptied === null ? rest : { ...rest, emptied };
};

/** Tells of each day that was looked at what was provisioned, in order. */
const eachProvisioned = (
  days: readonly number[],
  { provisioned, lastDay }: ServiceHistory,
  tell: (day: number, mb: number) => void,
): void => {
  let change = -1;
  let next = provisioned[0]?.[0] ?? Number.POSITIVE_INFINITY;
  for (const day of days) {
    while (next <= day) {
      change += 1;
      next = provisioned[change + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    }
    if (change >= 0 && day <= lastDay) tell(day, provisioned[change]?.[1] ?? 0);
  }
};

/** What was provisioned of a service, a sample for each day on which it was seen. */
export const provisionedSamples = (days: readonly number[], service: ServiceHistory): Sample[] => {
  const samples: Sample[] = [];
  eachProvisioned(days, service, (day, mb) => samples.push({ day, gb: mb / mbPerGb }));
  return samples;
};

/** What a service used, a sample for each day that is known. */
export const usedSamples = ({ used }: ServiceHistory): Sample[] => used.map(([day, mb]) => ({ day, gb: mb / mbPerGb }));

/** One reading of how full a disk was. */
interface Fullness {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  readonly percent: number;
}

/**
 * Adds what a service used: the last reading of each day, as a share of the disk of that day. A day whose disk was not
 * the same on the next one is left out, because nobody knows what the share was of.
 * @param day today; of today the disk is `diskMb`
 */
export const withReadings = (
  days: readonly number[],
  service: ServiceHistory,
  readings: readonly Fullness[],
  { day, diskMb }: { readonly day: number; readonly diskMb: number },
): ServiceHistory => {
  const sizes = new Map<number, number>();
  eachProvisioned(days, service, (on, mb) => sizes.set(on, mb));
  const lastOf = new Map(readings.map(({ timeMs, percent }) => [dayOf(timeMs), percent]));
  const used = new Map(service.used);
  for (const [read, percent] of lastOf) {
    const size = read === day ? diskMb : sizes.get(read);
    const isClear = read === day || (read + 1 === day ? diskMb : sizes.get(read + 1)) === size;
    if (size !== undefined && isClear && read <= day) used.set(read, Math.round((size * percent) / 100));
  }
  return { ...service, used: [...used].sort(([a], [b]) => a - b), measuredDay: day };
};
