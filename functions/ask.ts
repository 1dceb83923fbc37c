import { onLambda } from '../lib/aws/handler.ts';
import { OutOfTime } from '../lib/contract/errors.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { Lookup } from '../lib/core/plan/lookups.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { readAgainAfter } from '../lib/run/inventory/reading-time.ts';
import { lookUp } from '../lib/run/lookup/look-up.ts';
import { noteDoneLookups, openLookups } from '../lib/run/lookup/run-lookups.ts';

/** When to go on; undefined if the rest would come too late for the run. @throws the error if it is of another kind */
const goOn = async ({ store }: PlatformPorts, runId: string, error: unknown) => {
  try {
    return await readAgainAfter(store, runId, error);
  } catch (late) {
    if (late instanceof OutOfTime) return undefined;
    throw late;
  }
};

const askOpen = async (ports: PlatformPorts, runId: string): Promise<TaskOutput<'ask'>> => {
  const open = await openLookups(ports.store, runId);
  const asked: Lookup[] = [];
  try {
    const unanswered = await lookUp(ports, runId, open, (lookup) => asked.push(lookup));
    await noteDoneLookups(ports.store, runId, asked);
    return { asked: asked.length, unanswered };
  } catch (error) {
    const retry = await goOn(ports, runId, error);
    await noteDoneLookups(ports.store, runId, retry === undefined ? open : asked);
    return { asked: asked.length, unanswered: retry === undefined ? open.length - asked.length : 0, again: retry };
  }
};

/**
 * Makes the lookups of a plan on the platform, and stores the answers where the plan reads them.
 * The run makes no lookup a second time: one that the platform refuses, or for which the run itself has no time left,
 * stays without a new answer. Without time for the rest it answers `again`. Idempotent: a repeated attempt skips what is
 * answered.
 * @throws PlatformUnauthorized, StoreUnavailable
 */
export const ask =
  (ports: PlatformPorts) =>
  ({ runId }: TaskInput<'ask'>): Promise<TaskOutput<'ask'>> =>
    askOpen(ports, runId);

export const handler = onLambda(tasks.ask, ask);
