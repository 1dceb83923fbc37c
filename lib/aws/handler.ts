import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import { deploymentVariable, type EnvironmentKey } from '../contract/environment.ts';
import { measureLimits } from '../contract/measures.ts';
import type { TaskContract } from '../contract/task-contract.ts';
import { longestWaitMsOf } from '../contract/tasks/again.ts';
import { orderOf } from '../contract/tasks/call-order.ts';
import type { CallOrder } from '../core/calls/order.ts';
import { systemClock } from '../run/system-clock.ts';
import { deadlineOf } from './deadline.ts';
import type { PortsOf } from './open-ports.ts';

/** Name in logs and metrics of a function that no stack has named. */
const ownName = 'headroom';

/** The most that this process has had, against what Lambda gives it. */
const memoryUse = () => ({
  usedBytes: process.resourceUsage().maxRSS * 1024,
  limitBytes: Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? 0) * 1024 * 1024,
});

/** Signature of a Lambda handler. */
type LambdaHandler<O> = (
  event: unknown,
  context: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
) => Promise<O>;

/**
 * A task as a Lambda handler. AWS code is loaded and built on the first call, never on import, so that local
 * commands load none of it; after a failed first call, the next one builds again. Input and output are checked against
 * the task's contract. Errors pass through unchanged: Step Functions matches Retry and Catch by their names.
 */
export const onLambda = <I extends z.ZodType, O extends z.ZodType, K extends EnvironmentKey>(
  task: TaskContract<I, O, K>,
  run: (ports: PortsOf<K>) => (input: z.infer<I>) => Promise<z.infer<O>>,
): LambdaHandler<z.infer<O>> => {
  // Deadline and order of service of the current call; a Lambda process handles one call at a time.
  let deadline = Number.POSITIVE_INFINITY;
  let order: CallOrder = 'survey';
  const build = async () => {
    const [{ openPorts }, { createTelemetry }] = await Promise.all([
      import('./open-ports.ts'),
      import('./telemetry.ts'),
    ]);
    const telemetry = createTelemetry(task.name, process.env[deploymentVariable] ?? ownName);
    const longestWaitMs = longestWaitMsOf(task);
    const terms = { deadline: () => deadline, order: () => order, longestWaitMs };
    const ports = openPorts(task.environment, process.env, terms);
    // Callers that await the ports get the error; without this handler Node.js would end the process first.
    ports.catch(() => undefined);
    return { telemetry, ports };
  };
  let built: ReturnType<typeof build> | undefined;

  return async (event, context) => {
    built ??= build();
    const { telemetry, ports } = await built;
    const call = telemetry.begin(context.awsRequestId);
    try {
      const opened = await ports.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      const input = task.input.parse(event);
      deadline = deadlineOf(task.name, input, context, systemClock.now());
      order = orderOf(task, input);
      call.about(input);
      const output = task.output.parse(await run(opened)(input));
      const time = { leftMs: context.getRemainingTimeInMillis(), seconds: task.timeoutSeconds };
      call.succeeded(input, output, measureLimits(memoryUse(), time));
      return output;
    } catch (error) {
      call.failed(error);
      throw error;
    }
  };
};
