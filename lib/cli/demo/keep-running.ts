import { minuteMs } from '../../core/model/durations.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import { systemSleep } from '../../run/system-clock.ts';
import type { Face } from './face.ts';
import { reconcile } from './reconcile.ts';

const watchEveryMs = 2_000;
const reconcileEveryMs = 5 * minuteMs;

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
    console.note(`error: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Watches for new services and reconciles on a schedule until the signal aborts. */
export const keepRunning = async (face: Face, signal: AbortSignal): Promise<void> => {
  const { console, embedded } = face;
  console.line();
  console.line(
    `Watching ${embedded.server.url} for new services; a virtual minute passes every second. Ctrl-C ends it.`,
  );
  let lastReconcileMs = Date.now();
  while (!signal.aborted) {
    const isDue = Date.now() - lastReconcileMs >= reconcileEveryMs;
    await cycle(face, isDue);
    if (isDue) lastReconcileMs = Date.now();
    await systemSleep(watchEveryMs, signal).catch(() => undefined);
  }
  // The last run must publish its events and release its lease before the platform stops.
  await face.bus.drain();
};
