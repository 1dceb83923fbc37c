import { LeaseHeld } from '../../lib/contract/errors.ts';
import type { TaskOutput } from '../../lib/contract/tasks.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { LocalHeadroom } from './local-headroom.ts';

/** Inputs of runs: of a person, of the hourly schedule, and of an event in project b. */
export const twoOf = { trigger: { kind: 'manual', by: 'a person' } };
export const hourly = { trigger: { kind: 'schedule', by: 'hourly pass' } };
export const newcomer = { 'detail-type': 'ServiceCreated', detail: { project: 'b', service: 'small' } };

/** A run that goes on by one step at a time: read, plan, apply, report. */
interface SteppedRun {
  /** Takes the next step; answers false if it must wait for the lease. */
  readonly step: () => Promise<boolean>;
  readonly isOver: () => boolean;
}

export const steppedRun = (headroom: LocalHeadroom, runId: string, input: unknown = twoOf): SteppedRun => {
  const tasks = taskHandlers(headroom.ports);
  let read: TaskOutput<'discover'> | undefined;
  let planned: TaskOutput<'plan'> | undefined;
  const survey = async (batches: readonly number[][]) => {
    for (const projects of batches) await tasks.survey({ runId, projects });
  };
  const plan = async (): Promise<boolean> => {
    try {
      planned = await tasks.plan({ runId });
    } catch (error) {
      if (error instanceof LeaseHeld) return false;
      throw error;
    }
    if (planned.verdict !== 'again' && planned.verdict !== 'ask') return true;
    if (planned.verdict === 'ask') await tasks.ask({ runId });
    await survey(planned.projects ?? []);
    return plan();
  };
  const steps: (() => Promise<boolean>)[] = [
    async () => {
      read = await tasks.discover({ runId, request: input });
      await survey(read.projects);
      return true;
    },
    plan,
    async () => {
      if (planned?.verdict !== 'apply') return true;
      for (const phase of ['release', 'grant'] as const) {
        for (const project of planned[phase]) await tasks.apply({ runId, phase, project });
      }
      return true;
    },
    async () => (await tasks.report({ runId })) !== undefined,
  ];
  let taken = 0;
  return {
    isOver: () => taken === steps.length,
    step: async () => {
      const isDone = (await steps[taken]?.()) ?? true;
      if (isDone) taken = Math.min(taken + 1, steps.length);
      return isDone;
    },
  };
};
