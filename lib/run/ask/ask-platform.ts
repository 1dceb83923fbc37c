import { PlatformError, PlatformThrottled, PlatformUnauthorized, PlatformUnavailable } from '../../contract/errors.ts';
import { dayOf, type ProjectHistory, withReadings } from '../../core/forecast/project-history.ts';
import type { Question } from '../../core/plan/questions.ts';
import type { DiskReading, Period, Platform, PlatformPorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, writeObject } from '../store/objects.ts';
import { refresh } from './stored-answer.ts';

type UsageQuestion = Question & { readonly kind: 'usage' };

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

/**
 * Stores the disk readings of a service in the history of its project: one call, two the first time. A service without a
 * history is skipped. The attempt is recorded also if the platform gives no readings, so that the service does not displace
 * others all day.
 */
const measure = async (
  { platform, store, clock }: PlatformPorts,
  { project, service, diskMb }: UsageQuestion,
): Promise<PlatformError | undefined> => {
  const day = dayOf(clock.now());
  const key = keys.history(project);
  const read = () => readIfWhole<ProjectHistory>(store, key);
  const before = (await read())?.services.find(({ name }) => name === service);
  if (before === undefined || before.measuredDay === day) return undefined;
  const readings: DiskReading[] = [];
  let failure: PlatformError | undefined;
  for (const period of periodsFor(before.measuredDay)) {
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
  const history = await read();
  if (history === undefined) return failure;
  const services = history.services.map((one) =>
    one.name === service ? withReadings(history.days, one, dated, { day, diskMb }) : one,
  );
  await writeObject(store, key, { ...history, services });
  return failure;
};

/** Current disk usage of a service in percent, by the newest reading; null without readings. */
export const usedPercentNow = async (platform: Platform, project: string, service: string): Promise<number | null> => {
  const answer = await orError(platform.diskUsage(project, service, 'hour'));
  return 'error' in answer ? null : (answer.value.at(-1)?.percent ?? null);
};

const answer = async (ports: PlatformPorts, runId: string, question: Question): Promise<PlatformError | undefined> => {
  const { platform, store } = ports;
  const { project } = question;
  if (question.kind === 'usage') return measure(ports, question);
  const asking = async (): Promise<void> => {
    if (question.kind === 'events') {
      return writeObject(store, keys.eventLog(runId, project), await platform.listEvents(project));
    }
    const { serviceType, plan } = question;
    if (question.kind === 'plan-disk') {
      const ask = () => platform.planSpecification(project, serviceType, plan);
      return refresh(ports, keys.planDisk(serviceType, plan), ask);
    }
    const { cloud } = question;
    const ask = () => platform.additionalGbPrice(project, serviceType, plan, cloud);
    return refresh(ports, keys.price(serviceType, plan, cloud), ask);
  };
  const result = await orError(asking());
  return 'error' in result ? result.error : undefined;
};

const isSilence = (error: PlatformError | undefined) =>
  error instanceof PlatformUnavailable || error instanceof PlatformThrottled;

/** Questions in a row without any answer after which the platform counts as away, and the rest waits for the next run. */
const mostSilent = 3;

/**
 * Asks the platform, one question after the other, and stores each answer where the plan looks for it. A refusal is an
 * answer too: the plan does without it.
 * @param onAsked called for every question that the run need not ask any more
 * @returns the number of questions without an answer
 * @throws OutOfTime, PlatformUnauthorized, StoreUnavailable
 */
export const askPlatform = async (
  ports: PlatformPorts,
  runId: string,
  questions: readonly Question[],
  onAsked: (question: Question) => void,
): Promise<number> => {
  let silent = 0;
  let unanswered = 0;
  for (const question of questions) {
    const isAway = silent === mostSilent;
    const error = isAway ? undefined : await answer(ports, runId, question);
    if (!isAway) silent = isSilence(error) ? silent + 1 : 0;
    if (isAway || error !== undefined) unanswered += 1;
    onAsked(question);
  }
  return unanswered;
};
