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

/** Checks a task's input and output against its contract, as the Lambda wrapper does. */
const checked =
  <I extends z.ZodType, O extends z.ZodType>(
    contract: TaskContract<I, O>,
    run: (input: z.infer<I>) => Promise<z.infer<O>>,
  ) =>
  async (input: unknown): Promise<z.infer<O>> =>
    contract.output.parse(await run(contract.input.parse(input)));

/** Every task of a run, and the search for new services, with these ports, by task name. */
export const taskHandlers = (ports: Ports) => ({
  discover: checked(discoverTask, discover(ports)),
  survey: checked(surveyTask, survey(ports)),
  plan: checked(planTask, plan(ports)),
  apply: checked(applyTask, apply(ports)),
  report: checked(reportTask, report(ports)),
  'watch-services': checked(watchServicesTask, watchServices(ports)),
});

/** The tasks of token rotation, with these ports. */
export const tokenHandlers = (ports: TokenPorts) => ({
  'rotate-token': checked(rotateTokenTask, rotateToken(ports)),
  'retire-token': checked(retireTokenTask, retireToken(ports)),
});

export type TaskHandlers = ReturnType<typeof taskHandlers>;
