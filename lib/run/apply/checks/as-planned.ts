import { PlatformForbidden, PlatformNotFound } from '../../../contract/errors.ts';
import { type Change, gbOf, isDiskChange, subjectName } from '../../../core/change/change.ts';
import { movedSince, orphanMovedSince, outgrows } from '../../../core/inventory/moved-since.ts';
import { minuteMs } from '../../../core/model/durations.ts';
import { readProject } from '../../inventory/read-project.ts';
import type { SurveyObject } from '../../store/run-objects.ts';
import { changesOf, plannedProject } from '../planned-project.ts';
import { errorText } from '../progress.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** A younger reading is used as it is. */
const freshMs = minuteMs;

/** Services and unused endpoints that this run may have changed already, so that a difference can be its own. */
const touchedBefore = async ({ store, runId, phase, project, changes, progress }: WriteCheckInput) => {
  const released = phase === 'release' ? [] : await changesOf(store, runId, 'release', project);
  const tried = changes.slice(0, progress.attempts.length + (progress.isOpen ? 1 : 0));
  return new Set([...released, ...tried].map(subjectName));
};

/** What has moved for a change, of what its decision depends on. */
const movedFor = (planned: SurveyObject, now: SurveyObject, change: Change): string | undefined => {
  if (change.kind === 'delete-endpoint' && change.service === null) return orphanMovedSince(now, change.endpointId);
  if (change.service === null) return undefined;
  const moved = movedSince(planned, now, change.service);
  if (moved !== undefined || change.phase === 'release' || !isDiskChange(change)) return moved;
  const { fromGb, toGb } = gbOf(change);
  const raisedGb = change.kind === 'update-endpoint' ? toGb - fromGb : 0;
  return outgrows(planned, now, change.service, raisedGb) ? 'disk size' : undefined;
};

/** Whether the platform says that this project alone cannot be read: the token has no role in it, or it does not exist. */
const isAboutProject = (error: unknown) => error instanceof PlatformForbidden || error instanceof PlatformNotFound;

/**
 * Blocks a change of a service, or of an unused endpoint, that is no longer as the plan saw it. A reading that is older
 * than a minute is compared with a new one before the first write in the project, because a plan may use readings of
 * earlier runs (scale §4). A project that cannot be read is not changed and fails nothing, as in a survey: nothing was sent,
 * and many such projects of a large organization must not keep the run from all others.
 */
export const asPlanned = (context: WriteCheckInput): WriteCheck => {
  const { store, clock, platform, runId, project } = context;
  const compare = async () => {
    const planned = await plannedProject(store, runId, project);
    // A reading without a time is of an unknown age, so it is compared too.
    if (Math.abs(clock.now() - Date.parse(planned.readAt ?? '')) <= freshMs) return () => undefined;
    const touched = await touchedBefore(context);
    const now = await readProject(platform, project);
    return (change: Change) => {
      const moved = touched.has(subjectName(change)) ? undefined : movedFor(planned, now, change);
      const what = change.service === null ? 'endpoint' : 'service';
      return moved && `the ${what} has changed since the plan (${moved}); the next run decides again`;
    };
  };
  const compareIfReadable = () =>
    compare().catch((error: unknown) => {
      if (!isAboutProject(error)) throw error;
      return () =>
        `the project cannot be read again before its first change (${errorText(error)}); the next run tries again`;
    });
  let compared: ReturnType<typeof compareIfReadable> | undefined;
  return async (change) => {
    compared ??= compareIfReadable();
    return (await compared)(change);
  };
};
