import { dayMs } from '../model/durations.ts';
import { mbPerGb } from '../model/sizes.ts';
import { usedBefore } from './before-first-look.ts';
import { fullPercent } from './disk-fill.ts';
import type { Sample } from './growth.ts';
import { type DiskReading, peakUseMb } from './peak-use.ts';

/** A day and a number of MB. */
type DayMb = readonly [day: number, mb: number];

/** Stored samples of one service. */
export interface ServiceHistory {
  readonly name: string;
  /** Its creation and its plan when it was last listed, which tell it from another one of its name; absent while unknown. */
  readonly createdAt?: string;
  readonly plan?: string;
  /** Last day on which the service was listed. */
  readonly lastDay: number;
  /** Provisioned disk, each size with its first day: sizes change rarely. */
  readonly provisioned: readonly DayMb[];
  /** Used disk, one sample a day; empty for services that were never measured. */
  readonly used: readonly DayMb[];
  /** Last day on which the used disk was queried; null when it never was. */
  readonly measuredDay: number | null;
  /** Largest use within the month before that query, in MB: samples have one time of a day only. Absent while unknown. */
  readonly peakMb?: number;
}

/** Sizes of a project's services, one sample a day. Days count from 1970, UTC. */
export interface ProjectHistory {
  /** Days on which the project was read, in order. */
  readonly days: readonly number[];
  readonly services: readonly ServiceHistory[];
}

export const emptyHistory: ProjectHistory = { days: [], services: [] };

/** Number of days with a sample. It is a count and not a time span, so one sample of a clock far ahead drops no others. */
const storedDays = 120;

/** The day of a time in milliseconds since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

/** A listed service; `diskMb` is null when the platform does not report it. */
interface Listed extends Pick<ServiceHistory, 'name' | 'createdAt' | 'plan'> {
  readonly diskMb: number | null;
}

const withoutOld = (service: ServiceHistory, firstDay: number): ServiceHistory => {
  const newer = service.provisioned.findIndex(([day]) => day > firstDay);
  const from = (newer === -1 ? service.provisioned.length : newer) - 1;
  const provisioned = service.provisioned.slice(Math.max(0, from));
  return { ...service, provisioned: provisioned.map(([day, mb]) => [Math.max(day, firstDay), mb]) };
};

/** Removes days in the future, which were recorded while the clock was ahead. Returns the same object if there are none. */
const withoutFuture = (history: ProjectHistory, day: number): ProjectHistory => {
  const { days, services } = history;
  if ((days.at(-1) ?? day) <= day) return history;
  const isPast = ([on]: DayMb) => on <= day;
  const upToDay = services.map((service) => ({
    ...service,
    lastDay: Math.min(service.lastDay, day),
    provisioned: service.provisioned.filter(isPast),
    used: service.used.filter(isPast),
    measuredDay: (service.measuredDay ?? 0) > day ? null : service.measuredDay,
  }));
  return {
    ...history,
    days: days.filter((on) => on <= day),
    services: upToDay.filter(({ provisioned }) => provisioned.length > 0),
  };
};

/**
 * Whether a listed service is another one of the same name: by its creation, or where that is unknown by a smaller disk with
 * another plan. A smaller disk alone is one from which a person removed storage (pf 2.15).
 */
const isAnother = (stored: ServiceHistory, { createdAt, plan, diskMb }: Listed): boolean => {
  if (stored.createdAt !== undefined && createdAt !== undefined) return stored.createdAt !== createdAt;
  const lastMb = stored.provisioned.at(-1)?.[1];
  const isSmaller = lastMb !== undefined && diskMb !== null && diskMb < lastMb;
  return isSmaller && stored.plan !== undefined && plan !== undefined && stored.plan !== plan;
};

const withSize = (stored: ServiceHistory | undefined, listed: Listed, day: number): ServiceHistory | undefined => {
  const { name, diskMb, createdAt, plan } = listed;
  if (diskMb === null) return stored;
  const identity = { ...(createdAt !== undefined && { createdAt }), ...(plan !== undefined && { plan }) };
  const last = stored?.provisioned.at(-1)?.[1];
  if (stored === undefined || last === undefined || isAnother(stored, listed)) {
    return { name, ...identity, lastDay: day, provisioned: [[day, diskMb]], used: [], measuredDay: null };
  }
  return {
    ...stored,
    ...identity,
    lastDay: day,
    provisioned: diskMb === last ? stored.provisioned : [...stored.provisioned, [day, diskMb]],
  };
};

/**
 * Adds the provisioned disks of a day. It drops samples before the latest 120 days, days in the future, and services that
 * are no longer listed: a later service of that name is a different one.
 * @returns the same object when the history already has this day and no later one
 */
export const withDay = (history: ProjectHistory, day: number, listed: readonly Listed[]): ProjectHistory => {
  const past = withoutFuture(history, day);
  if (past.days.at(-1) === day) return past;
  const days = [...past.days, day].slice(-storedDays);
  const firstDay = days[0] ?? day;
  const stored = new Map(past.services.map((service) => [service.name, service]));
  const services = listed
    .flatMap((service) => withSize(stored.get(service.name), service, day) ?? [])
    .filter(({ lastDay }) => lastDay >= firstDay)
    .map((service) => withoutOld(service, firstDay));
  return { ...past, days, services };
};

/** Calls `visit` with the provisioned MB of each recorded day, in order. */
const eachProvisioned = (
  days: readonly number[],
  { provisioned, lastDay }: ServiceHistory,
  visit: (day: number, mb: number) => void,
): void => {
  let change = -1;
  let next = provisioned[0]?.[0] ?? Number.POSITIVE_INFINITY;
  for (const day of days) {
    while (next <= day) {
      change += 1;
      next = provisioned[change + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    }
    if (change >= 0 && day <= lastDay) visit(day, provisioned[change]?.[1] ?? 0);
  }
};

/** Provisioned disk of a service, one sample for each day on which it was listed. */
export const provisionedSamples = (days: readonly number[], service: ServiceHistory): Sample[] => {
  const samples: Sample[] = [];
  eachProvisioned(days, service, (day, mb) => samples.push({ day, gb: mb / mbPerGb }));
  return samples;
};

/** As `provisionedSamples`, since the disk was last made smaller: a size that a person took back says nothing of growth. */
export const samplesSinceShrink = (days: readonly number[], service: ServiceHistory): Sample[] => {
  const { provisioned } = service;
  const shrunk = provisioned.findLastIndex(([, mb], index) => mb < (provisioned[index - 1]?.[1] ?? 0));
  const since = shrunk === -1 ? service : { ...service, provisioned: provisioned.slice(shrunk) };
  return provisionedSamples(days, since);
};

/** Used disk of a service, one sample for each measured day. */
export const usedSamples = (days: readonly number[], service: ServiceHistory): Sample[] => {
  const sizes = new Map<number, number>();
  eachProvisioned(days, service, (day, mb) => sizes.set(day, mb));
  // Metrics reach back further than the listed sizes, which only grow by themselves.
  const [[, firstMb] = [0, Number.POSITIVE_INFINITY]] = service.provisioned;
  return service.used.map(([day, mb]) => {
    const isFull = 100 * mb >= fullPercent * (sizes.get(day) ?? firstMb);
    return { day, gb: mb / mbPerGb, ...(isFull && { isFull }) };
  });
};

/** Age in days up to which an earlier reading shows the size that one of today belongs to. */
const comparableDays = 3;

/**
 * Used MB by the last reading of today. It may be hours old: if the disk grew since an earlier look, it belongs to the size
 * that gives the smaller step from the reading before. Undefined without a recent one, because the size is then unknown.
 */
const usedToday = (
  lastOf: ReadonlyMap<number, number>,
  { day, diskMb }: { readonly day: number; readonly diskMb: number },
  sizes: ReadonlyMap<number, number>,
): number | undefined => {
  const percent = lastOf.get(day);
  if (percent === undefined) return undefined;
  const now = Math.round((diskMb * percent) / 100);
  const looks = [...sizes].filter(([on]) => on <= day).sort(([a], [b]) => b - a);
  const earlierMb = looks.slice(0, 2).find(([, mb]) => mb !== diskMb)?.[1];
  if (earlierMb === undefined) return now;
  const [last] = [...lastOf].filter(([on]) => on < day && day - on <= comparableDays).sort(([a], [b]) => b - a);
  if (last === undefined) return undefined;
  const before = ((sizes.get(last[0]) ?? earlierMb) * last[1]) / 100;
  const earlier = Math.round((earlierMb * percent) / 100);
  return Math.abs(earlier - before) < Math.abs(now - before) ? earlier : now;
};

/**
 * The largest size that a disk can have had on a day: sizes are recorded once a day, so a disk may have changed on the day
 * before or after. The present size counts for every day, because disks grow without a person.
 */
const largestOn =
  (sizes: ReadonlyMap<number, number>, diskMb: number) =>
  (day: number): number =>
    Math.max(diskMb, ...[day - 1, day, day + 1].map((on) => sizes.get(on) ?? 0));

/**
 * Adds the used disk of a service and its peak: the last reading of each day, in percent of the disk of its time. A recorded day is
 * left out if the disk had another size on the next day, because the base of the percentage is then ambiguous. Of more than 120
 * samples the latest are kept, so that the first measurement forecasts from as many as the next day's.
 * @param day today, when the disk has `diskMb`
 */
export const withReadings = (
  days: readonly number[],
  service: ServiceHistory,
  readings: readonly DiskReading[],
  { day, diskMb }: { readonly day: number; readonly diskMb: number },
): ServiceHistory => {
  const sizes = new Map<number, number>();
  eachProvisioned(days, service, (on, mb) => sizes.set(on, mb));
  const lastOf = new Map(readings.map(({ timeMs, percent }) => [dayOf(timeMs), percent]));
  const [first] = service.provisioned;
  const used = new Map([...(first === undefined ? [] : usedBefore(lastOf, first)), ...service.used]);
  for (const [read, percent] of lastOf) {
    const size = sizes.get(read);
    const isClear = (read + 1 === day ? diskMb : sizes.get(read + 1)) === size;
    if (size !== undefined && isClear && read < day) used.set(read, Math.round((size * percent) / 100));
  }
  const usedMb = usedToday(lastOf, { day, diskMb }, sizes);
  if (usedMb !== undefined) used.set(day, usedMb);
  const { peakMb: _, ...rest } = service;
  const peakMb = peakUseMb(readings, day, largestOn(sizes, diskMb));
  return {
    ...rest,
    used: [...used].sort(([a], [b]) => a - b).slice(-storedDays),
    measuredDay: day,
    ...(peakMb !== undefined && { peakMb }),
  };
};
