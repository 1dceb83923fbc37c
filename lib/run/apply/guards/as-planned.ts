import { movedSince } from '../../../core/inventory/moved-since.ts';
import { minuteMs } from '../../../core/model/durations.ts';
import { readProject } from '../../inventory/read-project.ts';
import { keys } from '../../store/keys.ts';
import { needObject, readObject } from '../../store/objects.ts';
import type { ChangeList, SurveyObject } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/** A younger reading is used as it is. */
const freshMs = minuteMs;

/** Services that this run may have changed already, so that a difference can be its own. */
const touchedBefore = async ({ store, runId, phase, project, changes, progress }: GuardContext) => {
  const released =
    phase === 'release' ? [] : ((await readObject<ChangeList>(store, keys.changes(runId, 'release', project))) ?? []);
  const tried = changes.slice(0, progress.attempts.length + (progress.isOpen ? 1 : 0));
  return new Set([...released, ...tried].map(({ service }) => service));
};

/**
 * Blocks the changes of a service that is no longer as the plan saw it. A reading that is older than a minute is compared
 * with a new one before the first write in the project, because a plan may use readings of earlier runs (scale.md §4).
 */
export const asPlanned = (context: GuardContext): Guard => {
  const { store, clock, platform, runId, project } = context;
  const compare = async () => {
    const planned = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
    const readMs = Date.parse(planned.readAt ?? '');
    // Without a time the plan was made by the previous version, from a reading of the same run.
    if (!(Math.abs(clock.now() - readMs) > freshMs)) return () => undefined;
    const touched = await touchedBefore(context);
    const now = await readProject(platform, project);
    return (service: string) => (touched.has(service) ? undefined : movedSince(planned, now, service));
  };
  let compared: ReturnType<typeof compare> | undefined;
  return async ({ service }) => {
    if (service === null) return undefined;
    compared ??= compare();
    const moved = (await compared)(service);
    return moved && `the service has changed since the plan (${moved}); the next run decides again`;
  };
};
