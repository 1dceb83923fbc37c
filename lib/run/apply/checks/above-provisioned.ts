import { type Change, maximumMove } from '../../../core/change/change.ts';
import { secondMs } from '../../../core/model/durations.ts';
import type { Platform } from '../../../ports.ts';
import { plannedProject } from '../planned-project.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** A look that is older no longer precedes the write: its try has waited for its turn, or for the platform. */
const freshMs = 20 * secondMs;

/** Looks before one lower: with a few calls a minute each look makes the write wait again. */
const mostLooks = 3;

/** The looks before one lower. */
interface Looks {
  readonly change: Change;
  readonly count: number;
  readonly atMs: number;
  readonly reason: string | undefined;
}

/**
 * Never lowers a maximum below the provisioned size: disks keep growing between survey and apply, and during other changes
 * of the same task, so one read of the service precedes each lower (design §12.1). Asked again before a try of the
 * same lower, it reads again if that try comes later.
 */
export const aboveProvisioned = ({
  platform,
  store,
  clock,
  runId,
}: Pick<WriteCheckInput, 'store' | 'clock' | 'runId'> & {
  readonly platform: Pick<Platform, 'getService'>;
}): WriteCheck => {
  let planned: Promise<ReadonlyMap<string, number | null>> | undefined;
  const readPlanned = async (project: string) => {
    const { services } = await plannedProject(store, runId, project);
    return new Map(services.map(({ name, diskMb }) => [name, diskMb]));
  };
  const look = async (change: Change, service: string): Promise<string | undefined> => {
    const { project } = change;
    planned ??= readPlanned(project);
    const before = (await planned).get(service) ?? 0;
    const now = await platform.getService(project, service);
    // A deleted service has nothing provisioned.
    if (now === undefined) return undefined;
    if (now.diskMb === null) return 'the platform does not report the current disk size; the next run decides again';
    if (now.diskMb <= before) return undefined;
    return (
      `the disk has grown from ${before} MB to ${now.diskMb} MB since the plan, so the maximum is not lowered now; ` +
      'the next run decides again'
    );
  };
  let last: Looks | undefined;
  return async (change) => {
    const { service } = change;
    if (maximumMove(change) !== 'lower' || service === null) return undefined;
    const before = last?.change === change ? last : undefined;
    const isFresh = before !== undefined && Math.abs(clock.now() - before.atMs) <= freshMs;
    if (before !== undefined && (isFresh || before.count >= mostLooks)) return before.reason;
    const reason = await look(change, service);
    last = { change, count: (before?.count ?? 0) + 1, atMs: clock.now(), reason };
    return reason;
  };
};
