import type * as z from 'zod';
import { apply } from '../../functions/apply.ts';
import { discover } from '../../functions/discover.ts';
import { plan } from '../../functions/plan.ts';
import { report } from '../../functions/report.ts';
import { retireToken } from '../../functions/retire-token.ts';
import { rotateToken } from '../../functions/rotate-token.ts';
import { survey } from '../../functions/survey.ts';
import { watchServices } from '../../functions/watch-services.ts';
import {
  applyTask,
  discoverTask,
  planTask,
  reportTask,
  retireTokenTask,
  rotateTokenTask,
  surveyTask,
  type TaskContract,
  watchServicesTask,
} from '../contract/tasks.ts';
import type { Ports, TokenPorts } from '../ports.ts';

/** Holds a task to its contract on both sides, as the Lambda wrapper does. */
const held =
  <I extends z.ZodType, O extends z.ZodType>(
    contract: TaskContract<I, O>,
    run: (input: z.infer<I>) => Promise<z.infer<O>>,
  ) =>
  async (input: unknown): Promise<z.infer<O>> =>
    contract.output.parse(await run(contract.input.parse(input)));

/** Every task of a run, and the watch for new services, wired to these ports, by the name that it has everywhere. */
export const taskHandlers = (ports: Ports) => ({
  discover: held(discoverTask, discover(ports)),
  survey: held(surveyTask, survey(ports)),
  plan: held(planTask, plan(ports)),
  apply: held(applyTask, apply(ports)),
  report: held(reportTask, report(ports)),
  'watch-services': held(watchServicesTask, watchServices(ports)),
});

/** The tasks that replace the token, likewise. */
export const tokenHandlers = (ports: TokenPorts) => ({
  'rotate-token': held(rotateTokenTask, rotateToken(ports)),
  'retire-token': held(retireTokenTask, retireToken(ports)),
});

export type TaskHandlers = ReturnType<typeof taskHandlers>;
