import { PlatformError, PlatformThrottled, PlatformUnauthorized, PlatformUnavailable } from '../../contract/errors.ts';
import type { DiskReading } from '../../core/forecast/peak-use.ts';
import { dayOf, type ProjectHistory, withReadings } from '../../core/forecast/project-history.ts';
import { groupBy } from '../../core/model/grouping.ts';
import type { Lookup } from '../../core/plan/lookups.ts';
import type { Period, Platform, PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';
import { type DoneLookups, doneLookups, noteEventLog } from './run-lookups.ts';
import { refresh } from './stored-answer.ts';

export type UsageLookup = Lookup & { readonly kind: 'usage' };
type OtherLookup = Exclude<Lookup, UsageLookup>;

/** The value, or the error of the platform. @throws PlatformUnauthorized, because no other call would succeed either */
const orError = async <T>(call: Promise<T>): Promise<{ readonly value: T } | { readonly error: PlatformError }> => {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return { error };
    throw error;
  }
};

/** The first time a service is measured, its metrics of a year make up for the history that Headroom does not have yet. */
const periodsFor = (measuredDay: number | null): readonly Period[] =>
  measuredDay === null ? ['year', 'month'] : ['month'];

/** The percentages that the platform gave of a disk, dated by this clock, and why some may be missing. */
export const readUse = async (
  { platform, clock }: Pick<PlatformPorts, 'platform' | 'clock'>,
  { project, service }: UsageLookup,
  measuredDay: number | null,
) => {
  const readings: DiskReading[] = [];
  let failure: PlatformError | undefined;
  for (const period of periodsFor(measuredDay)) {
    const answered = await orError(platform.diskUsage(project, service, period));
    if ('error' in answered) failure = answered.error;
    else readings.push(...answered.value);
  }
  // The platform's clock dates readings, and it may differ from this one by any amount: their age is what counts.
  const answeredAt = platform.lastAnswerAt();
  const aheadMs = answeredAt === null ? 0 : clock.now() - Date.parse(answeredAt);
  const dated = readings
    .map(({ timeMs, percent }) => ({ timeMs: timeMs + aheadMs, percent }))
    .sort((a, b) => a.timeMs - b.timeMs);
  return { dated, failure };
};

interface Attempts {
  /** Makes one lookup unless the platform is away. @param ask answers why there is no answer; undefined if there is one */
  readonly attempt: (lookup: Lookup, ask: () => Promise<PlatformError | undefined>) => Promise<void>;
  /** Notes that the run need not repeat what was attempted so far, because the answers are stored. */
  readonly note: () => void;
}

/**
 * Stores the disk readings of services in the history of their project, beside what other runs note there: one call for each
 * service, two the first time. A service without a history is skipped. The attempt is recorded also if the platform gives
 * no readings, so that the service does not displace others all day. What was read before an error is stored too.
 */
const measure = async (
  ports: PlatformPorts,
  project: string,
  lookups: readonly UsageLookup[],
  { attempt, note }: Attempts,
): Promise<void> => {
  const { store, clock } = ports;
  const day = dayOf(clock.now());
  const key = keys.history(project);
  const history = await readIfWhole<ProjectHistory>(store, key);
  const before = new Map(history?.services.map((service) => [service.name, service]));
  const measured = new Map<string, { readonly dated: readonly DiskReading[]; readonly diskMb: number }>();
  try {
    for (const lookup of lookups) {
      const { service, diskMb } = lookup;
      await attempt(lookup, async () => {
        const stored = before.get(service);
        if (stored === undefined || stored.measuredDay === day) return undefined;
        const { dated, failure } = await readUse(ports, lookup, stored.measuredDay);
        measured.set(service, { dated, diskMb });
        return failure;
      });
    }
  } finally {
    if (measured.size > 0) {
      await updateObject<ProjectHistory>(store, key, (stored) => {
        const services = stored?.services.map((service) => {
          const { dated, diskMb } = measured.get(service.name) ?? {};
          return dated === undefined || diskMb === undefined
            ? service
            : withReadings(stored.days, service, dated, { day, diskMb });
        });
        return stored && services && { ...stored, services };
      });
    }
    note();
  }
};

/** Current disk usage of a service in percent, by the newest reading; null without readings. */
export const usedPercentNow = async (platform: Platform, project: string, service: string): Promise<number | null> => {
  const answer = await orError(platform.diskUsage(project, service, 'hour'));
  return 'error' in answer ? null : (answer.value.at(-1)?.percent ?? null);
};

/** Stores the answer to a lookup that is not about usage. */
const answer = async (ports: PlatformPorts, runId: string, lookup: OtherLookup): Promise<void> => {
  const { platform, store } = ports;
  const { project } = lookup;
  if (lookup.kind === 'events') {
    return noteEventLog(store, runId, project, await platform.listEvents(project));
  }
  const { serviceType, plan } = lookup;
  if (lookup.kind === 'plan-disk') {
    const ask = () => platform.planSpecification(project, serviceType, plan);
    return refresh(ports, keys.planDisk(serviceType, plan), ask);
  }
  const { cloud } = lookup;
  const ask = () => platform.additionalGbPrice(project, serviceType, plan, cloud);
  return refresh(ports, keys.price(serviceType, plan, cloud), ask);
};

const isSilence = (error: PlatformError | undefined) =>
  error instanceof PlatformUnavailable || error instanceof PlatformThrottled;

/** Services of a project whose readings are stored together: a command that is killed loses no more of them. */
const storedTogether = 30;

/** Lookups in a row without any answer after which the platform counts as away, and the rest waits for the next run. */
const mostSilent = 3;

/**
 * Makes lookups one after the other, and stores each answer where the plan reads it; the usage of the
 * services of a project comes last and together. A refusal is an answer too: the plan does without it.
 * @param onDone called for every lookup that the run need not make any more
 * @param onAttempted called after each lookup, before its answer is stored
 * @returns the number of lookups without an answer
 * @throws OutOfTime, PlatformUnauthorized, StoreUnavailable
 */
export const lookUp = async (
  ports: PlatformPorts,
  runId: string,
  lookups: readonly Lookup[],
  onDone: (lookup: Lookup) => void,
  onAttempted?: (lookup: Lookup) => void,
): Promise<number> => {
  let silent = 0;
  let unanswered = 0;
  let done: Lookup[] = [];
  const attempt: Attempts['attempt'] = async (lookup, ask) => {
    const isAway = silent === mostSilent;
    const error = isAway ? undefined : await ask();
    if (!isAway) silent = isSilence(error) ? silent + 1 : 0;
    if (isAway || error !== undefined) unanswered += 1;
    done.push(lookup);
    onAttempted?.(lookup);
  };
  const note = () => {
    for (const lookup of done) onDone(lookup);
    done = [];
  };
  const usage: UsageLookup[] = [];
  for (const lookup of lookups) {
    if (lookup.kind === 'usage') usage.push(lookup);
    else {
      await attempt(lookup, async () => {
        const result = await orError(answer(ports, runId, lookup));
        return 'error' in result ? result.error : undefined;
      });
      note();
    }
  }
  for (const [project, asked] of groupBy(usage, (lookup) => lookup.project)) {
    for (let from = 0; from < asked.length; from += storedTogether)
      await measure(ports, project, asked.slice(from, from + storedTogether), { attempt, note });
  }
  return unanswered;
};

/**
 * Repeats an attempt, and makes the lookups in between that the attempt leaves open: for commands, which need no task that
 * does so. It has as many rounds as a run.
 * @param onRound called with the lookups of a round; what it returns is called after each of them
 * @throws platform errors that concern every lookup
 */
export const untilLookedUp = async <T extends { readonly lookups: readonly Lookup[] }>(
  ports: PlatformPorts,
  runId: string,
  attempt: (done: DoneLookups) => Promise<T>,
  onRound?: (lookups: readonly Lookup[]) => (lookup: Lookup) => void,
): Promise<T> => {
  const lookups: Lookup[] = [];
  for (let rounds = 0; ; rounds += 1) {
    const result = await attempt(doneLookups({ runId, refreshes: true }, { rounds, lookups }));
    if (result.lookups.length === 0) return result;
    const onAttempted = onRound?.(result.lookups);
    await lookUp(ports, runId, result.lookups, (lookup) => lookups.push(lookup), onAttempted);
  }
};
