import { PlatformError, PlatformThrottled, PlatformUnauthorized } from '../../contract/errors.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { DiskAlert, KnownAnswers, ProjectFacts, Snapshot } from '../../core/model/model.ts';
import type { Clock, Platform } from '../../ports.ts';
import { sha256 } from '../store/sha256.ts';
import { type Answered, listIn, readLists, unread } from './read-project.ts';

/** What a reading of a project found. */
export interface Read extends Pick<Snapshot, 'services' | 'endpoints'> {
  /** Undefined if the platform did not list them. */
  readonly alerts: readonly DiskAlert[] | undefined;
  /** The day (since 1970, UTC). */
  readonly historyDay: number;
  readonly seenAt: string | null;
  /** The answers that say all of this; undefined if they do not. */
  readonly answers: () => KnownAnswers | undefined;
}

/** Long enough that no two readings of a project ever have the same one. */
const digestLength = 32;

/** @returns undefined if an answer has no text */
const answersDigest = (answers: readonly (Answered<unknown> | undefined)[], beside: readonly unknown[]) => {
  const digests: string[] = [];
  for (const answer of answers) {
    if (answer === undefined || Array.isArray(answer)) return undefined;
    digests.push(answer.digest());
  }
  return sha256(JSON.stringify([digests, beside])).slice(0, digestLength);
};

/**
 * The active alerts about full disks of a project, as `list` asks for them or reads them.
 * @returns undefined if the platform does not list them, for example because the token lacks the permission: decisions need
 * none of them, so the reading counts all the same, and its disks count as unknown
 * @throws PlatformUnauthorized, PlatformThrottled
 */
const ifListed = async <T>(list: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await list();
  } catch (error) {
    const endsReading = error instanceof PlatformUnauthorized || error instanceof PlatformThrottled;
    if (endsReading || !(error instanceof PlatformError)) throw error;
    return undefined;
  }
};

interface AskPorts {
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Asks for a project, with two calls for its lists and one for the alerts about its disks, whatever the number of services.
 * @param hasDisks whether it is known to have disks; without any there are no alerts to ask for
 * @returns the digest of the answers, and of all else that the contents of a reading depend on; and what reads them
 * @throws platform errors, also from `read`
 */
export const askProject = async ({ platform, clock }: AskPorts, { name, tags }: ProjectFacts, hasDisks: boolean) => {
  const services = await platform.listServices(name, unread);
  const endpoints = await platform.listEndpoints(name, unread);
  const askAlerts = () => ifListed<Answered<DiskAlert>>(() => platform.listDiskAlerts(name, unread));
  let asked = hasDisks ? { alerts: await askAlerts() } : undefined;
  const digest = () => answersDigest([services, endpoints, asked?.alerts], [tags, dayOf(clock.now())]);
  const read = async (): Promise<Read> => {
    const { isWhole, ...lists } = await readLists(platform, name, { services, endpoints });
    const isDiskless = lists.services.every(({ diskMb }) => diskMb === 0);
    if (!isDiskless) asked ??= { alerts: await askAlerts() };
    const answer = asked?.alerts;
    const alerts = isDiskless ? [] : answer && (await ifListed(() => listIn(answer)));
    const sizes = { services: lists.services.length, endpoints: lists.endpoints.length };
    const answers = () => {
      const found = isWhole && !isDiskless ? digest() : undefined;
      return found === undefined ? undefined : { digest: found, ...sizes };
    };
    return {
      ...lists,
      alerts,
      historyDay: dayOf(clock.now()),
      seenAt: platform.lastAnswerAt(),
      answers,
    };
  };
  return { digest, read };
};
