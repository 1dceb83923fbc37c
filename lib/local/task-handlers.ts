import type * as z from 'zod';
import { apply } from '../../functions/apply.ts';
import { ask } from '../../functions/ask.ts';
import { deliver } from '../../functions/deliver.ts';
import { discover } from '../../functions/discover.ts';
import { plan } from '../../functions/plan.ts';
import { report } from '../../functions/report.ts';
import { retireToken } from '../../functions/retire-token.ts';
import { rotateToken } from '../../functions/rotate-token.ts';
import { survey } from '../../functions/survey.ts';
import { watchServices } from '../../functions/watch-services.ts';
import type { TaskContract, TaskName } from '../contract/task-contract.ts';
import { tasks } from '../contract/tasks.ts';
import type { DeliverPorts, Ports, TokenPorts } from '../ports.ts';

/** Inputs and outputs are small, so compiling a parser for each schema would take longer than all parsing. */
const jitless = { jitless: true };

/** Checks a task's input and output against its contract, as the Lambda wrapper does. */
const checked =
  <I extends z.ZodType, O extends z.ZodType>(
    contract: TaskContract<I, O>,
    run: (input: z.infer<I>) => Promise<z.infer<O>>,
  ) =>
  async (input: unknown): Promise<z.infer<O>> =>
    contract.output.parse(await run(contract.input.parse(input, jitless)), jitless);

/** Tasks that replace the token. All others work on a store and a platform. */
type TokenTask = 'rotate-token' | 'retire-token';

type Handlers<N extends TaskName> = Readonly<Record<N, (input: unknown) => Promise<unknown>>>;

/** Every task of a run, and the watch for new services, wired to these ports, by the name that it has everywhere. */
export const taskHandlers = (ports: Ports) =>
  ({
    discover: checked(tasks.discover, discover(ports)),
    survey: checked(tasks.survey, survey(ports)),
    plan: checked(tasks.plan, plan(ports)),
    ask: checked(tasks.ask, ask(ports)),
    apply: checked(tasks.apply, apply(ports)),
    report: checked(tasks.report, report(ports)),
    'watch-services': checked(tasks['watch-services'], watchServices(ports)),
  }) satisfies Handlers<Exclude<TaskName, TokenTask | 'deliver'>>;

/** The task that sends messages to channels, with its input and output checked. */
export const deliveryHandlers = (ports: DeliverPorts) =>
  ({ deliver: checked(tasks.deliver, deliver(ports)) }) satisfies Handlers<'deliver'>;

/** The tasks that replace the token, with their inputs and outputs checked. */
export const tokenHandlers = (ports: TokenPorts) =>
  ({
    'rotate-token': checked(tasks['rotate-token'], rotateToken(ports)),
    'retire-token': checked(tasks['retire-token'], retireToken(ports)),
  }) satisfies Handlers<TokenTask>;

export type TaskHandlers = ReturnType<typeof taskHandlers>;
