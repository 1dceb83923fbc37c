import { nextStart, type Recurrence } from '../../contract/schedule.ts';
import { minuteMs, secondMs } from '../../core/model/durations.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import type { Face } from './face.ts';
import { reconcile } from './reconcile.ts';

/** A virtual minute passes every second, so the face looks and passes more often than a deployment. */
const watching: Recurrence = { everyMs: 2 * secondMs };
const passing: Recurrence = { everyMs: 5 * minuteMs };

/**
 * One check of the event logs, and the scheduled reconcile if it is due. Errors are printed, and the next cycle tries
 * again.
 */
const cycle = async ({ console, ports, bus, options }: Face, isDue: boolean): Promise<void> => {
  try {
    await taskHandlers(ports)['watch-services']({});
    await bus.drain();
    if (isDue) await reconcile(options, { trigger: { kind: 'schedule', by: 'every five minutes' } });
  } catch (error) {
    console.problem(`error: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Watches for new services and reconciles on a schedule until the signal aborts.
 * @param dashboardAddress of the pages about the runs, with its key
 */
export const keepRunning = async (face: Face, signal: AbortSignal, dashboardAddress: string): Promise<void> => {
  const { console, embedded } = face;
  console.line();
  console.line(
    `Watching ${embedded.server.url} for new services; a virtual minute passes every second. Ctrl-C ends it.`,
  );
  console.line(`dashboard: ${dashboardAddress}`);
  const beganMs = systemClock.now();
  let passMs = nextStart(passing, beganMs, beganMs);
  while (!signal.aborted) {
    const isDue = systemClock.now() >= passMs;
    await cycle(face, isDue);
    const nowMs = systemClock.now();
    if (isDue) passMs = nextStart(passing, beganMs, nowMs);
    await systemSleep(nextStart(watching, beganMs, nowMs) - nowMs, signal).catch(() => undefined);
  }
  // The last run must publish its events and release its lease before the platform stops.
  await face.bus.drain();
};
